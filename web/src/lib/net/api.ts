import { contribute, contributed, keepContribution } from '../fair/contribution';
import { readLog, readView, type LogPage, type View } from '../wire/game';
import { readLink, readHere, readMe, readSessions, type Link, type Session } from '../wire/session';
import {
  readTable,
  readTableAnswer,
  readTablePage,
  type Player,
  type Table,
  type TablePage,
  type TableState,
  type Visibility,
} from '../wire/table';
import { object, string, integer, type JsonObject } from '../wire/narrow';
import { readTitles, type Title } from '../wire/title';
import { call, query } from './rest';
import type { Level } from '../ui/bots';
import { uuid } from './uuid';

/** What a new table is to be. */
export interface NewTable {
  title: string;
  seats: number;
  visibility: Visibility;
  options: Record<string, number>;
}

/** What a bot would do in the caller's place, and why: a message of the title with what it speaks of. */
export interface Hint {
  decision: string;
  /** Of the move in the decision's list. */
  index: number;
  reason: string;
  params: JsonObject;
}

/** Every call of the REST door; all of them throw Refusal. */
export const api = {
  /** Who is signed in on this device, null for a stranger. */
  here: async (): Promise<Player | null> => readHere(await call('GET', '/session')),
  join: async (name: string): Promise<Player> => readMe(await call('POST', '/players', { name })),
  rename: async (name: string): Promise<Player> => readMe(await call('PATCH', '/me', { name })),
  erase: async (): Promise<void> => void (await call('DELETE', '/me')),
  signOut: async (): Promise<void> => void (await call('DELETE', '/me/session')),

  sessions: async (): Promise<Session[]> => readSessions(await call('GET', '/me/sessions')),
  revoke: async (id: string): Promise<void> => void (await call('DELETE', `/me/sessions/${id}`)),
  link: async (): Promise<Link> => readLink(await call('POST', '/me/links')),
  useLink: async (code: string): Promise<Player> => readMe(await call('POST', '/sessions', { code })),

  titles: async (): Promise<Title[]> => readTitles(await call('GET', '/titles')),
  tables: async (by: { state?: TableState; mine?: 1; cursor?: string; limit?: number }): Promise<TablePage> =>
    readTablePage(await call('GET', `/tables${query(by)}`)),
  table: async (id: string, invite?: string): Promise<Table> => {
    const answer = await call('GET', `/tables/${id}${query({ invite })}`);
    return readTable(answer);
  },
  /** Makes a table, and adds to its chance. */
  create: async (table: NewTable): Promise<Table> => {
    const contribution = contribute();
    const made = readTableAnswer(await call('POST', '/tables', { ...table, contribution }));
    keepContribution(made.id, contribution);
    return made;
  },
  /** Sits down, or moves, and adds to the chance of the table. */
  sit: async (id: string, place: { seat?: number; color?: string; invite?: string }): Promise<Table> => {
    const contribution = contributed(id) ?? contribute();
    const table = readTableAnswer(await call('POST', `/tables/${id}/seats`, { ...place, contribution }));
    keepContribution(id, contribution);
    return table;
  },
  stand: async (id: string, seat: number): Promise<void> => void (await call('DELETE', `/tables/${id}/seats/${seat}`)),
  seatBot: async (id: string, level: Level, seat?: number): Promise<Table> =>
    readTableAnswer(await call('POST', `/tables/${id}/bots`, { level, ...(seat === undefined ? {} : { seat }) })),
  start: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/start`)),
  rematch: async (id: string): Promise<Table> => readTableAnswer(await call('POST', `/tables/${id}/rematch`)),
  leave: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/leave`, { id: uuid() })),
  comeBack: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/return`, { id: uuid() })),
  /** Agrees that a bot plays the seat of somebody who keeps the table waiting. */
  agree: async (id: string, seat: number): Promise<void> =>
    void (await call('POST', `/tables/${id}/seats/${seat}/takeover`, { id: uuid() })),
  /** The code with which somebody else gets the caller's seat, once. */
  offer: async (id: string): Promise<Link> => readLink(await call('POST', `/tables/${id}/handover`)),
  /** Takes over the seat that a code tells. */
  claim: async (id: string, code: string): Promise<void> =>
    void (await call('POST', `/tables/${id}/claim`, { id: uuid(), code })),
  /** What a bot would do in the caller's place. */
  hint: async (id: string): Promise<Hint> => {
    const o = object(await call('POST', `/tables/${id}/hint`), 'hint');
    const reason = object(o.reason, 'hint.reason');
    return {
      decision: string(o.decision, 'hint.decision'),
      index: integer(o.index, 'hint.index'),
      reason: string(reason.key, 'hint.reason.key'),
      params: object(reason.params, 'hint.reason.params'),
    };
  },
  /** What the caller sees of a running or finished table; null before the start. */
  view: async (id: string, invite?: string): Promise<View | null> =>
    readView(object(await call('GET', `/tables/${id}/view${query({ invite })}`), 'answer').view),
  log: async (id: string, since: number, invite?: string): Promise<LogPage> =>
    readLog(await call('GET', `/tables/${id}/log${query({ since, invite })}`)),
  /** The address of the whole record of a finished table. */
  record: (id: string, invite?: string): string => `/api/v1/tables/${id}/export${query({ invite })}`,
};
