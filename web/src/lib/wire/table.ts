import { isObject, list, members, oneOf, optionalString, record, string, integer } from './narrow';
import type * as sent from './types.gen';

const states = ['open', 'running', 'finished', 'closed'] as const;
const visibilities = ['public', 'private'] as const;

/** Where a table stands. */
export type TableState = (typeof states)[number];

/** Who may find and watch a table. */
export type Visibility = (typeof visibilities)[number];

/** A person; the name of an erased one is empty. */
export interface Player {
  id: string;
  name: string;
}

/** One place at a table. */
export interface Seat {
  seat: number;
  color: string;
  player?: Player;
  /** 1, 2, ... of players at the table whose names could be taken for one another. */
  alike?: number;
  /** The level of the bot that holds the seat; empty where none does. */
  bot: string;
  /** The level of the bot that plays for the player until they return; empty where none does. */
  standIn: string;
  /** Whose players agree that a bot shall play the seat. */
  agreed: number[];
  connected: boolean;
  /** Its player went away for now. */
  away: boolean;
}

/** A table without its game. */
export interface Table {
  id: string;
  title: string;
  state: TableState;
  visibility: Visibility;
  seats: Seat[];
  options: Record<string, number>;
  /** Id of the player who may start and remove. */
  host: string;
  seq: number;
  /** Seats that owe a decision. */
  owing: number[];
  winners: number[];
  createdAt: string;
  updatedAt: string;
  /** Only told to those who sit at a private table. */
  invite?: string;
  /** The table that follows this one. */
  rematch?: string;
}

/** One page of a list of tables. */
export interface TablePage {
  tables: Table[];
  next?: string;
}

/** Reads a player. */
export function readPlayer(value: unknown, what = 'player'): Player {
  const o = members<sent.Player>(value, what);
  return { id: string(o.id, `${what}.id`), name: o.name === undefined ? '' : string(o.name, `${what}.name`) };
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
    connected: o.connected === true,
    away: o.away === true,
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
    host: optionalString(o.host, `${what}.host`) ?? '',
    seq: integer(o.seq, `${what}.seq`),
    owing: list(o.owing, `${what}.owing`, integer),
    winners: list(o.winners, `${what}.winners`, integer),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    updatedAt: string(o.updatedAt, `${what}.updatedAt`),
    ...(invite ? { invite } : {}),
    ...(rematch ? { rematch } : {}),
  };
}

/** Reads `{table}`, the answer of the calls that change one. */
export function readTableAnswer(value: unknown): Table {
  return readTable(members<sent.OneTable>(value, 'answer').table);
}

/** Reads a page of tables. */
export function readTablePage(value: unknown): TablePage {
  const o = members<sent.TableList>(value, 'page');
  const next = optionalString(o.next, 'page.next');
  return { tables: list(o.tables, 'page.tables', readTable), ...(next ? { next } : {}) };
}
