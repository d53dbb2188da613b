import { serverNow } from '../environment/clock';
import { isObject, list, members, oneOf, optionalString, record, string, integer } from './narrow';
import { readPace, readPause, type Pause, type Pace } from './pace';
import { readPlayer, type Player } from './player';
import { readRecovery, type Recovery } from './recovery';
import type * as sent from './types.gen';

export { readPlayer, type Player };

const states = ['open', 'running', 'finished', 'closed'] as const;
/** Visibilities of a table: for people with the link; for the host's friends, too; for everybody. */
export const visibilities = ['private', 'friends', 'public'] as const;

/** All reasons for an early end. */
export const ends = ['concession', 'agreement', 'operator'] as const;

/** The reason for which a table ended before its game. */
export type Ended = (typeof ends)[number];

/** The state of a table. */
export type TableState = (typeof states)[number];

/** The visibility of a table. */
export type Visibility = (typeof visibilities)[number];

/** One seat of a table. */
export interface Seat {
  seat: number;
  color: string;
  player?: Player;
  /** Numbers players with confusable names: 1, 2, ... */
  alike?: number;
  /** The level of the bot that holds the seat; empty if none does. */
  bot: string;
  /** The level of the stand-in; empty if there is none. */
  standIn: string;
  /** The seats that agreed to a stand-in for this seat. */
  agreed: number[];
  /** The time by this device's clock from which a bot may take over the seat; absent unless the table warns of it. */
  takeoverAt?: number;
  /** The player has contributed to the chance of the table, or declined. False for bots and free seats. */
  contributed: boolean;
  /** Whether a player whom a rematch seated has confirmed it; absent for all others. */
  confirmed?: boolean;
  connected: boolean;
  /** The player is away. */
  away: boolean;
  /** The player gave up; a bot plays the seat to the end. */
  conceded?: boolean;
  /** The public keys of the devices that may sign the player's moves now, in hex; absent if there are none. */
  devices?: readonly string[];
}

/** An open proposal to stop the game. */
export interface StopProposal {
  /** The entry that proposed it, which names it. */
  seq: number;
  by: number;
  /** The seats whose players want to stop, the proposer first. */
  agreed: number[];
}

/** A change of the settings before the start, with the new values of what changed. */
export interface SettingsChange {
  /** The id of the player. */
  by: string;
  options: Record<string, number>;
  pace?: Pace;
  seats?: number;
  visibility?: Visibility;
}

/** The moment of a finished table at which a fork begins. */
export interface Origin {
  table: string;
  seq: number;
}

/** A table without its game state. */
export interface Table {
  id: string;
  title: string;
  state: TableState;
  visibility: Visibility;
  seats: Seat[];
  options: Record<string, number>;
  pace: Pace;
  /** The id of the host, who may start the table and remove players. */
  host: string;
  seq: number;
  /** Seats that owe a decision. */
  owing: number[];
  winners: number[];
  createdAt: string;
  updatedAt: string;
  /** The commitment to the table's secret, in hex; empty while the server cannot read the secret. */
  commitment: string;
  /** The invitation, sent only to the seats of a private table. */
  invite?: string;
  /** The players whom the host removed and who may not return; sent only to the host. */
  barred: Player[];
  /** The id of the rematch table. */
  rematch?: string;
  /** The moment at which a fork begins; absent for other tables. */
  origin?: Origin;
  /** The reason for an end before that of the game. */
  ended?: Ended;
  stop?: StopProposal;
  pause?: Pause;
  /** The newest changes of the settings, the oldest first; none after the start. */
  changes: SettingsChange[];
  /** The number of all changes. */
  changed: number;
  /** The open claims of seats; sent only to the people at the table and to those who claim. */
  recoveries?: Recovery[];
}

/** One page of a list of tables. */
export interface TablePage {
  tables: Table[];
  next?: string;
}

function readSeat(value: unknown, what: string): Seat {
  const o = members<sent.Seat>(value, what);
  return {
    seat: integer(o.seat, `${what}.seat`),
    color: string(o.color, `${what}.color`),
    ...(isObject(o.player) ? { player: readPlayer(o.player, `${what}.player`) } : {}),
    ...(o.alike === undefined ? {} : { alike: integer(o.alike, `${what}.alike`) }),
    bot: optionalString(o.bot, `${what}.bot`) ?? '',
    standIn: optionalString(o.standIn, `${what}.standIn`) ?? '',
    agreed: list(o.agreed ?? [], `${what}.agreed`, integer),
    ...(o.takeoverIn === undefined ? {} : { takeoverAt: serverNow() + integer(o.takeoverIn, `${what}.takeoverIn`) }),
    contributed: o.contributed === true,
    ...(o.confirmed === undefined ? {} : { confirmed: o.confirmed === true }),
    connected: o.connected === true,
    away: o.away === true,
    ...(o.conceded === true ? { conceded: true } : {}),
    ...(o.devices === undefined ? {} : { devices: list(o.devices, `${what}.devices`, string) }),
  };
}

function readChange(value: unknown, what: string): SettingsChange {
  const o = members<sent.SettingsChange>(value, what);
  return {
    by: string(o.by, `${what}.by`),
    options: record(o.options ?? {}, `${what}.options`, integer),
    ...(o.pace === undefined ? {} : { pace: readPace(o.pace, `${what}.pace`) }),
    ...(o.seats === undefined ? {} : { seats: integer(o.seats, `${what}.seats`) }),
    ...(o.visibility === undefined ? {} : { visibility: oneOf(o.visibility, `${what}.visibility`, visibilities) }),
  };
}

/** Reads a table. */
export function readTable(value: unknown, what = 'table'): Table {
  const o = members<sent.Table>(value, what);
  const invite = optionalString(o.invite, `${what}.invite`);
  const rematch = optionalString(o.rematch, `${what}.rematch`);
  return {
    id: string(o.id, `${what}.id`),
    title: string(o.title, `${what}.title`),
    state: oneOf(o.state, `${what}.state`, states),
    visibility: oneOf(o.visibility, `${what}.visibility`, visibilities),
    seats: list(o.seats, `${what}.seats`, readSeat),
    options: record(o.options, `${what}.options`, integer),
    pace: readPace(o.pace, `${what}.pace`),
    host: optionalString(o.host, `${what}.host`) ?? '',
    seq: integer(o.seq, `${what}.seq`),
    commitment: optionalString(o.commitment, `${what}.commitment`) ?? '',
    owing: list(o.owing, `${what}.owing`, integer),
    winners: list(o.winners, `${what}.winners`, integer),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    updatedAt: string(o.updatedAt, `${what}.updatedAt`),
    barred: list(o.barred, `${what}.barred`, readPlayer),
    changes: list(o.changes ?? [], `${what}.changes`, readChange),
    changed: integer(o.changed ?? 0, `${what}.changed`),
    ...(o.recoveries === undefined ? {} : { recoveries: list(o.recoveries, `${what}.recoveries`, readRecovery) }),
    ...(invite ? { invite } : {}),
    ...(rematch ? { rematch } : {}),
    ...(isObject(o.origin) ? { origin: readOrigin(o.origin, `${what}.origin`) } : {}),
    ...(o.ended === undefined ? {} : { ended: oneOf(o.ended, `${what}.ended`, ends) }),
    ...(isObject(o.stop) ? { stop: readStop(o.stop, `${what}.stop`) } : {}),
    ...(isObject(o.pause) ? { pause: readPause(o.pause, `${what}.pause`) } : {}),
  };
}

function readStop(value: unknown, what: string): StopProposal {
  const o = members<sent.StopProposal>(value, what);
  return {
    seq: integer(o.seq, `${what}.seq`),
    by: integer(o.by, `${what}.by`),
    agreed: list(o.agreed, `${what}.agreed`, integer),
  };
}

function readOrigin(value: unknown, what: string): Origin {
  const o = members<sent.Origin>(value, what);
  return { table: string(o.table, `${what}.table`), seq: integer(o.seq, `${what}.seq`) };
}

/** Reads `{table}`, the answer of calls that change a table. */
export function readTableAnswer(value: unknown): Table {
  return readTable(members<sent.OneTable>(value, 'answer').table);
}

/** Reads a page of tables. */
export function readTablePage(value: unknown): TablePage {
  const o = members<sent.TableList>(value, 'page');
  const next = optionalString(o.next, 'page.next');
  return { tables: list(o.tables, 'page.tables', readTable), ...(next ? { next } : {}) };
}
