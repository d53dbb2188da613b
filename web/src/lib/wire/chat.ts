import { integer, list, members, oneOf, optionalString, string, type JsonObject } from './narrow';
import { readPlayer, type Player } from './table';
import type * as sent from './types.gen';

export const chatChannels = ['players', 'spectators'] as const;

export type ChatChannelName = (typeof chatChannels)[number];

/** A message. Either text or phrase is set; a deleted message has neither. */
export interface ChatMessage {
  number: number;
  /** Of two copies, the higher one is newer. */
  changed: number;
  from: Player;
  text: string;
  phrase: string;
  deleted: '' | 'author' | 'host';
  /** In milliseconds since 1970. */
  at: number;
}

/** The reaction of a person to an entry of the log; the glyph is empty once it was taken back. */
export interface ChatReaction {
  seq: number;
  from: Player;
  glyph: string;
  changed: number;
}

export interface ChatPart {
  channel: ChatChannelName;
  write: boolean;
  /** The channel of the reader's own side, and so of their reactions. */
  own: boolean;
  rev: number;
  /** It replaces everything that is known of the channel. */
  whole: boolean;
  /** The pause between two messages of a person, in seconds. */
  slow: number;
  messages: ChatMessage[];
  reactions: ChatReaction[];
  earlier: boolean;
  /** The number of the last message that the reader has read. */
  read: number;
}

/** Changes of a channel after the rev `since`, from a socket. */
export interface ChatUpdate {
  channel: ChatChannelName;
  since: number;
  rev: number;
  slow: number;
  messages: ChatMessage[];
  reactions: ChatReaction[];
}

export function readMessage(value: unknown, what = 'message'): ChatMessage {
  const o = members<sent.ChatMessage>(value, what);
  return {
    number: integer(o.number, `${what}.number`),
    changed: integer(o.changed, `${what}.changed`),
    from: readPlayer(o.from, `${what}.from`),
    text: optionalString(o.text, `${what}.text`) ?? '',
    phrase: optionalString(o.phrase, `${what}.phrase`) ?? '',
    deleted: oneOf(o.deleted ?? '', `${what}.deleted`, ['', 'author', 'host']),
    at: Date.parse(string(o.at, `${what}.at`)),
  };
}

function readReaction(value: unknown, what: string): ChatReaction {
  const o = members<sent.ChatReaction>(value, what);
  return {
    seq: integer(o.seq, `${what}.seq`),
    from: readPlayer(o.from, `${what}.from`),
    glyph: optionalString(o.glyph, `${what}.glyph`) ?? '',
    changed: integer(o.changed, `${what}.changed`),
  };
}

function readPart(value: unknown, what: string): ChatPart {
  const o = members<sent.ChatChannel>(value, what);
  return {
    channel: oneOf(o.channel, `${what}.channel`, chatChannels),
    write: o.write === true,
    own: o.own === true,
    rev: integer(o.rev, `${what}.rev`),
    whole: o.whole === true,
    slow: integer(o.slow ?? 0, `${what}.slow`),
    messages: list(o.messages, `${what}.messages`, readMessage),
    reactions: list(o.reactions, `${what}.reactions`, readReaction),
    earlier: o.earlier === true,
    read: integer(o.read ?? 0, `${what}.read`),
  };
}

export function readChat(value: unknown): ChatPart[] {
  return list(members<sent.Chat>(value, 'chat').channels, 'chat.channels', readPart);
}

export function readChatPage(value: unknown): { messages: ChatMessage[]; earlier: boolean } {
  const o = members<sent.ChatPage>(value, 'page');
  return { messages: list(o.messages, 'page.messages', readMessage), earlier: o.earlier === true };
}

/** Reads a message of a socket: an update, or the mark of another device of the reader. */
export function readNews(content: JsonObject): ChatUpdate | { channel: ChatChannelName; read: number } {
  if (content.t === 'chat_read') {
    const o = members<sent.ChatRead>(content, 'chat');
    return { channel: oneOf(o.channel, 'chat.channel', chatChannels), read: integer(o.number, 'chat.number') };
  }
  const o = members<sent.ChatUpdate>(content, 'chat');
  return {
    channel: oneOf(o.channel, 'chat.channel', chatChannels),
    since: integer(o.since, 'chat.since'),
    rev: integer(o.rev, 'chat.rev'),
    slow: integer(o.slow ?? 0, 'chat.slow'),
    messages: list(o.messages, 'chat.messages', readMessage),
    reactions: list(o.reactions, 'chat.reactions', readReaction),
  };
}
