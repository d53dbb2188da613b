import { integer, isObject, string } from './narrow';
import { flag, listOf, maybe, oneOf, shape, text, type Read } from './shape';
import type * as sent from './types.gen';

/** The reasons for which players are notified. */
export const occasions = ['turn', 'clock', 'nudge', 'started', 'finished', 'invited', 'rematch', 'mention'] as const;

export type Occasion = (typeof occasions)[number];

/** The forms of a webhook's body. */
export const hookFormats = ['standard', 'discord', 'slack', 'ntfy'] as const;

export type HookFormat = (typeof hookFormats)[number];

/** The ways by which the server can notify people, besides webhooks of their own. */
export const readChannels = shape<sent.Channels>()({ push: flag, mail: flag });

export type Channels = Read<typeof readChannels>;

/** How the reader is notified. */
export const readNotifications = shape<sent.Notifications>()({
  when: oneOf(['absent', 'always']),
  muted: listOf(oneOf(occasions)),
  /** The hours in which nothing is sent. Times have the form HH:MM. */
  quiet: maybe(shape<sent.QuietHours>()({ from: string, to: string, timeZone: string })),
  /** The language that the person chose on any device. */
  language: maybe(string),
  /** Without a key the server sends no push messages, for the reason. */
  push: shape<sent.PushState>()({ key: maybe(string), reason: maybe(string) }),
  mail: shape<sent.MailState>()({ available: flag, address: maybe(string), verified: flag, pending: maybe(string) }),
  webhook: maybe(
    shape<sent.Webhook>()({ url: string, format: oneOf(hookFormats), secret: text, failing: maybe(string), off: flag }),
  ),
});

export type Notifications = Read<typeof readNotifications>;

const readDevices = shape<sent.PushDevices>()({ devices: listOf(shape<sent.PushDevice>()({ endpoint: string })) });

/** Reads the endpoints of the browsers that get the reader's notifications. */
export function readPushDevices(value: unknown): string[] {
  return readDevices(value).devices.map(({ endpoint }) => endpoint);
}

const readOwed = shape<sent.OwedTable>()({
  table: string,
  title: string,
  /** The time at which the table acts by itself, in milliseconds since 1970; absent without clocks. */
  dueAt: maybe((value, what) => {
    const at = Date.parse(string(value, what));
    return Number.isNaN(at) ? undefined : at;
  }),
});

/** A table where the reader owes a decision. */
export type OwedTable = Read<typeof readOwed>;

/** The turns and invitations of the reader at all tables. */
const readOverviewMembers = shape<sent.Overview>()({
  turns: listOf(readOwed),
  /** The open tables that wait for the reader: for the answer to a rematch, or for the start. */
  waiting: listOf(readOwed),
  invitations: integer,
});

export type Overview = Read<typeof readOverviewMembers>;

/** Reads what waits for the reader; null for a message of another kind. */
export function readOverview(value: unknown): Overview | null {
  return isObject(value) && value.t !== 'overview' ? null : readOverviewMembers(value, 'message');
}
