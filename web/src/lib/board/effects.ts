/** The effects of moves, as the server sent them. Nothing is computed here. */
import type { Decision, Move } from '../wire/game';
import { isObject, type Json, type JsonObject } from '../wire/narrow';

/** A whole number that lies between two others; they are equal if it is known. */
export interface Range {
  min: number;
  max: number;
}

/** One effect of a move. Values that the server did not send are 0, or an empty list. */
export class Effect {
  constructor(private readonly sent: JsonObject) {}

  get kind(): string {
    return String(this.sent.kind);
  }

  /** The values for a text. A range `n` is the values `n` and `nTo`. */
  get values(): JsonObject {
    const named = Object.entries(this.sent).filter(([name]) => name !== 'kind');
    return Object.fromEntries(
      named.flatMap(([name, value = 0]): [string, Json][] =>
        isObject(value)
          ? [
              [name, value.min ?? 0],
              [`${name}To`, value.max ?? 0],
            ]
          : [[name, value]],
      ),
    );
  }

  /** A value; both ends of a range. */
  range(name: string): Range {
    const value = this.sent[name];
    if (isObject(value)) return { min: Number(value.min), max: Number(value.max) };
    const n = typeof value === 'number' ? value : 0;
    return { min: n, max: n };
  }

  /** A value that is known; of a range the lower end. */
  whole(name: string): number {
    return this.range(name).min;
  }

  /** A list, such as a path. */
  list(name: string): number[] {
    const value = this.sent[name];
    return Array.isArray(value) ? value.map(Number) : [];
  }
}

export class Effects {
  readonly all: readonly Effect[];

  constructor(sent: readonly JsonObject[] = []) {
    this.all = sent.map((effect) => new Effect(effect));
  }

  first(kind: string): Effect | undefined {
    return this.all.find((effect) => effect.kind === kind);
  }

  has(kind: string): boolean {
    return this.first(kind) !== undefined;
  }

  of(kind: string): Effect[] {
    return this.all.filter((effect) => effect.kind === kind);
  }
}

/** The effects of a move of this decision; none if the server named none. */
export function effectsOfMove(decision: Decision | undefined, move: Move | undefined): Effects {
  return new Effects(move && decision?.effects?.[decision.moves.indexOf(move)]);
}
