import { integer, list, members, oneOf, optionalString, string } from './narrow';
import type * as sent from './types.gen';

/** The reasons for which players are notified. */
export const occasions = ['turn', 'clock', 'nudge', 'started', 'finished', 'invited', 'rematch', 'mention'] as const;

/** A reason for which players are notified. */
export type Occasion = (typeof occasions)[number];

/** The forms of a webhook's body. */
export const hookFormats = ['standard', 'discord', 'slack', 'ntfy'] as const;

/** The form of a webhook's body. */
export type HookFormat = (typeof hookFormats)[number];

/** The hours in which nothing is sent. Times have the form HH:MM. */
export interface QuietHours {
  from: string;
  to: string;
  timeZone: string;
}

/** How the reader is notified. */
export interface Notifications {
  when: 'absent' | 'always';
  muted: Occasion[];
  quiet?: QuietHours;
  /** The language that the person chose on any device. */
  language?: string;
  /** Without a key the server sends no push messages, for the reason. */
  push: { key?: string; reason?: string };
  mail: { available: boolean; address?: string; verified: boolean; pending?: string };
  webhook?: { url: string; format: HookFormat; secret: string; failing?: string; off: boolean };
}

/** The ways by which the server can notify people, besides webhooks of their own. */
export interface Channels {
  push: boolean;
  mail: boolean;
}

export function readChannels(value: unknown): Channels {
  const o = members<sent.Channels>(value, 'answer');
  return { push: o.push === true, mail: o.mail === true };
}

export function readNotifications(value: unknown): Notifications {
  const o = members<sent.Notifications>(value, 'answer');
  const push = members<sent.PushState>(o.push, 'push');
  const mail = members<sent.MailState>(o.mail, 'mail');
  const key = optionalString(push.key, 'push.key');
  const reason = optionalString(push.reason, 'push.reason');
  const address = optionalString(mail.address, 'mail.address');
  const pending = optionalString(mail.pending, 'mail.pending');
  const language = optionalString(o.language, 'language');
  return {
    when: oneOf(o.when, 'when', ['absent', 'always']),
    muted: list(o.muted, 'muted', (each, what) => oneOf(each, what, occasions)),
    ...(o.quiet === undefined ? {} : { quiet: readQuiet(o.quiet) }),
    ...(language ? { language } : {}),
    push: { ...(key ? { key } : {}), ...(reason ? { reason } : {}) },
    mail: {
      available: mail.available === true,
      ...(address ? { address } : {}),
      verified: mail.verified === true,
      ...(pending ? { pending } : {}),
    },
    ...(o.webhook === undefined ? {} : { webhook: readWebhook(o.webhook) }),
  };
}

function readQuiet(value: unknown): QuietHours {
  const o = members<sent.QuietHours>(value, 'quiet');
  return {
    from: string(o.from, 'quiet.from'),
    to: string(o.to, 'quiet.to'),
    timeZone: string(o.timeZone, 'quiet.timeZone'),
  };
}

function readWebhook(value: unknown): NonNullable<Notifications['webhook']> {
  const o = members<sent.Webhook>(value, 'webhook');
  const failing = optionalString(o.failing, 'webhook.failing');
  return {
    url: string(o.url, 'webhook.url'),
    format: oneOf(o.format, 'webhook.format', hookFormats),
    secret: string(o.secret ?? '', 'webhook.secret'),
    ...(failing ? { failing } : {}),
    off: o.off === true,
  };
}

/** Reads the endpoints of the browsers that get the reader's notifications. */
export function readPushDevices(value: unknown): string[] {
  return list(members<sent.PushDevices>(value, 'answer').devices, 'devices', (each, what) =>
    string(members<sent.PushDevice>(each, what).endpoint, `${what}.endpoint`),
  );
}

/** A table where the reader owes a decision. */
export interface OwedTable {
  table: string;
  title: string;
  /** The time at which the table acts by itself, in milliseconds since 1970; absent without clocks. */
  dueAt?: number;
}

/** The turns and invitations of the reader at all tables. */
export interface Overview {
  turns: OwedTable[];
  /** The open tables that wait for the reader: for the answer to a rematch, or for the start. */
  waiting: OwedTable[];
  invitations: number;
}

/** Reads what waits for the reader; null for a message of another kind. */
export function readOverview(value: unknown): Overview | null {
  const o = members<sent.Overview>(value, 'message');
  if (o.t !== 'overview') return null;
  return {
    turns: list(o.turns, 'turns', readOwed),
    waiting: list(o.waiting, 'waiting', readOwed),
    invitations: integer(o.invitations, 'invitations'),
  };
}

function readOwed(each: unknown, what: string): OwedTable {
  const turn = members<sent.OwedTable>(each, what);
  const dueAt = Date.parse(optionalString(turn.dueAt, `${what}.dueAt`) ?? '');
  return {
    table: string(turn.table, `${what}.table`),
    title: string(turn.title, `${what}.title`),
    ...(Number.isNaN(dueAt) ? {} : { dueAt }),
  };
}
