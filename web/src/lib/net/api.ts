import { readLog, readView, type View } from '../wire/game';
import { readHere, readLink, readLinks, readMe, readSessions } from '../wire/session';
import { readTable, readTableAnswer, readTablePage, type TableState } from '../wire/table';
import type * as requests from '../wire/requests.gen';
import { list, object, string, integer, type JsonObject } from '../wire/narrow';
import { readCauses, readRuledOut } from '../wire/rules';
import { readTitles } from '../wire/title';
import { ask, call, query, tell } from './rest';
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
  here: () => ask(readHere, 'GET', '/session'),
  /** Makes a new person. A closed door opens to a code of the server, or to the invite of a table. */
  join: (name: string, key: { code?: string; table?: string; invite?: string } = {}) =>
    ask(readMe, 'POST', '/players', { name, ...key }),
  rename: (name: string) => ask(readMe, 'PATCH', '/me', { name }),
  erase: () => tell('DELETE', '/me'),
  signOut: () => tell('DELETE', '/me/session'),

  sessions: () => ask(readSessions, 'GET', '/me/sessions'),
  revoke: (id: string) => tell('DELETE', `/me/sessions/${id}`),
  /** Signs out all devices except this one. */
  revokeOthers: () => tell('DELETE', '/me/sessions'),
  /** Replaces the token of this session, which is in the cookie. */
  rotate: () => tell('POST', '/me/sessions/rotate'),
  links: () => ask(readLinks, 'GET', '/me/links'),
  revokeLink: (id: string) => tell('DELETE', `/me/links/${id}`),
  /** Makes a six-digit code for an installed app. */
  appCode: () => ask(readLink, 'POST', '/me/app-code'),

  titles: () => ask(readTitles, 'GET', '/titles'),
  /** The rules behind the events, moves and scores of a title. */
  causes: (title: string) => ask(readCauses, 'GET', `/titles/${title}/rules`),
  /** Counts a step of a lesson, without its person. */
  countLesson: (title: string, chapter: number, step: number, what: 'begun' | 'helped' | 'finished') =>
    tell('POST', `/titles/${title}/lesson`, { chapter, step, what }),
  /** The moves that the reader's open decision does not offer, each with a rule. */
  ruledOut: (id: string) => ask(readRuledOut, 'GET', `/tables/${id}/refusals`),
  tables: (by: { state?: TableState; mine?: 1; cursor?: string; limit?: number }) =>
    ask(readTablePage, 'GET', `/tables${query(by)}`),
  table: (id: string, invite?: string) => ask(readTable, 'GET', `/tables/${id}${query({ invite })}`),
  create: (table: requests.CreateInputBody) => ask(readTableAnswer, 'POST', '/tables', table),
  change: (id: string, settings: requests.ChangeInputBody) => ask(readTableAnswer, 'PATCH', `/tables/${id}`, settings),
  confirm: (id: string) => ask(readTableAnswer, 'POST', `/tables/${id}/confirm`),
  sit: (id: string, place: requests.SitInputBody) => ask(readTableAnswer, 'POST', `/tables/${id}/seats`, place),
  /** Answers for the caller's seat before the start: a contribution to the chance, which a device signs. */
  contribute: (id: string, answer: requests.ContributionInputBody) =>
    ask(readTableAnswer, 'POST', `/tables/${id}/contribution`, answer),
  /** Adds a device to the caller's seat of a running table: confirmed by an old device, or only by the player's word. */
  enroll: (id: string, device: requests.DeviceInputBody) => tell('POST', `/tables/${id}/devices`, device),
  stand: (id: string, seat: number) => tell('DELETE', `/tables/${id}/seats/${seat}`),
  /** Replaces the invitation of a private table. */
  newInvite: (id: string) => ask(readTableAnswer, 'POST', `/tables/${id}/invite`),
  /** Removes a game against bots from the reader's list. A running one is stopped. */
  unlist: (id: string) => tell('DELETE', `/me/tables/${id}`),
  /** Lets a player return whom the host removed. */
  allow: (id: string, player: string) => ask(readTableAnswer, 'DELETE', `/tables/${id}/barred/${player}`),
  seatBot: (id: string, level: requests.BotInputBody['level'], seat?: number) =>
    ask(readTableAnswer, 'POST', `/tables/${id}/bots`, { level, ...(seat === undefined ? {} : { seat }) }),
  start: (id: string) => tell('POST', `/tables/${id}/start`),
  rematch: (id: string) => ask(readTableAnswer, 'POST', `/tables/${id}/rematch`),
  /** Opens a table that begins at a moment of a finished one. */
  fork: (id: string, moment: requests.ForkInputBody) => ask(readTableAnswer, 'POST', `/tables/${id}/fork`, moment),
  leave: (id: string) => tell('POST', `/tables/${id}/leave`, { id: uuid() }),
  comeBack: (id: string) => tell('POST', `/tables/${id}/return`, { id: uuid() }),
  agree: (id: string, seat: number) => tell('POST', `/tables/${id}/seats/${seat}/takeover`, { id: uuid() }),
  /** Lets a bot play a seat whose clock has reached zero. */
  claimTime: (id: string, seat: number) => tell('POST', `/tables/${id}/seats/${seat}/timeout`, { id: uuid() }),
  giveTime: (id: string, seat: number) => tell('POST', `/tables/${id}/seats/${seat}/time`, { id: uuid() }),
  proposePause: (id: string) => tell('POST', `/tables/${id}/pause`, { id: uuid() }),
  answerPause: (id: string, answer: 'agree' | 'decline', proposal: number) =>
    tell('POST', `/tables/${id}/pause/${answer}`, { id: uuid(), proposal }),
  /** Creates a one-time code that transfers the caller's seat. */
  offer: (id: string) => ask(readLink, 'POST', `/tables/${id}/handover`),
  claim: (id: string, code: string) => tell('POST', `/tables/${id}/claim`, { id: uuid(), code }),
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
  log: (id: string, since: number, invite?: string) =>
    ask(readLog, 'GET', `/tables/${id}/log${query({ since, invite })}`),
  /** The messages of the entries after `since`, as the reader was sent them then. */
  past: async (id: string, since: number, invite?: string): Promise<JsonObject[]> => {
    const page = object(await call('GET', `/tables/${id}/past${query({ since, invite })}`), 'past');
    return list(page.updates, 'past.updates', object);
  },
  /** The URL of the record of a finished table. */
  record: (id: string, invite?: string): string => `/api/v1/tables/${id}/export${query({ invite })}`,
};
