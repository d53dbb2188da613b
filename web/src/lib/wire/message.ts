import { readDecisions, readEvents, readView, type Decision, type GameEvent, type Move, type View } from './game';
import { isObject, list, members, object, string, integer, WireError } from './narrow';
import { readTable, type Table } from './table';
import type * as sent from './types.gen';

/** The WebSocket subprotocol with its version. */
export const protocol = 'nemeton.v1';

/** The full state: the first message, and after too large a gap. */
interface Snapshot {
  t: 'snapshot';
  seq: number;
  /** The reader's seat; absent for a spectator. */
  seat?: number;
  table: Table;
  view: View | null;
  decisions: Decision[];
}

/** One entry and the reader's state after it. */
interface Update {
  t: 'update';
  seq: number;
  events: GameEvent[];
  view: View | null;
  decisions: Decision[];
}

/** The answer to a command. */
export interface Result {
  t: 'result';
  id: string;
  ok: boolean;
  /** The seq of the entry, if ok. */
  seq?: number;
  /** The code of a refusal. */
  code?: string;
}

/** The connected seats and spectators, and the state of the store. */
interface Presence {
  t: 'presence';
  seats: number[];
  spectators: number;
  /** The server's store is unreachable. */
  interrupted: boolean;
}

/** A change of the table or of the reader's seat. */
interface TableChange {
  t: 'table';
  seat?: number;
  table: Table;
}

/** A message from the server. */
export type ServerMessage = Snapshot | Update | Result | Presence | TableChange;

/** A message from the client; the id makes a resend harmless. */
export type ClientMessage = { t: 'act'; id: string; decision: string; move: Move } | { t: 'takeback'; id: string };

/** Reads one message. Returns null for unknown types, because a newer server may send more. Throws WireError on invalid messages. */
export function readMessage(raw: unknown): ServerMessage | null {
  const message = object(parse(raw), 'frame');
  switch (message.t) {
    case 'snapshot':
      return readSnapshot(message);
    case 'update':
      return readUpdate(message);
    case 'result':
      return readResult(message);
    case 'presence':
      return readPresence(message);
    case 'table': {
      const o = members<sent.TableMessage>(message, 'frame');
      return { t: 'table', ...readYou(o.you), table: readTable(o.table) };
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
    decisions: readDecisions(o.decisions),
  };
}

function readUpdate(message: unknown): Update {
  const o = members<sent.Update>(message, 'frame');
  return {
    t: 'update',
    seq: integer(o.seq, 'frame.seq'),
    events: readEvents(o.events),
    view: readView(o.view),
    decisions: readDecisions(o.decisions),
  };
}

function readPresence(message: unknown): Presence {
  const o = members<sent.Presence>(message, 'frame');
  return {
    t: 'presence',
    seats: list(o.seats, 'frame.seats', integer),
    spectators: integer(o.spectators ?? 0, 'frame.spectators'),
    interrupted: o.interrupted === true,
  };
}

function readYou(value: unknown): { seat?: number } {
  if (!isObject(value)) return {};
  const you = members<sent.You>(value, 'frame.you');
  return typeof you.seat === 'number' ? { seat: you.seat } : {};
}

function readResult(message: unknown): Result {
  const o = members<sent.Result>(message, 'frame');
  const id = string(o.id ?? '', 'frame.id');
  if (o.ok === true) return { t: 'result', id, ok: true, seq: integer(o.seq, 'frame.seq') };
  const error = members<sent.Error>(o.error, 'frame.error');
  return { t: 'result', id, ok: false, code: string(error.code, 'frame.error.code') };
}

function parse(raw: unknown): unknown {
  try {
    return JSON.parse(string(raw, 'frame'));
  } catch (error) {
    throw new WireError('a frame is not JSON', { cause: error });
  }
}
