// Made by `make generate` from the Go types; do not edit.

export type Snapshot = {
  t: string;
  seq: number;
  you: You;
  table: Table;
  view: unknown;
  decisions: unknown;
  nodes?: string[];
  head?: string;
  clocks?: Clock[];
  time?: number;
  paused?: number;
  now?: number;
  restored?: boolean;
};

export type Update = {
  t: string;
  seq: number;
  events?: unknown;
  steps?: UpdateStep[];
  view?: unknown;
  decisions?: unknown;
  patch?: unknown;
  head?: string;
  clocks?: Clock[];
  time?: number;
  paused?: number;
};

export type Result = {
  t: string;
  id: string;
  ok: boolean;
  seq?: number;
  head?: string;
  error?: Error;
};

export type Presence = {
  t: string;
  seats: number[];
  spectators: number;
  interrupted?: boolean;
};

export type TableMessage = {
  t: string;
  you: You;
  table: Table;
  nodes?: string[];
  now?: number;
};

export type Watch = {
  t: string;
  group: string;
  you: number;
  leader: number;
  members: WatchMember[];
  at?: WatchMoment;
};

export type Log = {
  entries: LogEntry[];
  more: boolean;
};

export type ClientMessage = {
  t: string;
  id: string;
  decision: string;
  move: unknown;
  seq?: number;
  head?: string;
  reveal?: string;
  index?: number;
  device?: string;
  signature?: string;
  group?: string;
  at?: WatchMoment;
  to?: number;
};

export type RedactedEvent = {
  name: string;
  data: unknown;
};

export type Decision = {
  id: string;
  seat: number;
  kind: string;
  moves?: unknown[];
};

export type Outcome = {
  winners: number[];
  scores: number[];
  conceded?: number[];
  ended?: string;
};

export type Title = {
  id: string;
  name: string;
  minSeats: number;
  maxSeats: number;
  minutes: Minutes;
  weight: number;
  rules: number;
  options: Option[];
  common: Option[];
  colors: Record<string, string[]>;
};

export type OneTable = {
  table: Table;
};

export type TableList = {
  tables: Table[];
  next?: string;
};

export type SignedIn = {
  player: Player;
  token: string;
  guest?: MergeOffer;
};

export type Here = {
  player?: Player;
  rotate?: boolean;
  door?: string;
};

export type SessionList = {
  sessions: Session[];
};

export type Link = {
  code: string;
  expiresAt: string;
};

export type LinkList = {
  links: OutstandingLink[];
};

export type Me = {
  id: string;
  name: string;
  history: string;
  vacation?: string;
};

export type Profile = {
  player: Player;
  figures: Figures[];
};

export type GameList = {
  games: Game[];
  next?: string;
};

export type Versus = {
  player: Player;
  other: Player;
  titles: HeadToHead[];
};

export type CompanionList = {
  companions: Companion[];
};

export type FriendList = {
  friends: Friend[];
};

export type FriendAnswer = {
  state: string;
};

export type Circle = {
  friends: Friend[];
  titles: CircleTitle[];
};

export type InvitationList = {
  invitations: Invitation[];
};

export type InvitedList = {
  invited: InvitedPlayer[];
};

export type BlockedList = {
  players: Player[];
};

export type Notifications = {
  when: string;
  muted?: string[];
  quiet?: QuietHours;
  language?: string;
  push: PushState;
  mail: MailState;
  webhook?: Webhook;
};

export type Channels = {
  push: boolean;
  mail: boolean;
};

export type PushDevices = {
  devices: PushDevice[];
};

export type Overview = {
  t: string;
  turns: OwedTable[];
  waiting: OwedTable[];
  invitations: number;
  changes?: number;
};

export type Attention = {
  t: string;
  here: boolean;
};

export type Chat = {
  channels: ChatChannel[];
};

export type ChatPage = {
  messages: ChatMessage[];
  earlier?: boolean;
};

export type ChatUpdate = {
  t: string;
  channel: string;
  since: number;
  rev: number;
  slow?: number;
  messages?: ChatMessage[];
  reactions?: ChatReaction[];
};

export type ChatRead = {
  t: string;
  channel: string;
  number: number;
};

export type Rotated = {
  token?: string;
};

export type Done = {
  id: string;
  ok: boolean;
  seq: number;
  head?: string;
};

export type RecoveryAnswer = {
  recovery: Recovery;
};

export type RecoveryList = {
  recoveries: Recovery[];
};

export type SignInWays = {
  passkey: boolean;
  passkeyReason?: string;
  mail: boolean;
  oidc?: string;
  door: string;
  mayInvite?: boolean;
};

export type PasskeyOptions = {
  attempt: string;
  options: unknown;
};

export type Way = {
  id: string;
  kind: string;
  name: string;
  createdAt: string;
  usedAt?: string;
};

export type WayList = {
  ways: Way[];
  mail?: string;
  events: AccountEvent[];
};

export type MergeOffer = {
  id: string;
  name: string;
  unfinished: number;
  finished: number;
  results: number;
  messages: number;
  invitations: number;
  blocks: number;
  devices: number;
  waiting?: string[];
};

export type Waiting = {
  code?: string;
  expiresAt: string;
};

export type SignInAnswer = {
  signedIn?: SignedIn;
  waits?: boolean;
  choices?: Player[];
};

export type DeviceRequest = {
  label: string;
  since: string;
};

export type Redirect = {
  address: string;
};

export type DoorCode = {
  id: string;
  code?: string;
  uses: number;
  createdAt: string;
  expiresAt: string;
};

export type DoorCodeList = {
  codes: DoorCode[];
};

export type You = {
  seat?: number;
  spectator?: boolean;
};

export type Table = {
  id: string;
  title: string;
  state: string;
  visibility: string;
  seats: Seat[];
  options: Record<string, number>;
  pace?: Pace;
  host: string;
  seq: number;
  owing: number[];
  winners?: number[];
  createdAt: string;
  updatedAt: string;
  chance: number;
  commitment: string;
  invite?: string;
  barred?: Player[];
  rematch?: string;
  origin?: Origin;
  ended?: string;
  stop?: StopProposal;
  pause?: Pause;
  changed?: number;
  changes?: SettingsChange[];
  recoveries?: Recovery[];
};

export type Clock = {
  seat: number;
  left: number;
  running: boolean;
};

export type UpdateStep = {
  event: unknown;
  patch: unknown;
};

export type Error = {
  code: string;
  message: string;
  rule?: string;
};

export type WatchMember = {
  number: number;
  name?: string;
};

export type WatchMoment = {
  seq: number;
  eyes: number;
};

export type LogEntry = {
  seq: number;
  kind: string;
  seat: number;
  actor: string;
  time: number;
  events: unknown;
};

export type Minutes = {
  from: number;
  to: number;
};

export type Option = {
  id: string;
  kind: string;
  default: number;
  min?: number;
  max?: number;
  choices?: string[];
};

export type Player = {
  id: string;
  name: string;
};

export type Session = {
  id: string;
  label: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
};

export type OutstandingLink = {
  id: string;
  kind: string;
  createdAt: string;
  expiresAt: string;
  table?: string;
  seat?: number;
  locked?: boolean;
};

export type Figures = {
  title: string;
  seats: number;
  bots?: boolean;
  games: number;
  wins: number;
  scored: number;
  points: number;
  best: number;
};

export type Game = {
  table?: string;
  title: string;
  private?: boolean;
  finishedAt: string;
  ended?: string;
  seats: GameSeat[];
};

export type HeadToHead = {
  title: string;
  games: number;
  wins: number;
  otherWins: number;
};

export type Companion = {
  player: Player;
  games: number;
  lastAt: string;
};

export type Friend = {
  player: Player;
  state: string;
  since: string;
};

export type CircleTitle = {
  title: string;
  members: CircleMember[];
};

export type Invitation = {
  from: Player;
  table: Table;
  invite?: string;
  createdAt: string;
};

export type InvitedPlayer = {
  player: Player;
  from: Player;
  createdAt: string;
  answer?: string;
};

export type QuietHours = {
  from: string;
  to: string;
  timeZone: string;
};

export type PushState = {
  key?: string;
  reason?: string;
};

export type MailState = {
  available: boolean;
  address?: string;
  verified?: boolean;
  pending?: string;
};

export type Webhook = {
  url: string;
  format: string;
  secret?: string;
  failing?: string;
  off?: boolean;
};

export type PushDevice = {
  endpoint: string;
};

export type OwedTable = {
  table: string;
  title: string;
  since: string;
  dueAt?: string;
};

export type ChatChannel = {
  channel: string;
  write?: boolean;
  own?: boolean;
  rev: number;
  whole?: boolean;
  slow?: number;
  messages: ChatMessage[];
  reactions: ChatReaction[];
  earlier?: boolean;
  read?: number;
};

export type ChatMessage = {
  number: number;
  changed: number;
  from: Player;
  text?: string;
  phrase?: string;
  deleted?: string;
  at: string;
};

export type ChatReaction = {
  seq: number;
  from: Player;
  glyph?: string;
  changed: number;
};

export type Recovery = {
  id: string;
  table: string;
  title: string;
  seat: number;
  state: string;
  by: Player;
  holder: Player;
  confirmed: number[];
  needed: number;
  movesAt?: string;
  createdAt: string;
};

export type AccountEvent = {
  id: string;
  at: string;
  kind: string;
  name?: string;
};

export type Seat = {
  seat: number;
  color: string;
  player?: Player;
  alike?: number;
  bot?: string;
  standIn?: string;
  agreed?: number[];
  takeoverIn?: number;
  conceded?: boolean;
  connected: boolean;
  away: boolean;
  devices?: string[];
  contributed?: boolean;
  confirmed?: boolean;
};

export type Pace = {
  kind: string;
  bank: number;
  increment: number;
  byHand?: boolean;
  level?: string;
  vacation?: boolean;
  extra?: number;
  takeover?: number;
};

export type Origin = {
  table: string;
  seq: number;
  head: string;
  chance: string;
};

export type StopProposal = {
  seq: number;
  by: number;
  agreed: number[];
};

export type Pause = {
  until?: number;
  proposal?: PauseProposal;
  away?: Away[];
};

export type SettingsChange = {
  by: string;
  options?: Record<string, number>;
  pace?: Pace;
  seats?: number;
  visibility?: string;
};

export type GameSeat = {
  hidden?: boolean;
  color?: string;
  player?: Player;
  bot?: string;
  points: number;
  won?: boolean;
  conceded?: boolean;
  standIn?: boolean;
  handedOver?: boolean;
};

export type CircleMember = {
  player: Player;
  games: number;
  wins: number;
  placed: number;
  places: number;
  streak: number;
  best: number;
  ahead: number;
  behind: number;
};

export type PauseProposal = {
  seq: number;
  resumes?: boolean;
  agreed: number[];
};

export type Away = {
  seat: number;
  until: number;
};
