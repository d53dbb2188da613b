import { isObject, list, members, object, oneOf, string, integer, type Json, type JsonObject } from './narrow';
import { ends, type Ended } from './table';
import type * as sent from './types.gen';

/** One option of a decision. It is sent back unchanged. */
export type Move = JsonObject;

/** A choice that a seat owes now; only the reader's own decision has moves. */
export interface Decision {
  id: string;
  seat: number;
  kind: string;
  moves: Move[];
  /** The effects of each of the moves, if the server names them. */
  effects?: JsonObject[][];
}

export interface Outcome {
  winners: number[];
  scores: number[];
  /** The seats that conceded, in order; absent without any. */
  conceded?: number[];
  ended?: Ended;
}

/** The reader's view: the title's members, and the common ones. */
export interface View {
  members: JsonObject;
  canTakeBack: boolean;
  outcome?: Outcome;
}

export interface GameEvent {
  name: string;
  data: JsonObject;
}

export interface LogEntry {
  seq: number;
  kind: 'start' | 'move' | 'frame';
  /** -1 if no seat acted. */
  seat: number;
  /** The actor: player, bot, timer or host. */
  actor: string;
  /** Milliseconds since 1970. */
  time: number;
  events: GameEvent[];
}

export type EntryEvents = Readonly<{ seq: number; events: readonly GameEvent[] }>;

/** A page of the log; `more` means that later entries exist. */
export interface LogPage {
  entries: LogEntry[];
  more: boolean;
}

function readMove(value: unknown, what: string): Move {
  return object(value, what);
}

function readDecision(value: unknown, what: string): Decision {
  const o = members<sent.Decision>(value, what);
  const { effects } = object(value, what);
  return {
    id: string(o.id, `${what}.id`),
    seat: integer(o.seat, `${what}.seat`),
    kind: string(o.kind, `${what}.kind`),
    moves: list(o.moves, `${what}.moves`, readMove),
    ...(effects === undefined
      ? {}
      : { effects: list(effects, `${what}.effects`, (each, where) => list(each, where, object)) }),
  };
}

/** The decisions that were read from these objects, so that a decision stays the same one while its message part does. */
const decisionsRead = new WeakMap<object, Decision>();

/** Reads the open decisions. The same object gives the same decision. */
export function readDecisions(value: unknown): Decision[] {
  return list(value, 'decisions', (item, what) => {
    const source = object(item, what);
    const decision = decisionsRead.get(source) ?? readDecision(source, what);
    decisionsRead.set(source, decision);
    return decision;
  });
}

const commonMembers = ['canTakeBack', 'away', 'outcome'];

/** Reads a view; null before the start. */
export function readView(value: unknown): View | null {
  if (value === null || value === undefined) return null;
  const o = object(value, 'view');
  const outcome = isObject(o.outcome) ? members<sent.Outcome>(o.outcome, 'outcome') : undefined;
  return {
    members: Object.fromEntries(Object.entries(o).filter(([key]) => !commonMembers.includes(key))),
    canTakeBack: o.canTakeBack === true,
    ...(outcome
      ? {
          outcome: {
            winners: list(outcome.winners, 'outcome.winners', integer),
            scores: list(outcome.scores, 'outcome.scores', integer),
            ...(outcome.conceded === undefined
              ? {}
              : { conceded: list(outcome.conceded, 'outcome.conceded', integer) }),
            ...(outcome.ended === undefined ? {} : { ended: oneOf(outcome.ended, 'outcome.ended', ends) }),
          },
        }
      : {}),
  };
}

function readEvent(value: unknown, what: string): GameEvent {
  const o = members<sent.RedactedEvent>(value, what);
  return { name: string(o.name, `${what}.name`), data: isObject(o.data) ? o.data : {} };
}

export function readEvents(value: unknown): GameEvent[] {
  return list(value, 'events', readEvent);
}

function readEntry(value: unknown, what: string): LogEntry {
  const o = members<sent.LogEntry>(value, what);
  return {
    seq: integer(o.seq, `${what}.seq`),
    kind: oneOf(o.kind, `${what}.kind`, ['start', 'move', 'frame'] as const),
    seat: integer(o.seat, `${what}.seat`),
    actor: string(o.actor, `${what}.actor`),
    time: integer(o.time, `${what}.time`),
    events: readEvents(o.events),
  };
}

export function readLog(value: unknown): LogPage {
  const o = members<sent.Log>(value, 'log');
  return { entries: list(o.entries, 'log.entries', readEntry), more: o.more === true };
}

export type { Json, JsonObject };
