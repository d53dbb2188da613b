import { integer, list, members, oneOf, optionalString, string } from './narrow';
import { readPlayer, type Player } from './table';
import type * as sent from './types.gen';

export interface Session {
  id: string;
  label: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
}

export interface Link {
  code: string;
  expiresAt: string;
}

function readSession(value: unknown, what: string): Session {
  const o = members<sent.Session>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    label: string(o.label, `${what}.label`),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    seenAt: string(o.seenAt, `${what}.seenAt`),
    current: o.current === true,
  };
}

const linkKinds = ['device', 'app', 'handover'] as const;

/** A one-time code that was not used yet. */
export interface OutstandingLink {
  id: string;
  /** `device` adds a device; `app` signs in an installed app; `handover` gives the player's seat at a table to another person. */
  kind: (typeof linkKinds)[number];
  createdAt: string;
  expiresAt: string;
  /** The table of a handover. */
  table?: string;
  /** The seat of a handover. */
  seat?: number;
  /** Too many wrong codes were entered, so this code of an app no longer works. */
  locked: boolean;
}

function readOutstandingLink(value: unknown, what: string): OutstandingLink {
  const o = members<sent.OutstandingLink>(value, what);
  const table = optionalString(o.table, `${what}.table`);
  return {
    id: string(o.id, `${what}.id`),
    kind: oneOf(o.kind, `${what}.kind`, linkKinds),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    expiresAt: string(o.expiresAt, `${what}.expiresAt`),
    locked: o.locked === true,
    ...(table ? { table } : {}),
    ...(o.seat === undefined ? {} : { seat: integer(o.seat, `${what}.seat`) }),
  };
}

export function readLinks(value: unknown): OutstandingLink[] {
  return list(members<sent.LinkList>(value, 'answer').links, 'links', readOutstandingLink);
}

export function readSessions(value: unknown): Session[] {
  return list(members<sent.SessionList>(value, 'answer').sessions, 'sessions', readSession);
}

export function readLink(value: unknown): Link {
  const o = members<sent.Link>(value, 'link');
  return { code: string(o.code, 'link.code'), expiresAt: string(o.expiresAt, 'link.expiresAt') };
}

export interface Here {
  /** Null if nobody is signed in. */
  player: Player | null;
  /** The session's token is old and should be replaced. */
  rotate: boolean;
  /** New people need more than a name. */
  closed: boolean;
}

export function readHere(value: unknown): Here {
  const { player, rotate, door } = members<sent.Here>(value, 'answer');
  return {
    player: player === undefined ? null : readPlayer(player),
    rotate: rotate === true,
    closed: door !== undefined,
  };
}

/** Reads the player, which is the body or its member `player`. The token beside it is ignored because the cookie has it. */
export function readMe(value: unknown): Player {
  const o = members<sent.SignedIn>(value, 'answer');
  return readPlayer(o.player ?? o);
}
