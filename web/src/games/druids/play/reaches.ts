/** The stones that a figure could come to by the moves that the reader looks at. The server names them. */
import { effectsOfMove } from '../../../lib/board/effects';
import type { Decision, Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';

/** The path to each stone, by stone: the stones that the figure enters. */
export type Paths = ReadonlyMap<number, readonly number[]>;

export interface Reach {
  figure: string;
  /** The die; -1 if the figure is put on the stone, without a path. */
  die: number;
  paths: Paths;
}

/** The reach of the figures of these moves. Moves that put one of several figures anywhere show nothing. */
export function reachesOf(decision: Decision, moves: readonly Move[]): Reach[] {
  const found = moves.flatMap((move): Reach[] => {
    const effects = effectsOfMove(decision, move);
    const figure = String(move.figure);
    const places = effects.first('places');
    if (places) return [{ figure, die: -1, paths: new Map(places.list('stones').map((stone) => [stone, []])) }];
    const walks = effects.of('reach').map((effect) => effect.list('path'));
    return walks.length > 0
      ? [{ figure, die: Number(move.die), paths: new Map(walks.map((path) => [path.at(-1) ?? -1, path])) }]
      : [];
  });
  if (decision.kind === 'use') return found;
  const [first] = found;
  const same = found.length === moves.length && found.every(({ paths }) => sameStones(paths, first?.paths));
  return first && same ? [first] : [];
}

function sameStones(one: Paths, other: Paths | undefined): boolean {
  return one.size === other?.size && [...one.keys()].every((stone) => other.has(stone));
}

export function countSymbols(view: View, paths: Paths): { symbol: string; n: number }[] {
  return ['pentagram', 'plant', 'spirit', 'empty']
    .map((symbol) => ({ symbol, n: [...paths.keys()].filter((stone) => view.stones[stone] === symbol).length }))
    .filter(({ n }) => n > 0);
}
