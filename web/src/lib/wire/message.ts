import { readDecisions, readEvents, readView, type Decision, type GameEvent, type Move, type View } from './game';
import {
  isObject,
  list,
  members,
  object,
  optionalString,
  string,
  integer,
  WireError,
  type Json,
  type JsonObject,
} from './narrow';
import { readClocks, type Clocks } from './pace';
import { patched, shared } from './patch';
import { count, flag, listOf, maybe, shape, text, type Read } from './shape';
import { readTable, type Table } from './table';
import type * as sent from './types.gen';

/** The full state: the first message, and after too large a gap. */
interface Snapshot {
  t: 'snapshot';
  seq: number;
  /** The reader's seat; absent for a spectator. */
  seat?: number;
  table: Table;
  view: View | null;
  /** The view as the server sent it; absent before the start. */
  sent?: JsonObject;
  decisions: Decision[];
  /** The head of entry `seq`, which identifies the history; absent before the start. */
  head?: string;
  /** The history that this client saw was lost, and this snapshot replaces it. */
  restored: boolean;
  /** Only at a table with clocks, as in an update. */
  clocks?: Clocks;
}

/** One entry and the reader's state after it. */
interface Update {
  t: 'update';
  seq: number;
  events: GameEvent[];
  /** The view after each event; empty if the server sent only the view after all of them. */
  views: JsonObject[];
  view: View | null;
  sent?: JsonObject;
  decisions: Decision[];
  head?: string;
  clocks?: Clocks;
}

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

/** A change of the table or of the reader's seat. */
interface TableChange {
  t: 'table';
  seat?: number;
  table: Table;
  /** The server's time, in milliseconds since 1970; only at a table with clocks. */
  now?: number;
}

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
    case 'snapshot':
      return readSnapshot(message);
    case 'update':
      return readUpdate(message, views);
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
      const o = members<sent.TableMessage>(message, 'frame');
      const now = o.now === undefined ? {} : { now: integer(o.now, 'frame.now') };
      return { t: 'table', ...readYou(o.you), table: readTable(o.table), ...now };
    }
    default:
      return null;
  }
}

function readSnapshot(message: unknown): Snapshot {
  const o = members<sent.Snapshot>(message, 'frame');
  return {
    t: 'snapshot',
    seq: integer(o.seq, 'frame.seq'),
    ...readYou(o.you),
    table: readTable(o.table),
    view: readView(o.view),
    ...(isObject(o.view) && { sent: o.view }),
    decisions: readDecisions(o.decisions),
    ...readHead(o.head),
    restored: o.restored === true,
    ...readClocks(o),
  };
}

function readUpdate(message: unknown, views: JsonObject[]): Update {
  const o = members<sent.Update>(message, 'frame');
  return {
    t: 'update',
    seq: integer(o.seq, 'frame.seq'),
    events: readEvents(o.events),
    views,
    view: readView(o.view),
    ...(isObject(o.view) && { sent: o.view }),
    decisions: readDecisions(o.decisions),
    ...readHead(o.head),
    ...readClocks(o),
  };
}

function readYou(value: unknown): { seat?: number } {
  if (!isObject(value)) return {};
  const you = members<sent.You>(value, 'frame.you');
  return typeof you.seat === 'number' ? { seat: you.seat } : {};
}

function readHead(value: unknown): { head?: string } {
  const head = optionalString(value, 'frame.head');
  return head === undefined ? {} : { head };
}

function readResult(message: unknown): Result {
  const o = members<sent.Result>(message, 'frame');
  const id = string(o.id, 'frame.id');
  if (o.ok === true) return { t: 'result', id, ok: true, seq: integer(o.seq, 'frame.seq'), ...readHead(o.head) };
  const error = members<sent.Error>(o.error, 'frame.error');
  const rule = optionalString(error.rule, 'frame.error.rule');
  return { t: 'result', id, ok: false, code: string(error.code, 'frame.error.code'), ...(rule ? { rule } : {}) };
}

function parse(raw: unknown): unknown {
  try {
    return JSON.parse(string(raw, 'frame'));
  } catch (error) {
    throw new WireError('a frame is not JSON', { cause: error });
  }
}
