import { list, members, string } from './narrow';
import { readPlayer, type Player } from './table';
import type * as sent from './types.gen';

/** A session: one device of a player. */
export interface Session {
  id: string;
  label: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
}

/** A one-time code. */
export interface Link {
  code: string;
  expiresAt: string;
}

function readSession(value: unknown, what: string): Session {
  const o = members<sent.Session>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    label: string(o.label ?? '', `${what}.label`),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    seenAt: string(o.seenAt, `${what}.seenAt`),
    current: o.current === true,
  };
}

/** Reads the list of sessions. */
export function readSessions(value: unknown): Session[] {
  return list(members<sent.SessionList>(value, 'answer').sessions, 'sessions', readSession);
}

/** Reads a link. */
export function readLink(value: unknown): Link {
  const o = members<sent.Link>(value, 'link');
  return { code: string(o.code, 'link.code'), expiresAt: string(o.expiresAt, 'link.expiresAt') };
}

/** Reads the signed-in player; null if there is none. */
export function readHere(value: unknown): Player | null {
  const { player } = members<sent.Here>(value, 'answer');
  return player === undefined ? null : readPlayer(player);
}

/** Reads the player, which is the body or its member `player`. The token beside it is ignored because the cookie has it. */
export function readMe(value: unknown): Player {
  const o = members<sent.SignedIn>(value, 'answer');
  return readPlayer(o.player ?? o);
}
