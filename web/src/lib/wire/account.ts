import { integer, isObject, list, members, object, oneOf, optionalString, string, type JsonObject } from './narrow';
import { readPlayer, type Player } from './player';
import type * as sent from './types.gen';

const doors = ['open', 'invite', 'oidc'] as const;

/** How new people come in. */
export type Door = (typeof doors)[number];

const reasons = ['no_https', 'ip_address', 'other_address'] as const;

/** The ways in that the server offers at this address. */
export interface SignInWays {
  passkey: boolean;
  passkeyReason?: (typeof reasons)[number];
  mail: boolean;
  /** The name of another sign-in. */
  oidc?: string;
  door: Door;
  /** The reader may make codes that let new people in. */
  mayInvite: boolean;
}

export function readSignInWays(value: unknown): SignInWays {
  const o = members<sent.SignInWays>(value, 'answer');
  const oidc = optionalString(o.oidc, 'oidc');
  return {
    passkey: o.passkey === true,
    ...(o.passkeyReason === undefined ? {} : { passkeyReason: oneOf(o.passkeyReason, 'passkeyReason', reasons) }),
    mail: o.mail === true,
    ...(oidc ? { oidc } : {}),
    door: oneOf(o.door, 'door', doors),
    mayInvite: o.mayInvite === true,
  };
}

/** The belongings of a guest who was signed in before. */
export interface Guest {
  /** Names the question. */
  id: string;
  name: string;
  unfinished: number;
  finished: number;
  messages: number;
  invitations: number;
  blocks: number;
  devices: number;
  /** Unfinished tables at which both sit. */
  waiting: string[];
}

export function readGuest(value: unknown): Guest {
  const o = members<sent.MergeOffer>(value, 'guest');
  return {
    id: string(o.id, 'guest.id'),
    name: string(o.name, 'guest.name'),
    unfinished: integer(o.unfinished, 'guest.unfinished'),
    finished: integer(o.finished, 'guest.finished'),
    messages: integer(o.messages, 'guest.messages'),
    invitations: integer(o.invitations, 'guest.invitations'),
    blocks: integer(o.blocks, 'guest.blocks'),
    devices: integer(o.devices, 'guest.devices'),
    waiting: list(o.waiting ?? [], 'guest.waiting', string),
  };
}

export interface SignedIn {
  player: Player;
  /** The guest of before, who would be missed. */
  guest?: Guest;
}

export function readSignedIn(value: unknown): SignedIn {
  const o = members<sent.SignedIn>(value, 'answer');
  return { player: readPlayer(o.player), ...(o.guest === undefined ? {} : { guest: readGuest(o.guest) }) };
}

export interface SignInAnswer {
  signedIn?: SignedIn;
  waits: boolean;
  choices: Player[];
}

export function readSignInAnswer(value: unknown): SignInAnswer {
  const o = members<sent.SignInAnswer>(value, 'answer');
  return {
    ...(o.signedIn === undefined ? {} : { signedIn: readSignedIn(o.signedIn) }),
    waits: o.waits === true,
    choices: list(o.choices ?? [], 'choices', readPlayer),
  };
}

export interface PasskeyOptions {
  attempt: string;
  options: JsonObject;
}

export function readPasskeyOptions(value: unknown): PasskeyOptions {
  const o = members<sent.PasskeyOptions>(value, 'answer');
  return { attempt: string(o.attempt, 'attempt'), options: object(o.options, 'options') };
}

export interface Waiting {
  code: string;
  expiresAt: string;
}

export function readWaiting(value: unknown): Waiting {
  const o = members<sent.Waiting>(value, 'answer');
  return { code: optionalString(o.code, 'code') ?? '', expiresAt: string(o.expiresAt, 'expiresAt') };
}

export interface AskingDevice {
  label: string;
  since: string;
}

export function readAskingDevice(value: unknown): AskingDevice {
  const o = members<sent.DeviceRequest>(value, 'answer');
  return { label: string(o.label, 'label'), since: string(o.since, 'since') };
}

export function readRedirect(value: unknown): string {
  return string(members<sent.Redirect>(value, 'answer').address, 'address');
}

const wayKinds = ['passkey', 'oidc'] as const;

/** A key by which the reader signs in again. */
export interface Way {
  id: string;
  kind: (typeof wayKinds)[number];
  name: string;
  createdAt: string;
  usedAt?: string;
}

/** Something that happened to the reader's account. */
export interface AccountEvent {
  id: string;
  at: string;
  kind: string;
  name: string;
}

/** The reader's ways back, and what happened to the account. */
export interface Ways {
  ways: Way[];
  /** The verified mail address. */
  mail?: string;
  events: AccountEvent[];
}

function readWay(value: unknown, what: string): Way {
  const o = members<sent.Way>(value, what);
  const used = optionalString(o.usedAt, `${what}.usedAt`);
  return {
    id: string(o.id, `${what}.id`),
    kind: oneOf(o.kind, `${what}.kind`, wayKinds),
    name: string(o.name, `${what}.name`),
    createdAt: string(o.createdAt, `${what}.createdAt`),
    ...(used ? { usedAt: used } : {}),
  };
}

function readEvent(value: unknown, what: string): AccountEvent {
  const o = members<sent.AccountEvent>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    at: string(o.at, `${what}.at`),
    kind: string(o.kind, `${what}.kind`),
    name: optionalString(o.name, `${what}.name`) ?? '',
  };
}

export function readWays(value: unknown): Ways {
  const o = members<sent.WayList>(value, 'answer');
  const mail = optionalString(o.mail, 'mail');
  return {
    ways: list(o.ways, 'ways', readWay),
    ...(mail ? { mail } : {}),
    events: list(o.events, 'events', readEvent),
  };
}

/** A code that lets new people in. */
export interface DoorCode {
  id: string;
  /** Only right after it was made. */
  code: string;
  uses: number;
  expiresAt: string;
}

export function readDoorCode(value: unknown, what = 'code'): DoorCode {
  const o = members<sent.DoorCode>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    code: optionalString(o.code, `${what}.code`) ?? '',
    uses: integer(o.uses, `${what}.uses`),
    expiresAt: string(o.expiresAt, `${what}.expiresAt`),
  };
}

export function readDoorCodes(value: unknown): DoorCode[] {
  return list(isObject(value) ? value.codes : undefined, 'codes', readDoorCode);
}
