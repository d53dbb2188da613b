import { readDecisions, readEvents, readView, type Move } from './game';
import { isObject, list, members, object, string, integer, WireError, type Json, type JsonObject } from './narrow';
import { readClocks, type Clocks } from './pace';
import { patched, shared } from './patch';
import { count, flag, listOf, maybe, shape, text, type Read } from './shape';
import { readTable } from './table';
import type * as sent from './types.gen';

/** Reads the reader's seat; absent for a spectator. */
function readYou(value: unknown): { seat?: number } {
  return isObject(value) && typeof value.seat === 'number' ? { seat: value.seat } : {};
}

/** The members of the messages with the reader's state. */
const state = {
  seq: integer,
  view: readView,
  decisions: readDecisions,
  /** The head of entry `seq`, which identifies the history; absent before the start. */
  head: maybe(string),
};

interface Shown {
  /** The view as the server sent it; absent before the start. */
  sent?: JsonObject;
  /** Only at a table with clocks. */
  clocks?: Clocks;
}

const shownIn = (message: JsonObject): Shown => ({
  ...(isObject(message.view) && { sent: message.view }),
  ...readClocks(message),
});

const readSnapshot = shape<sent.Snapshot>()({
  ...state,
  you: readYou,
  table: readTable,
  /** The history that this client saw was lost, and this snapshot replaces it. */
  restored: flag,
});

/** The full state: the first message, and after too large a gap. */
type Snapshot = { t: 'snapshot'; seat?: number } & Omit<Read<typeof readSnapshot>, 'you'> & Shown;

const readUpdate = shape<sent.Update>()({ ...state, events: readEvents });

/** One entry and the reader's state after it. */
type Update = { t: 'update' } & Read<typeof readUpdate> &
  Shown & {
    /** The view after each event; empty if the server sent only the view after all of them. */
    views: JsonObject[];
  };

export interface Result {
  t: 'result';
  id: string;
  ok: boolean;
  /** The seq of the entry, if ok. */
  seq?: number;
  head?: string;
  code?: string;
  /** The id of the rule that forbids the move, of a refusal. */
  rule?: string | undefined;
}

const readPresence = shape<sent.Presence>()({
  seats: listOf(integer),
  spectators: count,
  /** The server's store is unreachable. */
  interrupted: flag,
});

/** The connected seats and spectators, and the state of the store. */
type Presence = { t: 'presence' } & Read<typeof readPresence>;

const readChange = shape<sent.TableMessage>()({
  you: readYou,
  table: readTable,
  /** The server's time, in milliseconds since 1970; only at a table with clocks. */
  now: maybe(integer),
});

/** A change of the table or of the reader's seat. */
type TableChange = { t: 'table'; seat?: number } & Omit<Read<typeof readChange>, 'you'>;

/** The answer to a ping, and the announcement that the server answers pings. */
interface Pong {
  t: 'pong';
}

const readWatch = shape<sent.Watch>()({
  /** The numbers of the reader and of the leader. */
  you: integer,
  leader: integer,
  /** The members in the order of their arrival; the name of a person who is not signed in is empty. */
  members: listOf(shape<sent.WatchMember>()({ number: integer, name: text })),
  at: maybe(shape<sent.WatchMoment>()({ seq: integer, eyes: integer })),
});

/** The state of a group that watches a replay together. */
export type Watch = { t: 'watch' } & Read<typeof readWatch>;

/** A moment of a replay: an entry, and a seat or -1 for a spectator or -2 for everybody together. */
export type WatchMoment = NonNullable<Watch['at']>;

/** A message of the chat, whose code is loaded later and reads it. */
interface ChatNews {
  t: 'chat';
  content: JsonObject;
}

export type ServerMessage = Snapshot | Update | Result | Presence | TableChange | Pong | ChatNews | Watch;

/** The newest entry that a client knows, and its head. They identify the history that the client saw. */
export interface History {
  seq: number;
  head: string;
}

/** The proof of a command: the device's signature, which covers the history that the player had seen, and a reveal of its chain. */
export interface Proof {
  /** The device's public key, in hex. */
  device: string;
  signature: string;
  /** The index of the reveal; absent without one. */
  index?: number;
  reveal?: string;
}

/**
 * A command of a player; the id makes a resend harmless. With a history the server refuses it if that history was lost. A proof
 * makes its chance depend on this player, and shows in the record that the player made the move.
 */
export type Command = (
  | { t: 'act'; id: string; decision: string; move: Move }
  | { t: 'takeback' | 'concede' | 'propose_stop'; id: string }
  // The decision is the seq of the proposal.
  | { t: 'agree_to_stop' | 'decline_stop'; id: string; decision: string }
) &
  Partial<History> &
  Partial<Proof>;

/** A message from the client. `watch` joins a group, shows it a moment as its leader, or passes the lead on to a member. */
export type ClientMessage = Command | { t: 'watch'; id: string; group: string; at?: WatchMoment; to?: number };

/**
 * Reads the messages of one socket. It completes updates that carry a patch. Views and decisions of successive messages share the parts that
 * are equal.
 */
export class MessageReader {
  /** The last view and decisions, as sent. */
  private state: JsonObject = {};

  /** Reads one message. Returns null for unknown types, because a newer server may send more. Throws WireError on invalid messages. */
  read(raw: unknown): ServerMessage | null {
    return this.readObject(object(parse(raw), 'frame'));
  }

  /** Reads one message that is not text any more, as read does. */
  readObject(message: JsonObject): ServerMessage | null {
    if (message.t !== 'snapshot' && message.t !== 'update') return readMessage(message);
    const { patch, steps = [], view = null, decisions = null, ...rest } = message;
    if (patch === undefined) {
      this.state = object(shared(this.state, { view, decisions }), 'patched');
      return readMessage({ ...rest, ...this.state });
    }
    const events: Json[] = [];
    const views: JsonObject[] = [];
    let state = this.state;
    for (const step of list(steps, 'steps', (each, what) => members<sent.UpdateStep>(each, what))) {
      state = object(patched(state, step.patch), 'patched');
      events.push(step.event as Json);
      views.push(object(state.view, 'patched.view'));
    }
    this.state = object(patched(state, patch), 'patched');
    return readMessage({ ...(rest.events === undefined && { events }), ...rest, ...this.state }, views);
  }
}

function readMessage(message: JsonObject, views: JsonObject[] = []): ServerMessage | null {
  switch (message.t) {
    case 'snapshot': {
      const { you, ...snapshot } = readSnapshot(message, 'frame');
      return { t: 'snapshot', ...you, ...snapshot, ...shownIn(message) };
    }
    case 'update':
      return { t: 'update', ...readUpdate(message, 'frame'), ...shownIn(message), views };
    case 'result':
      return readResult(message);
    case 'presence':
      return { t: 'presence', ...readPresence(message, 'frame') };
    case 'pong':
      return { t: 'pong' };
    case 'chat':
    case 'chat_read':
      return { t: 'chat', content: message };
    case 'watch':
      return { t: 'watch', ...readWatch(message, 'frame') };
    case 'table': {
      const { you, ...change } = readChange(message, 'frame');
      return { t: 'table', ...you, ...change };
    }
    default:
      return null;
  }
}

const readDone = shape<sent.Result>()({ id: string, seq: integer, head: maybe(string) });
const readRefused = shape<sent.Result>()({
  id: string,
  error: shape<sent.Error>()({ code: string, rule: maybe(string) }),
});

function readResult(message: JsonObject): Result {
  if (message.ok === true) return { t: 'result', ok: true, ...readDone(message, 'frame') };
  const { id, error } = readRefused(message, 'frame');
  return { t: 'result', ok: false, id, ...error };
}

function parse(raw: unknown): unknown {
  try {
    return JSON.parse(string(raw, 'frame'));
  } catch (error) {
    throw new WireError('a frame is not JSON', { cause: error });
  }
}
