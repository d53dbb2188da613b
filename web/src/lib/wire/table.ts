import { serverNow } from '../environment/clock';
import { integer, string } from './narrow';
import { readPace, readPause } from './pace';
import { readPlayer, type Player } from './player';
import { listedRecoveries } from './recovery';
import { count, flag, listOf, maybe, member, oneOf, type Read, recordOf, shape, text } from './shape';
import type * as sent from './types.gen';

export { readPlayer, type Player };

const states = ['open', 'running', 'finished', 'closed'] as const;
/** Visibilities of a table: for people with the link; for the host's friends, too; for everybody. */
export const visibilities = ['private', 'friends', 'public'] as const;

/** All reasons for an early end. */
export const ends = ['concession', 'agreement', 'operator'] as const;

export type TableState = (typeof states)[number];

export type Visibility = (typeof visibilities)[number];

const readSentSeat = shape<sent.Seat>()({
  seat: integer,
  color: string,
  player: maybe(readPlayer),
  /** Numbers players with confusable names: 1, 2, ... */
  alike: maybe(integer),
  /** The level of the bot that holds the seat; empty if none does. */
  bot: text,
  /** The level of the stand-in; empty if there is none. */
  standIn: text,
  /** The seats that agreed to a stand-in for this seat. */
  agreed: listOf(integer),
  takeoverIn: maybe(integer),
  /** The player has contributed to the chance of the table, or declined. False for bots and free seats. */
  contributed: flag,
  /** Whether a player whom a rematch seated has confirmed it; absent for all others. */
  confirmed: maybe(flag),
  connected: flag,
  /** The player is away. */
  away: flag,
  /** The player gave up; a bot plays the seat to the end. */
  conceded: maybe(flag),
  /** The public keys of the devices that may sign the player's moves now, in hex; absent if there are none. */
  devices: maybe<readonly string[]>(listOf(string)),
});

export type Seat = Omit<Read<typeof readSentSeat>, 'takeoverIn'> & {
  /** The time by this device's clock from which a bot may take over the seat; absent unless the table warns of it. */
  takeoverAt?: number;
};

function readSeat(value: unknown, what: string): Seat {
  const { takeoverIn, ...seat } = readSentSeat(value, what);
  return takeoverIn === undefined ? seat : { ...seat, takeoverAt: serverNow() + takeoverIn };
}

const readChange = shape<sent.SettingsChange>()({
  by: string,
  options: recordOf(integer),
  pace: maybe(readPace),
  seats: maybe(integer),
  visibility: maybe(oneOf(visibilities)),
});

export type SettingsChange = Read<typeof readChange>;

const readStop = shape<sent.StopProposal>()({
  /** The entry that proposed it, which names it. */
  seq: integer,
  by: integer,
  /** The seats whose players want to stop, the proposer first. */
  agreed: listOf(integer),
});

export type StopProposal = Read<typeof readStop>;

const readOrigin = shape<sent.Origin>()({ table: string, seq: integer });

/** The moment of a finished table at which a fork begins. */
export type Origin = Read<typeof readOrigin>;

export const readTable = shape<sent.Table>()({
  id: string,
  title: string,
  state: oneOf(states),
  visibility: oneOf(visibilities),
  seats: listOf(readSeat),
  options: recordOf(integer),
  pace: readPace,
  /** The id of the host, who may start the table and remove players. */
  host: text,
  seq: integer,
  /** Seats that owe a decision. */
  owing: listOf(integer),
  winners: listOf(integer),
  createdAt: string,
  updatedAt: string,
  /** The commitment to the table's secret, in hex; empty while the server cannot read the secret. */
  commitment: text,
  /** The invitation, sent only to the seats of a private table. */
  invite: maybe(string),
  /** The players whom the host removed and who may not return; sent only to the host. */
  barred: listOf(readPlayer),
  rematch: maybe(string),
  /** The moment at which a fork begins; absent for other tables. */
  origin: maybe(readOrigin),
  ended: maybe(oneOf(ends)),
  stop: maybe(readStop),
  pause: maybe(readPause),
  /** The newest changes of the settings, the oldest first; none after the start. */
  changes: listOf(readChange),
  changed: count,
  /** The open claims of seats; sent only to the people at the table and to those who claim. */
  recoveries: maybe(listedRecoveries),
});

/** A table without its game state. */
export type Table = Read<typeof readTable>;

/** Reports whether a state of a table is older than another. The server writes times in UTC, with up to six digits after the second. */
export const isOlder = (one: Table, other: Table): boolean => digits(one.updatedAt) < digits(other.updatedAt);

const digits = (time: string): string => time.replace('Z', '');

export const readTableAnswer = member<sent.OneTable>()('table', readTable);

export const readTablePage = shape<sent.TableList>()({ tables: listOf(readTable), next: maybe(string) });

export type TablePage = Read<typeof readTablePage>;
