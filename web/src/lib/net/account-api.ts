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
  type AskingDevice,
  type DoorCode,
  type Guest,
  type PasskeyOptions,
  type SignedIn,
  type SignInAnswer,
  type SignInWays,
  type Waiting,
  type Ways,
} from '../wire/account';
import { readRecoveries, readRecoveryAnswer, type Recovery } from '../wire/recovery';
import { call } from './rest';
import { uuid } from './uuid';

const path = encodeURIComponent;

/** The part of the REST API about ways back and the door. All calls throw Refusal. */
export const accountApi = {
  signInWays: async (): Promise<SignInWays> => readSignInWays(await call('GET', '/sign-in')),
  passkeyOptions: async (): Promise<PasskeyOptions> => readPasskeyOptions(await call('POST', '/sign-in/passkey')),
  usePasskey: async (attempt: string, credential: unknown): Promise<SignedIn> =>
    readSignedIn(await call('POST', '/sign-in/passkey/finish', { attempt, credential })),
  askMail: async (address: string, language: string): Promise<Waiting> =>
    readWaiting(await call('POST', '/sign-in/mail', { address, language })),
  useMailCode: async (code: string, player?: string): Promise<SignInAnswer> =>
    readSignInAnswer(await call('POST', '/sign-in/mail/finish', { code, ...(player ? { player } : {}) })),
  askDevice: async (): Promise<Waiting> => readWaiting(await call('POST', '/sign-in/device')),
  useDevice: async (): Promise<SignInAnswer> => readSignInAnswer(await call('POST', '/sign-in/device/finish')),
  useCode: async (code: string): Promise<SignedIn> => readSignedIn(await call('POST', '/sessions', { code })),
  oidc: async (back: string): Promise<string> => readRedirect(await call('POST', '/sign-in/oidc', { back })),

  ways: async (): Promise<Ways> => readWays(await call('GET', '/me/ways')),
  renameWay: async (id: string, name: string): Promise<void> =>
    void (await call('PATCH', `/me/ways/${path(id)}`, { name })),
  removeWay: async (id: string): Promise<void> => void (await call('DELETE', `/me/ways/${path(id)}`)),
  newPasskey: async (): Promise<PasskeyOptions> => readPasskeyOptions(await call('POST', '/me/passkeys')),
  addPasskey: async (attempt: string, credential: unknown): Promise<void> =>
    void (await call('POST', '/me/passkeys/finish', { attempt, credential })),
  addOidc: async (back: string): Promise<string> => readRedirect(await call('POST', '/me/oidc', { back })),

  askingDevice: async (code: string): Promise<AskingDevice> =>
    readAskingDevice(await call('GET', `/me/device-requests/${path(code)}`)),
  answerDevice: async (code: string, approve: boolean): Promise<void> =>
    void (await call('POST', `/me/device-requests/${path(code)}`, { approve })),

  guest: async (id: string): Promise<Guest> => readGuest(await call('GET', `/me/guests/${path(id)}`)),
  merge: async (id: string): Promise<Guest> => readGuest(await call('POST', `/me/guests/${path(id)}`)),
  /** Signs the reader out, and makes this browser the guest of before again. */
  goBack: async (id: string): Promise<SignedIn> => readSignedIn(await call('DELETE', `/me/guests/${path(id)}`)),

  /** Says that a seat is the reader's. */
  recover: async (table: string, seat: number, invite?: string): Promise<Recovery> =>
    readRecoveryAnswer(
      await call('POST', `/tables/${table}/seats/${seat}/recoveries`, { id: uuid(), ...(invite ? { invite } : {}) }),
    ),
  confirmRecovery: async (r: Recovery): Promise<Recovery> =>
    readRecoveryAnswer(
      await call('POST', `/tables/${r.table}/seats/${r.seat}/recoveries/${path(r.id)}/confirm`, { id: uuid() }),
    ),
  /** Objects to a claim, takes the seat back, or withdraws the own claim. */
  endRecovery: async (r: Recovery): Promise<Recovery> =>
    readRecoveryAnswer(await call('DELETE', `/tables/${r.table}/seats/${r.seat}/recoveries/${path(r.id)}`)),
  recoveries: async (): Promise<Recovery[]> => readRecoveries(await call('GET', '/me/recoveries')),

  doorCodes: async (): Promise<DoorCode[]> => readDoorCodes(await call('GET', '/me/door-codes')),
  makeDoorCode: async (): Promise<DoorCode> => readDoorCode(await call('POST', '/me/door-codes')),
  revokeDoorCode: async (id: string): Promise<void> => void (await call('DELETE', `/me/door-codes/${path(id)}`)),
};
