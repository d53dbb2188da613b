import { readChat, readChatPage, readMessage, type ChatChannelName } from '../wire/chat';
import type { PostChatInputBody } from '../wire/requests.gen';
import { ask, query, tell } from './rest';

type Invite = string | undefined;

const at = (table: string, path: string, by: Record<string, string | number | undefined>): string =>
  `/tables/${table}${path}${query(by)}`;

/** The part of the REST API about the chat of a table. All calls throw Refusal. */
export const chatApi = {
  /** The channels that the reader may read: all, or the changes of one after a rev. */
  chat: (table: string, invite: Invite, by: { channel?: ChatChannelName; since?: number } = {}) =>
    ask(readChat, 'GET', at(table, '/chat', { ...by, invite })),
  earlier: (table: string, invite: Invite, channel: ChatChannelName, before: number) =>
    ask(readChatPage, 'GET', at(table, `/chat/${channel}/earlier`, { before, invite })),
  post: (table: string, invite: Invite, message: PostChatInputBody) =>
    ask(readMessage, 'POST', at(table, '/chat', { invite }), message),
  delete: (table: string, invite: Invite, channel: ChatChannelName, number: number) =>
    tell('DELETE', at(table, `/chat/${channel}-${number}`, { invite })),
  report: (table: string, invite: Invite, channel: ChatChannelName, number: number, reason: string) =>
    tell('POST', at(table, `/chat/${channel}-${number}/reports`, { invite }), reason ? { reason } : {}),
  markRead: (table: string, invite: Invite, channel: ChatChannelName, number: number) =>
    tell('PUT', at(table, '/chat/read', { invite }), { channel, number }),
  setSlow: (table: string, seconds: number) => tell('PUT', at(table, '/chat/slow', {}), { seconds }),
  /** Deletes all messages of the spectators, as host. */
  clearSpectators: (table: string) => tell('DELETE', at(table, '/chat/spectators', {})),
  /** Reacts to an entry; an empty glyph takes the reaction back. */
  react: (table: string, invite: Invite, seq: number, glyph: string) => {
    const path = at(table, `/reactions/${seq}`, { invite });
    return glyph ? tell('PUT', path, { glyph }) : tell('DELETE', path);
  },
};

/** The calls of chatApi, so that tests need no network. */
export type ChatApi = typeof chatApi;
