import { integer, isObject, list, members, oneOf, optionalString } from './narrow';
import type * as sent from './types.gen';

export const paceKinds = ['free', 'live', 'days'] as const;

/** The time control of a table. All times are in seconds. */
export interface Pace {
  kind: (typeof paceKinds)[number];
  bank: number;
  increment: number;
  /** A time-out happens only when another player claims it. */
  byHand: boolean;
  /** The level of the bot after a time-out; empty at a free pace. */
  level: string;
  /** The time that one player gives to another at once. */
  extra: number;
  /** The vacation of a player pauses the table; only at the pace of days. */
  vacation: boolean;
}

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

export interface SeatClock {
  seat: number;
  /** Milliseconds left at the time of the entry. */
  left: number;
  running: boolean;
}

/** The clocks after an entry. All times are in milliseconds since 1970 by the server's clock. */
export interface Clocks {
  list: SeatClock[];
  time: number;
  /** The clocks stand still until then; absent if that is not after the entry. */
  paused?: number;
  /** The server's time when it sent the message, if it says so. */
  now?: number;
}

/** Reads a pace; without one the table has no clocks. */
export function readPace(value: unknown, what: string): Pace {
  if (!isObject(value)) return freePace;
  const o = members<sent.Pace>(value, what);
  return {
    kind: oneOf(o.kind, `${what}.kind`, paceKinds),
    bank: integer(o.bank, `${what}.bank`),
    increment: integer(o.increment, `${what}.increment`),
    byHand: o.byHand === true,
    level: optionalString(o.level, `${what}.level`) ?? '',
    extra: integer(o.extra ?? 0, `${what}.extra`),
    vacation: o.vacation === true,
  };
}

/** Reads the members of a message that show the clocks. */
export function readClocks(o: { clocks?: unknown; time?: unknown; paused?: unknown; now?: unknown }): {
  clocks?: Clocks;
} {
  if (o.clocks === undefined || o.clocks === null) return {};
  return {
    clocks: {
      list: list(o.clocks, 'frame.clocks', readClock),
      time: integer(o.time, 'frame.time'),
      ...(o.paused === undefined ? {} : { paused: integer(o.paused, 'frame.paused') }),
      ...(o.now === undefined ? {} : { now: integer(o.now, 'frame.now') }),
    },
  };
}

function readClock(value: unknown, what: string): SeatClock {
  const o = members<sent.Clock>(value, what);
  return {
    seat: integer(o.seat, `${what}.seat`),
    left: integer(o.left, `${what}.left`),
    running: o.running === true,
  };
}

/** The pauses of a table. Times are in milliseconds since 1970 by the server's clock. */
export interface Pause {
  /** The end of the pause by agreement; 0: none. */
  until: number;
  /** The open proposal to pause, or to end the pause. */
  proposal?: { seq: number; resumes: boolean; agreed: number[] };
  /** The players on vacation. */
  away: { seat: number; until: number }[];
}

export function readPause(value: unknown, what: string): Pause {
  const o = members<sent.Pause>(value, what);
  return {
    until: integer(o.until ?? 0, `${what}.until`),
    ...(o.proposal === undefined ? {} : { proposal: readPauseProposal(o.proposal, `${what}.proposal`) }),
    away: list(o.away ?? [], `${what}.away`, readAway),
  };
}

function readPauseProposal(value: unknown, what: string): NonNullable<Pause['proposal']> {
  const o = members<sent.PauseProposal>(value, what);
  return {
    seq: integer(o.seq, `${what}.seq`),
    resumes: o.resumes === true,
    agreed: list(o.agreed, `${what}.agreed`, integer),
  };
}

function readAway(value: unknown, what: string): { seat: number; until: number } {
  const o = members<sent.Away>(value, what);
  return { seat: integer(o.seat, `${what}.seat`), until: integer(o.until, `${what}.until`) };
}
