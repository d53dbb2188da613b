import { integer, isObject, list, object, string, type Json, type JsonObject } from './narrow';
import { flag, listOf, maybe, oneOf, shape, type Read } from './shape';
import { ends } from './table';
import type * as sent from './types.gen';

/** One option of a decision. It is sent back unchanged. */
export type Move = JsonObject;

const readDecision = shape<sent.Decision & { effects?: unknown }>()({
  id: string,
  seat: integer,
  kind: string,
  moves: listOf(object),
  /** The effects of each of the moves, if the server names them. */
  effects: maybe(listOf(listOf(object))),
});

/** A choice that a seat owes now; only the reader's own decision has moves. */
export type Decision = Read<typeof readDecision>;

const readOutcome = shape<sent.Outcome>()({
  winners: listOf(integer),
  scores: listOf(integer),
  /** The seats that conceded, in order; absent without any. */
  conceded: maybe(listOf(integer)),
  ended: maybe(oneOf(ends)),
});

export type Outcome = Read<typeof readOutcome>;

/** The reader's view: the title's members, and the common ones. */
export interface View {
  members: JsonObject;
  canTakeBack: boolean;
  outcome?: Outcome;
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
  return {
    members: Object.fromEntries(Object.entries(o).filter(([key]) => !commonMembers.includes(key))),
    canTakeBack: o.canTakeBack === true,
    ...(isObject(o.outcome) ? { outcome: readOutcome(o.outcome, 'outcome') } : {}),
  };
}

const readEvent = shape<sent.RedactedEvent>()({ name: string, data: (value) => (isObject(value) ? value : {}) });

export type GameEvent = Read<typeof readEvent>;

export function readEvents(value: unknown): GameEvent[] {
  return list(value, 'events', readEvent);
}

const readEntry = shape<sent.LogEntry>()({
  seq: integer,
  kind: oneOf(['start', 'move', 'frame']),
  /** -1 if no seat acted. */
  seat: integer,
  /** The actor: player, bot, timer or host. */
  actor: string,
  /** Milliseconds since 1970. */
  time: integer,
  events: readEvents,
});

export type LogEntry = Read<typeof readEntry>;

export type EntryEvents = Readonly<{ seq: number; events: readonly GameEvent[] }>;

/** Reads a page of the log; `more` means that later entries exist. */
export const readLog = shape<sent.Log>()({ entries: listOf(readEntry), more: flag });

export type LogPage = Read<typeof readLog>;

export type { Json, JsonObject };
