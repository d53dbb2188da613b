import { readLog, readView, type LogPage, type View } from '../wire/game';
import {
  readHere,
  readLink,
  readLinks,
  readMe,
  readSessions,
  type Here,
  type Link,
  type OutstandingLink,
  type Session,
} from '../wire/session';
import {
  readTable,
  readTableAnswer,
  readTablePage,
  type Player,
  type Table,
  type TablePage,
  type TableState,
} from '../wire/table';
import type * as requests from '../wire/requests.gen';
import { list, object, string, integer, type JsonObject } from '../wire/narrow';
import { readCauses, readRuledOut, type Causes, type RuledOut } from '../wire/rules';
import { readTitles, type Title } from '../wire/title';
import { call, query } from './rest';
import { uuid } from './uuid';

/** A bot's move for the caller, with a reason as a text key of the title and its values. */
export interface Hint {
  decision: string;
  /** The index of the move in the decision's list. */
  index: number;
  /** The index of the second best move; -1 if there is none. */
  second: number;
  reason: string;
  params: JsonObject;
}

/** The REST API. All calls throw Refusal. */
export const api = {
  /** The player who is signed in on this device. */
  here: async (): Promise<Here> => readHere(await call('GET', '/session')),
  /** Makes a new person. A closed door opens to a code of the server, or to the invite of a table. */
  join: async (name: string, key: { code?: string; table?: string; invite?: string } = {}): Promise<Player> =>
    readMe(await call('POST', '/players', { name, ...key })),
  rename: async (name: string): Promise<Player> => readMe(await call('PATCH', '/me', { name })),
  erase: async (): Promise<void> => void (await call('DELETE', '/me')),
  signOut: async (): Promise<void> => void (await call('DELETE', '/me/session')),

  sessions: async (): Promise<Session[]> => readSessions(await call('GET', '/me/sessions')),
  revoke: async (id: string): Promise<void> => void (await call('DELETE', `/me/sessions/${id}`)),
  /** Signs out all devices except this one. */
  revokeOthers: async (): Promise<void> => void (await call('DELETE', '/me/sessions')),
  /** Replaces the token of this session, which is in the cookie. */
  rotate: async (): Promise<void> => void (await call('POST', '/me/sessions/rotate')),
  links: async (): Promise<OutstandingLink[]> => readLinks(await call('GET', '/me/links')),
  revokeLink: async (id: string): Promise<void> => void (await call('DELETE', `/me/links/${id}`)),
  /** Makes a six-digit code for an installed app. */
  appCode: async (): Promise<Link> => readLink(await call('POST', '/me/app-code')),

  titles: async (): Promise<Title[]> => readTitles(await call('GET', '/titles')),
  /** The rules behind the events, moves and scores of a title. */
  causes: async (title: string): Promise<Causes> => readCauses(await call('GET', `/titles/${title}/rules`)),
  /** Counts a step of a lesson, without its person. */
  countLesson: (
    title: string,
    chapter: number,
    step: number,
    what: 'begun' | 'helped' | 'finished',
  ): Promise<unknown> => call('POST', `/titles/${title}/lesson`, { chapter, step, what }),
  /** The moves that the reader's open decision does not offer, each with a rule. */
  ruledOut: async (id: string): Promise<{ decision: string; refusals: RuledOut[] }> =>
    readRuledOut(await call('GET', `/tables/${id}/refusals`)),
  tables: async (by: { state?: TableState; mine?: 1; cursor?: string; limit?: number }): Promise<TablePage> =>
    readTablePage(await call('GET', `/tables${query(by)}`)),
  table: async (id: string, invite?: string): Promise<Table> => {
    const answer = await call('GET', `/tables/${id}${query({ invite })}`);
    return readTable(answer);
  },
  create: async (table: requests.CreateInputBody): Promise<Table> =>
    readTableAnswer(await call('POST', '/tables', table)),
  change: async (id: string, settings: requests.ChangeInputBody): Promise<Table> =>
    readTableAnswer(await call('PATCH', `/tables/${id}`, settings)),
  confirm: async (id: string): Promise<Table> => readTableAnswer(await call('POST', `/tables/${id}/confirm`)),
  sit: async (id: string, place: requests.SitInputBody): Promise<Table> =>
    readTableAnswer(await call('POST', `/tables/${id}/seats`, place)),
  /** Answers for the caller's seat before the start: a contribution to the chance, which a device signs. */
  contribute: async (id: string, answer: requests.ContributionInputBody): Promise<Table> =>
    readTableAnswer(await call('POST', `/tables/${id}/contribution`, answer)),
  /** Adds a device to the caller's seat of a running table: confirmed by an old device, or only by the player's word. */
  enroll: async (id: string, device: requests.DeviceInputBody): Promise<void> =>
    void (await call('POST', `/tables/${id}/devices`, device)),
  stand: async (id: string, seat: number): Promise<void> => void (await call('DELETE', `/tables/${id}/seats/${seat}`)),
  /** Replaces the invitation of a private table. */
  newInvite: async (id: string): Promise<Table> => readTableAnswer(await call('POST', `/tables/${id}/invite`)),
  /** Removes a game against bots from the reader's list. A running one is stopped. */
  unlist: async (id: string): Promise<void> => {
    await call('DELETE', `/me/tables/${id}`);
  },
  /** Lets a player return whom the host removed. */
  allow: async (id: string, player: string): Promise<Table> =>
    readTableAnswer(await call('DELETE', `/tables/${id}/barred/${player}`)),
  seatBot: async (id: string, level: requests.BotInputBody['level'], seat?: number): Promise<Table> =>
    readTableAnswer(await call('POST', `/tables/${id}/bots`, { level, ...(seat === undefined ? {} : { seat }) })),
  start: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/start`)),
  rematch: async (id: string): Promise<Table> => readTableAnswer(await call('POST', `/tables/${id}/rematch`)),
  /** Opens a table that begins at a moment of a finished one. */
  fork: async (id: string, moment: requests.ForkInputBody): Promise<Table> =>
    readTableAnswer(await call('POST', `/tables/${id}/fork`, moment)),
  leave: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/leave`, { id: uuid() })),
  comeBack: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/return`, { id: uuid() })),
  agree: async (id: string, seat: number): Promise<void> =>
    void (await call('POST', `/tables/${id}/seats/${seat}/takeover`, { id: uuid() })),
  /** Lets a bot play a seat whose clock has reached zero. */
  claimTime: async (id: string, seat: number): Promise<void> =>
    void (await call('POST', `/tables/${id}/seats/${seat}/timeout`, { id: uuid() })),
  giveTime: async (id: string, seat: number): Promise<void> =>
    void (await call('POST', `/tables/${id}/seats/${seat}/time`, { id: uuid() })),
  proposePause: async (id: string): Promise<void> => void (await call('POST', `/tables/${id}/pause`, { id: uuid() })),
  answerPause: async (id: string, answer: 'agree' | 'decline', proposal: number): Promise<void> =>
    void (await call('POST', `/tables/${id}/pause/${answer}`, { id: uuid(), proposal })),
  /** Creates a one-time code that transfers the caller's seat. */
  offer: async (id: string): Promise<Link> => readLink(await call('POST', `/tables/${id}/handover`)),
  claim: async (id: string, code: string): Promise<void> =>
    void (await call('POST', `/tables/${id}/claim`, { id: uuid(), code })),
  hint: async (id: string): Promise<Hint> => {
    const o = object(await call('POST', `/tables/${id}/hint`), 'hint');
    const reason = object(o.reason, 'hint.reason');
    return {
      decision: string(o.decision, 'hint.decision'),
      index: integer(o.index, 'hint.index'),
      second: o.second === undefined ? -1 : integer(o.second, 'hint.second'),
      reason: string(reason.key, 'hint.reason.key'),
      params: object(reason.params, 'hint.reason.params'),
    };
  },
  /** The caller's view of a running or finished table; null before the start. */
  view: async (id: string, invite?: string): Promise<View | null> =>
    readView(object(await call('GET', `/tables/${id}/view${query({ invite })}`), 'answer').view),
  log: async (id: string, since: number, invite?: string): Promise<LogPage> =>
    readLog(await call('GET', `/tables/${id}/log${query({ since, invite })}`)),
  /** The messages of the entries after `since`, as the reader was sent them then. */
  past: async (id: string, since: number, invite?: string): Promise<JsonObject[]> => {
    const page = object(await call('GET', `/tables/${id}/past${query({ since, invite })}`), 'past');
    return list(page.updates, 'past.updates', object);
  },
  /** The URL of the record of a finished table. */
  record: (id: string, invite?: string): string => `/api/v1/tables/${id}/export${query({ invite })}`,
};
