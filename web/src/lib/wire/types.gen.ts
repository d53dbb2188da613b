// Made by `make generate` from the Go types; do not edit.

export interface Snapshot {
  t: string;
  seq: number;
  you: You;
  table: Table;
  view: unknown;
  decisions: unknown;
  nodes?: string[];
}

export interface Update {
  t: string;
  seq: number;
  events: unknown;
  view?: unknown;
  decisions?: unknown;
  patch?: unknown;
}

export interface Result {
  t: string;
  id: string;
  ok: boolean;
  seq?: number;
  error?: Error;
}

export interface Presence {
  t: string;
  seats: number[];
  spectators: number;
  interrupted?: boolean;
}

export interface TableMessage {
  t: string;
  you: You;
  table: Table;
  nodes?: string[];
}

export interface Log {
  entries: LogEntry[];
  more: boolean;
}

export interface ClientMessage {
  t: string;
  id: string;
  decision: string;
  move: unknown;
}

export interface RedactedEvent {
  name: string;
  data: unknown;
}

export interface Decision {
  id: string;
  seat: number;
  kind: string;
  moves?: unknown[];
}

export interface Outcome {
  winners: number[];
  scores: number[];
}

export interface Title {
  id: string;
  name: string;
  minSeats: number;
  maxSeats: number;
  rules: number;
  options: Option[];
  common: Option[];
  colors: Record<string, string[]>;
}

export interface OneTable {
  table: Table;
}

export interface TableList {
  tables: Table[];
  next?: string;
}

export interface SignedIn {
  player: Player;
  token: string;
}

export interface Here {
  player?: Player;
}

export interface SessionList {
  sessions: Session[];
}

export interface Link {
  code: string;
  expiresAt: string;
}

export interface Done {
  id: string;
  ok: boolean;
  seq: number;
}

export interface You {
  seat?: number;
  spectator?: boolean;
}

export interface Table {
  id: string;
  title: string;
  state: string;
  visibility: string;
  seats: Seat[];
  options: Record<string, number>;
  host: string;
  seq: number;
  owing: number[];
  winners?: number[];
  createdAt: string;
  updatedAt: string;
  commitment: string;
  invite?: string;
  rematch?: string;
}

export interface Error {
  code: string;
  message: string;
}

export interface LogEntry {
  seq: number;
  kind: string;
  seat: number;
  actor: string;
  time: number;
  events: unknown;
}

export interface Option {
  id: string;
  kind: string;
  default: number;
  min?: number;
  max?: number;
  choices?: string[];
}

export interface Player {
  id: string;
  name: string;
}

export interface Session {
  id: string;
  label: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
}

export interface Seat {
  seat: number;
  color: string;
  player?: Player;
  alike?: number;
  bot?: string;
  standIn?: string;
  agreed?: number[];
  connected: boolean;
  away: boolean;
}
