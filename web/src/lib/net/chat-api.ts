import {
  readChat,
  readChatPage,
  readMessage,
  type ChatChannelName,
  type ChatMessage,
  type ChatPart,
} from '../wire/chat';
import type { PostChatInputBody } from '../wire/requests.gen';
import { call, query } from './rest';

type Invite = string | undefined;

const at = (table: string, path: string, by: Record<string, string | number | undefined>): string =>
  `/tables/${table}${path}${query(by)}`;

/** The part of the REST API about the chat of a table. All calls throw Refusal. */
export const chatApi = {
  /** The channels that the reader may read: all, or the changes of one after a rev. */
  chat: async (
    table: string,
    invite: Invite,
    by: { channel?: ChatChannelName; since?: number } = {},
  ): Promise<ChatPart[]> => readChat(await call('GET', at(table, '/chat', { ...by, invite }))),
  earlier: async (
    table: string,
    invite: Invite,
    channel: ChatChannelName,
    before: number,
  ): Promise<{ messages: ChatMessage[]; earlier: boolean }> =>
    readChatPage(await call('GET', at(table, `/chat/${channel}/earlier`, { before, invite }))),
  post: async (table: string, invite: Invite, message: PostChatInputBody): Promise<ChatMessage> =>
    readMessage(await call('POST', at(table, '/chat', { invite }), message)),
  delete: async (table: string, invite: Invite, channel: ChatChannelName, number: number): Promise<void> =>
    void (await call('DELETE', at(table, `/chat/${channel}-${number}`, { invite }))),
  report: async (
    table: string,
    invite: Invite,
    channel: ChatChannelName,
    number: number,
    reason: string,
  ): Promise<void> =>
    void (await call('POST', at(table, `/chat/${channel}-${number}/reports`, { invite }), reason ? { reason } : {})),
  markRead: async (table: string, invite: Invite, channel: ChatChannelName, number: number): Promise<void> =>
    void (await call('PUT', at(table, '/chat/read', { invite }), { channel, number })),
  setSlow: async (table: string, seconds: number): Promise<void> =>
    void (await call('PUT', at(table, '/chat/slow', {}), { seconds })),
  /** Deletes all messages of the spectators, as host. */
  clearSpectators: async (table: string): Promise<void> =>
    void (await call('DELETE', at(table, '/chat/spectators', {}))),
  /** Reacts to an entry; an empty glyph takes the reaction back. */
  react: async (table: string, invite: Invite, seq: number, glyph: string): Promise<void> => {
    const path = at(table, `/reactions/${seq}`, { invite });
    await (glyph ? call('PUT', path, { glyph }) : call('DELETE', path));
  },
};

/** The calls of chatApi, so that tests need no network. */
export type ChatApi = typeof chatApi;
