// Made by `make generate` from docs/openapi.json; do not edit.

export type ActInputBody = {
  decision: string;
  /** Hex: the public key of the device; by default the only one of the seat. */
  device?: string;
  /** The short head of that entry. */
  head?: string;
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** The number of the reveal; by default the one after the last. */
  index?: number;
  /** One of the decision's moves, as the server sent it. */
  move: unknown;
  /** Hex: the next value of the device's hash chain. */
  reveal?: string;
  /** The newest entry that the client knows. */
  seq?: number;
  /** Hex: the device's signature of the command; needs seq and head. */
  signature?: string;
};

export type AnswerDeviceInputBody = {
  approve: boolean;
};

export type AskMailInputBody = {
  address: string;
  /** Of the mail. */
  language?: string;
};

export type BotInputBody = {
  level: 'easy' | 'medium' | 'hard';
  /** Default: the first free seat. */
  seat?: number;
};

export type ChangeInputBody = {
  /** The new values of some options. */
  options?: Record<string, number>;
  /** The new time control. */
  pace?: PaceInput;
  seats?: number;
  visibility?: 'public' | 'private' | 'friends';
};

export type ChangeMeInputBody = {
  /** Who may see the caller's finished games. */
  history?: 'everybody' | 'companions' | 'nobody';
  /** 1 to 32 visible characters. */
  name?: string;
};

export type ChangeNotificationsInputBody = {
  /** A code of texts/languages.json. */
  language?: string;
  /** Occasions without notifications. */
  muted?: Array<string>;
  quiet?: QuietHours;
  /** Ends the quiet hours. */
  quietOff?: boolean;
  when?: 'absent' | 'always';
};

export type ClaimInputBody = {
  /** The code from POST /me/links or POST /me/app-code; case, spaces and dashes are ignored. */
  code: string;
};

export type ClaimSeatInputBody = {
  code: string;
  /** Made by the client; the same id gets the same answer. */
  id: string;
};

export type ConfirmRecoveryInputBody = {
  /** Made by the client; it has no effect, because a second confirmation changes nothing. */
  id?: string;
};

export type ContributionInputBody = {
  /** Anchor of the device's reveals, in hex. */
  chain?: string;
  /** Whether the answer also confirms a rematch; true by default. */
  confirm?: boolean;
  /** Lower-case hex of 1 to 64 bytes, for the chance of the table; null declines. */
  contribution: string | null;
  /** Ed25519 public key of the device, in hex. */
  device?: string;
  /** Signature by the device, in hex. */
  signature?: string;
};

export type CreateInputBody = {
  /** Absent options get their defaults. */
  options?: Record<string, number>;
  /** The time control; free by default. */
  pace?: PaceInput;
  seats: number;
  title: string;
  visibility?: 'public' | 'private' | 'friends';
};

export type DeviceInputBody = {
  /** Hex: the public key of the old device that confirms the new one; without it, the player did in words. */
  by?: string;
  /** Hex: the anchor of the device's hash chain. */
  chain?: string;
  /** Hex: the public key of the new device. */
  device: string;
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** Hex: the signature of the old device. */
  signature?: string;
};

export type FinishMailInputBody = {
  code: string;
  /** If several people use the address. */
  player?: string;
};

export type FinishPasskeyInputBody = {
  attempt: string;
  /** The browser's answer, as PublicKeyCredential.toJSON() has it. */
  credential: unknown;
  /** Of a new passkey. */
  name?: string;
};

export type ForkInputBody = {
  /** What becomes of the facts that nobody had seen: they stay, or they are drawn anew. */
  chance: 'same' | 'new';
  /** Opens a private table. */
  invite?: string;
  /** The entry after which the game is played on. */
  seq: number;
};

export type InviteInputBody = {
  /** A person with whom the caller finished a game. */
  player: string;
};

export type KeysStruct = {
  auth: string;
  p256dh: string;
};

export type LessonInputBody = {
  /** Number of the chapter. */
  chapter: number;
  /** Number of the step in its chapter. */
  step: number;
  /** The step began, the coach made the move, or the chapter is over. */
  what: 'begun' | 'helped' | 'finished';
};

export type MailInputBody = {
  address: string;
};

export type NamedInputBody = {
  /** Of the server, if its door is closed. */
  code?: string;
  invite?: string;
  /** 1 to 32 visible characters. */
  name: string;
  /** With invite: a private table, whose invite opens a closed door. */
  table?: string;
};

export type OidcInputBody = {
  /** Path of the page to return to. */
  back?: string;
};

export type PaceInput = {
  /** Seconds on each clock at the start. */
  bank?: number;
  /** A time-out happens only when another player claims it. */
  byHand?: boolean;
  /** Seconds that a seat gains when it owes no decision any more. */
  increment?: number;
  kind: 'free' | 'live' | 'days';
  /** Of the bot that plays after a time-out; medium by default. */
  level?: 'easy' | 'medium' | 'hard';
  /** At a free pace: seconds of silence before a bot takes over; 0 for never. */
  takeover?: number;
  /** The vacation of a player pauses the table; only at the pace of days. */
  vacation?: boolean;
};

export type PostChatInputBody = {
  /** The channel of the caller's side by default. */
  channel?: 'players' | 'spectators';
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** The key of a quick phrase, in place of a text. */
  phrase?: string;
  /** 1 to 500 visible characters. */
  text?: string;
};

export type ProposalAnswerInputBody = {
  /** Hex: the public key of the device; by default the only one of the seat. */
  device?: string;
  /** The short head of that entry. */
  head?: string;
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** The number of the reveal; by default the one after the last. */
  index?: number;
  /** The seq of the proposal, as the table has it. */
  proposal: number;
  /** Hex: the next value of the device's hash chain. */
  reveal?: string;
  /** The newest entry that the client knows. */
  seq?: number;
  /** Hex: the device's signature of the command; needs seq and head. */
  signature?: string;
};

export type ProvenInputBody = {
  /** Hex: the public key of the device; by default the only one of the seat. */
  device?: string;
  /** The short head of that entry. */
  head?: string;
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** The number of the reveal; by default the one after the last. */
  index?: number;
  /** Hex: the next value of the device's hash chain. */
  reveal?: string;
  /** The newest entry that the client knows. */
  seq?: number;
  /** Hex: the device's signature of the command; needs seq and head. */
  signature?: string;
};

export type QuietHours = {
  /** HH:MM. */
  from: string;
  /** A name of the IANA database, such as Europe/Amsterdam. */
  timeZone: string;
  /** HH:MM. */
  to: string;
};

export type ReactInputBody = {
  /** The key of a reaction. */
  glyph: string;
};

export type ReadInputBody = {
  channel: 'players' | 'spectators';
  /** The number of the last message that the caller has read. */
  number: number;
};

export type RecoverInputBody = {
  /** Made by the client; the same id gets the same answer. */
  id: string;
  /** Opens a private table. */
  invite?: string;
};

export type RenameWayInputBody = {
  name: string;
};

export type ReportInputBody = {
  /** At most 500 visible characters. */
  reason?: string;
};

export type SeatCommandInputBody = {
  /** Made by the client; the same id gets the same answer. */
  id: string;
};

export type SitInputBody = {
  /** Default: the color of the seat. */
  color?: string;
  invite?: string;
  /** Default: the first free seat. */
  seat?: number;
};

export type SlowInputBody = {
  /** The pause between two messages of a person; 0 for none. */
  seconds: number;
};

export type SubscribeInputBody = {
  endpoint: string;
  keys: KeysStruct;
};

export type SuggestionInputBody = {
  /** The better text, in ICU MessageFormat: 1 to 500 visible characters. */
  text: string;
};

export type SystemInputBody = {
  /** Made by the client; the same id gets the same answer. */
  id: string;
};

export type TokenInputBody = {
  token: string;
};

export type UnsubscribeInputBody = {
  endpoint: string;
};

export type VacationInputBody = {
  /** Made by the client; the same id has the same effect. */
  id: string;
  /** The end of the vacation; absent: the player is back. */
  until?: string;
};

export type WebhookInputBody = {
  format: 'standard' | 'discord' | 'slack' | 'ntfy';
  url: string;
};
