import { list, object, optionalString, string, type JsonObject } from './narrow';

/** A rule behind the events of a name, the moves of a kind of decision, or the points from a source. */
export interface Cause {
  name: string;
  /** A member of the event or move that must have the value. */
  member: string | undefined;
  value: string | undefined;
  rule: string;
}

/** The rules behind everything that happens in a title. Of several causes that apply the first one counts. */
export interface Causes {
  events: Cause[];
  moves: Cause[];
  scores: Cause[];
}

/** A move that a decision does not offer, and the rule that forbids it. */
export interface RuledOut {
  move: JsonObject;
  rule: string;
}

function readCause(value: unknown, what: string): Cause {
  const o = object(value, what);
  return {
    name: string(o.name, `${what}.name`),
    member: optionalString(o.member, `${what}.member`),
    value: optionalString(o.value, `${what}.value`),
    rule: string(o.rule, `${what}.rule`),
  };
}

/** Reads the rules behind everything that happens in a title. */
export function readCauses(value: unknown): Causes {
  const o = object(value, 'causes');
  return {
    events: list(o.events, 'causes.events', readCause),
    moves: list(o.moves, 'causes.moves', readCause),
    scores: list(o.scores, 'causes.scores', readCause),
  };
}

/** Reads the moves that the reader's decision does not offer. */
export function readRuledOut(value: unknown): { decision: string; refusals: RuledOut[] } {
  const o = object(value, 'refusals');
  return {
    decision: string(o.decision, 'refusals.decision'),
    refusals: list(o.refusals, 'refusals.refusals', (one, what) => {
      const { move, rule } = object(one, what);
      return { move: object(move, `${what}.move`), rule: string(rule, `${what}.rule`) };
    }),
  };
}
