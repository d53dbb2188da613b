import { integer, isObject, list, members, oneOf, optionalString } from './narrow';
import type * as sent from './types.gen';

/** The kinds of time control. */
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
}

/** The pace of a table without clocks. */
export const freePace: Pace = { kind: 'free', bank: 0, increment: 0, byHand: false, level: '', extra: 0 };

/** The clock of a seat. */
export interface SeatClock {
  seat: number;
  /** Milliseconds left at the time of the entry. */
  left: number;
  running: boolean;
}

/** The clocks after an entry. All times are in milliseconds since 1970 by the server's clock. */
export interface Clocks {
  list: SeatClock[];
  /** The time of the entry. */
  time: number;
  /** The server's time when it sent the message, if it says so. */
  now?: number;
}

/** Reads a pace; a server without clocks sends none. */
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
  };
}

/** Reads the members of a message that show the clocks. */
export function readClocks(o: { clocks?: unknown; time?: unknown; now?: unknown }): { clocks?: Clocks } {
  if (o.clocks === undefined || o.clocks === null) return {};
  return {
    clocks: {
      list: list(o.clocks, 'frame.clocks', readClock),
      time: integer(o.time, 'frame.time'),
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
