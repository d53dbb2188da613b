import { integer, type JsonObject } from './narrow';
import { readPlayer } from './player';
import { count, flag, listOf, member, moment, oneOf, or, type Read, shape, text } from './shape';
import type * as sent from './types.gen';

export const chatChannels = ['players', 'spectators'] as const;

export type ChatChannelName = (typeof chatChannels)[number];

export const readMessage = shape<sent.ChatMessage>()({
  number: integer,
  /** Of two copies, the higher one is newer. */
  changed: integer,
  from: readPlayer,
  text,
  phrase: text,
  deleted: or(oneOf(['author', 'host']), ''),
  at: moment,
});

/** A message. Either text or phrase is set; a deleted message has neither. */
export type ChatMessage = Read<typeof readMessage>;

/** The reaction of a person to an entry of the log; the glyph is empty once it was taken back. */
const readReaction = shape<sent.ChatReaction>()({ seq: integer, from: readPlayer, glyph: text, changed: integer });

export type ChatReaction = Read<typeof readReaction>;

/** The members of all messages that show a channel. */
const shown = {
  channel: oneOf(chatChannels),
  rev: integer,
  /** The pause between two messages of a person, in seconds. */
  slow: count,
  messages: listOf(readMessage),
  reactions: listOf(readReaction),
};

const readPart = shape<sent.ChatChannel>()({
  ...shown,
  write: flag,
  /** The channel of the reader's own side, and so of their reactions. */
  own: flag,
  /** It replaces everything that is known of the channel. */
  whole: flag,
  earlier: flag,
  /** The number of the last message that the reader has read. */
  read: count,
});

export type ChatPart = Read<typeof readPart>;

export const readChat = member<sent.Chat>()('channels', listOf(readPart));

export const readChatPage = shape<sent.ChatPage>()({ messages: listOf(readMessage), earlier: flag });

const readMark = shape<sent.ChatRead>()({ channel: oneOf(chatChannels), number: integer });

const readUpdate = shape<sent.ChatUpdate>()({ ...shown, since: integer });

/** Changes of a channel after the rev `since`, from a socket. */
export type ChatUpdate = Read<typeof readUpdate>;

/** Reads a message of a socket: an update, or the mark of another device of the reader. */
export function readNews(content: JsonObject): ChatUpdate | { channel: ChatChannelName; read: number } {
  if (content.t !== 'chat_read') return readUpdate(content);
  const { channel, number } = readMark(content);
  return { channel, read: number };
}
