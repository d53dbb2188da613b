import { object, string } from './narrow';
import { listOf, maybe, shape, type Read } from './shape';

const readCause = shape()({
  name: string,
  /** A member of the event or move that must have the value. */
  member: maybe(string),
  value: maybe(string),
  rule: string,
});

/** A rule behind the events of a name, the moves of a kind of decision, or the points from a source. */
export type Cause = Read<typeof readCause>;

/** Reads the rules behind everything that happens in a title. Of several causes that apply the first one counts. */
export const readCauses = shape()({
  events: listOf(readCause),
  moves: listOf(readCause),
  scores: listOf(readCause),
});

export type Causes = Read<typeof readCauses>;

const readRefusal = shape()({ move: object, rule: string });

/** A move that a decision does not offer, and the rule that forbids it. */
export type RuledOut = Read<typeof readRefusal>;

/** Reads the moves that the reader's decision does not offer. */
export const readRuledOut = shape()({ decision: string, refusals: listOf(readRefusal) });
