import { integer, string } from './narrow';
import { readPlayer, type Player } from './player';
import { flag, listOf, maybe, member, oneOf, type Read, shape } from './shape';
import type * as sent from './types.gen';

const readSession = shape<sent.Session>()({
  id: string,
  label: string,
  createdAt: string,
  seenAt: string,
  current: flag,
});

export type Session = Read<typeof readSession>;

const readOutstandingLink = shape<sent.OutstandingLink>()({
  id: string,
  /** `device` adds a device; `app` signs in an installed app; `handover` gives the player's seat at a table to another person. */
  kind: oneOf(['device', 'app', 'handover']),
  createdAt: string,
  expiresAt: string,
  /** The table of a handover. */
  table: maybe(string),
  /** The seat of a handover. */
  seat: maybe(integer),
  /** Too many wrong codes were entered, so this code of an app no longer works. */
  locked: flag,
});

/** A one-time code that was not used yet. */
export type OutstandingLink = Read<typeof readOutstandingLink>;

export const readLinks = member<sent.LinkList>()('links', listOf(readOutstandingLink));

export const readSessions = member<sent.SessionList>()('sessions', listOf(readSession));

export const readLink = shape<sent.Link>()({ code: string, expiresAt: string });

export type Link = Read<typeof readLink>;

const readAnswer = shape<sent.Here>()({ player: maybe(readPlayer), rotate: flag, door: maybe(string) });

export interface Here {
  /** Null if nobody is signed in. */
  player: Player | null;
  /** The session's token is old and should be replaced. */
  rotate: boolean;
  /** New people need more than a name. */
  closed: boolean;
}

export function readHere(value: unknown): Here {
  const { player = null, rotate, door } = readAnswer(value);
  return { player, rotate, closed: door !== undefined };
}

/** Reads the player, which is the body or its member `player`. The token beside it is ignored because the cookie has it. */
export function readMe(value: unknown): Player {
  return readAnswer(value).player ?? readPlayer(value);
}
