import {
  readAskingDevice,
  readDoorCode,
  readDoorCodes,
  readGuest,
  readPasskeyOptions,
  readRedirect,
  readSignedIn,
  readSignInAnswer,
  readSignInWays,
  readWaiting,
  readWays,
} from '../wire/account';
import { readRecoveries, readRecoveryAnswer, type Recovery } from '../wire/recovery';
import { ask, tell } from './rest';
import { uuid } from './uuid';

const path = encodeURIComponent;

/** The part of the REST API about ways back and the door. All calls throw Refusal. */
export const accountApi = {
  signInWays: () => ask(readSignInWays, 'GET', '/sign-in'),
  passkeyOptions: () => ask(readPasskeyOptions, 'POST', '/sign-in/passkey'),
  usePasskey: (attempt: string, credential: unknown) =>
    ask(readSignedIn, 'POST', '/sign-in/passkey/finish', { attempt, credential }),
  askMail: (address: string, language: string) => ask(readWaiting, 'POST', '/sign-in/mail', { address, language }),
  useMailCode: (code: string, player?: string) =>
    ask(readSignInAnswer, 'POST', '/sign-in/mail/finish', { code, ...(player ? { player } : {}) }),
  askDevice: () => ask(readWaiting, 'POST', '/sign-in/device'),
  useDevice: () => ask(readSignInAnswer, 'POST', '/sign-in/device/finish'),
  useCode: (code: string) => ask(readSignedIn, 'POST', '/sessions', { code }),
  oidc: (back: string) => ask(readRedirect, 'POST', '/sign-in/oidc', { back }),

  ways: () => ask(readWays, 'GET', '/me/ways'),
  renameWay: (id: string, name: string) => tell('PATCH', `/me/ways/${path(id)}`, { name }),
  removeWay: (id: string) => tell('DELETE', `/me/ways/${path(id)}`),
  newPasskey: () => ask(readPasskeyOptions, 'POST', '/me/passkeys'),
  addPasskey: (attempt: string, credential: unknown) => tell('POST', '/me/passkeys/finish', { attempt, credential }),
  addOidc: (back: string) => ask(readRedirect, 'POST', '/me/oidc', { back }),

  askingDevice: (code: string) => ask(readAskingDevice, 'GET', `/me/device-requests/${path(code)}`),
  answerDevice: (code: string, approve: boolean) => tell('POST', `/me/device-requests/${path(code)}`, { approve }),

  guest: (id: string) => ask(readGuest, 'GET', `/me/guests/${path(id)}`),
  merge: (id: string) => ask(readGuest, 'POST', `/me/guests/${path(id)}`),
  /** Signs the reader out, and makes this browser the guest of before again. */
  goBack: (id: string) => ask(readSignedIn, 'DELETE', `/me/guests/${path(id)}`),

  /** Says that a seat is the reader's. */
  recover: (table: string, seat: number, invite?: string) =>
    ask(readRecoveryAnswer, 'POST', `/tables/${table}/seats/${seat}/recoveries`, {
      id: uuid(),
      ...(invite ? { invite } : {}),
    }),
  confirmRecovery: (r: Recovery) =>
    ask(readRecoveryAnswer, 'POST', `/tables/${r.table}/seats/${r.seat}/recoveries/${path(r.id)}/confirm`, {
      id: uuid(),
    }),
  /** Objects to a claim, takes the seat back, or withdraws the own claim. */
  endRecovery: (r: Recovery) =>
    ask(readRecoveryAnswer, 'DELETE', `/tables/${r.table}/seats/${r.seat}/recoveries/${path(r.id)}`),
  recoveries: () => ask(readRecoveries, 'GET', '/me/recoveries'),

  doorCodes: () => ask(readDoorCodes, 'GET', '/me/door-codes'),
  makeDoorCode: () => ask(readDoorCode, 'POST', '/me/door-codes'),
  revokeDoorCode: (id: string) => tell('DELETE', `/me/door-codes/${path(id)}`),
};
