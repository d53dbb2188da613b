import { integer, object, string } from './narrow';
import { readPlayer } from './player';
import { flag, listOf, maybe, member, oneOf, type Read, shape, text } from './shape';
import type * as sent from './types.gen';

/** The ways in that the server offers at this address. */
export const readSignInWays = shape<sent.SignInWays>()({
  passkey: flag,
  passkeyReason: maybe(oneOf(['no_https', 'ip_address', 'other_address'])),
  mail: flag,
  /** The name of another sign-in. */
  oidc: maybe(string),
  /** How new people come in. */
  door: oneOf(['open', 'invite', 'oidc']),
  /** The reader may make codes that let new people in. */
  mayInvite: flag,
});

export type SignInWays = Read<typeof readSignInWays>;

export const readGuest = shape<sent.MergeOffer>()({
  /** Names the question. */
  id: string,
  name: string,
  unfinished: integer,
  finished: integer,
  messages: integer,
  invitations: integer,
  blocks: integer,
  devices: integer,
  /** Unfinished tables at which both sit. */
  waiting: listOf(string),
});

/** The belongings of a guest who was signed in before. */
export type Guest = Read<typeof readGuest>;

export const readSignedIn = shape<sent.SignedIn>()({
  player: readPlayer,
  /** The guest of before, who would be missed. */
  guest: maybe(readGuest),
});

export type SignedIn = Read<typeof readSignedIn>;

export const readSignInAnswer = shape<sent.SignInAnswer>()({
  signedIn: maybe(readSignedIn),
  waits: flag,
  choices: listOf(readPlayer),
});

export type SignInAnswer = Read<typeof readSignInAnswer>;

export const readPasskeyOptions = shape<sent.PasskeyOptions>()({ attempt: string, options: object });

export type PasskeyOptions = Read<typeof readPasskeyOptions>;

export const readWaiting = shape<sent.Waiting>()({ code: text, expiresAt: string });

export type Waiting = Read<typeof readWaiting>;

export const readAskingDevice = shape<sent.DeviceRequest>()({ label: string, since: string });

export type AskingDevice = Read<typeof readAskingDevice>;

export const readRedirect = member<sent.Redirect>()('address', string);

const readWay = shape<sent.Way>()({
  id: string,
  kind: oneOf(['passkey', 'oidc']),
  name: string,
  createdAt: string,
  usedAt: maybe(string),
});

/** A key by which the reader signs in again. */
export type Way = Read<typeof readWay>;

/** The reader's ways back, and what happened to the account. */
export const readWays = shape<sent.WayList>()({
  ways: listOf(readWay),
  /** The verified mail address. */
  mail: maybe(string),
  events: listOf(shape<sent.AccountEvent>()({ id: string, at: string, kind: string, name: text })),
});

export type Ways = Read<typeof readWays>;

export const readDoorCode = shape<sent.DoorCode>()({
  id: string,
  /** Only right after it was made. */
  code: text,
  uses: integer,
  expiresAt: string,
});

/** A code that lets new people in. */
export type DoorCode = Read<typeof readDoorCode>;

export const readDoorCodes = member<sent.DoorCodeList>()('codes', listOf(readDoorCode));
