import { integer, isObject } from './narrow';
import { count, flag, listOf, maybe, oneOf, shape, text, type Read } from './shape';
import type * as sent from './types.gen';

export const paceKinds = ['free', 'live', 'days'] as const;

const readTimeControl = shape<sent.Pace>()({
  kind: oneOf(paceKinds),
  bank: integer,
  increment: integer,
  /** A time-out happens only when another player claims it. */
  byHand: flag,
  /** The level of the bot after a time-out; empty at a free pace. */
  level: text,
  /** The time that one player gives to another at once. */
  extra: count,
  /** The vacation of a player pauses the table; only at the pace of days. */
  vacation: flag,
});

/** The time control of a table. All times are in seconds. */
export type Pace = Read<typeof readTimeControl>;

/** The pace of a table without clocks. */
export const freePace: Pace = {
  kind: 'free',
  bank: 0,
  increment: 0,
  byHand: false,
  level: '',
  extra: 0,
  vacation: false,
};

/** Reads a pace; without one the table has no clocks. */
export function readPace(value: unknown, what: string): Pace {
  return isObject(value) ? readTimeControl(value, what) : freePace;
}

const readClock = shape<sent.Clock>()({
  seat: integer,
  /** Milliseconds left at the time of the entry. */
  left: integer,
  running: flag,
});

export type SeatClock = Read<typeof readClock>;

const readMembers = shape<sent.Snapshot>()({
  clocks: listOf(readClock),
  time: integer,
  /** The clocks stand still until then; absent if that is not after the entry. */
  paused: maybe(integer),
  /** The server's time when it sent the message, if it says so. */
  now: maybe(integer),
});

/** The clocks after an entry. All times are in milliseconds since 1970 by the server's clock. */
export type Clocks = Omit<Read<typeof readMembers>, 'clocks'> & { list: SeatClock[] };

/** Reads the members of a message that show the clocks. */
export function readClocks(message: { clocks?: unknown }): { clocks?: Clocks } {
  if (message.clocks === undefined || message.clocks === null) return {};
  const { clocks, ...times } = readMembers(message, 'frame');
  return { clocks: { list: clocks, ...times } };
}

/** The pauses of a table. Times are in milliseconds since 1970 by the server's clock. */
export const readPause = shape<sent.Pause>()({
  /** The end of the pause by agreement; 0: none. */
  until: count,
  /** The open proposal to pause, or to end the pause. */
  proposal: maybe(shape<sent.PauseProposal>()({ seq: integer, resumes: flag, agreed: listOf(integer) })),
  /** The players on vacation. */
  away: listOf(shape<sent.Away>()({ seat: integer, until: integer })),
});

export type Pause = Read<typeof readPause>;
