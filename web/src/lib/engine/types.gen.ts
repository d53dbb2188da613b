// Made by `make generate` from the Go types; do not edit.

export type Answer = {
  answer?: unknown;
  busy?: Busy;
  error?: Refusal;
};

export type ActCommand = {
  game: number;
  seat: number;
  act: string;
  id: string;
  decision: string;
  move: unknown;
  level: string;
  time: number;
};

export type BranchCommand = {
  game: number;
  seq: number;
  seat: number;
  level: string;
  entropy: string;
  time: number;
};

export type CheckCommand = {
  record: string;
};

export type ChooseCommand = {
  game: number;
  seq: number;
  seat: number;
  level: string;
  iterations: number;
  time: number;
  seed: number;
};

export type GameCommand = {
  game: number;
};

export type CompareCommand = {
  record: string;
  moments: ShownMoment[];
};

export type MomentCommand = {
  game: number;
  seq: number;
  viewer: number;
};

export type LearnCommand = {
  game: number;
  act: string;
  chapter: string;
  step: number;
  decision: string;
  move: unknown;
};

export type LessonCommand = {
  title: string;
  lesson: string;
  chapter: string;
  step: number;
};

export type LogCommand = {
  game: number;
  since: number;
  viewer: number;
};

export type NewCommand = {
  table: string;
  title: string;
  options: Record<string, number>;
  seats: NewSeat[];
  secret: string;
  contributions: string[];
  time: number;
  lesson?: string;
};

export type OpenCommand = {
  record: string;
};

export type ResumeCommand = {
  game: Document;
};

export type StudyCommand = {
  game: number;
  seat: number;
  seed: number;
};

export type Added = {
  seq: number;
  entry: Entry;
};

export type Begun = {
  game: number;
  table: string;
  title: string;
  rules: number;
  options: Record<string, number>;
  seats: Seat[];
  createdAt: number;
  entries: EntryOutline[];
  outcome: Outcome | null;
  added: Entry[];
};

export type Report = {
  verdict: string;
  table: string;
  title: string;
  commitment?: string;
  fingerprint?: string;
  entries: number;
  draws: number;
  decided: number;
  older: number;
  newer?: boolean;
  chance: number;
  known: boolean;
  restores: number;
  fault?: Fault;
  origin?: Origin;
  unprotected?: number;
  erased?: number;
  seats?: SeatReport[];
};

export type Choice = {
  decision: string;
  move: unknown;
  index: number;
  second: number;
  iterations: number;
  worth: number;
};

export type Compared = {
  same: number[];
  different: number[];
  lost: number[];
};

export type Shown = {
  seq: number;
  view: unknown;
  decisions: unknown;
  clocks?: Clock[];
  time?: number;
  paused?: number;
  seats?: unknown[];
  events: unknown;
  views: unknown[];
};

export type Learned = {
  seq: number;
  view: unknown;
  decisions: unknown;
  clocks?: Clock[];
  time?: number;
  paused?: number;
  seats?: unknown[];
  shown?: Shown;
  verdict?: string;
  why?: string;
  mistakes: number;
  done: boolean;
  more: boolean;
};

export type Opened = {
  game: number;
  table: string;
  title: string;
  rules: number;
  options: Record<string, number>;
  seats: Seat[];
  createdAt: number;
  entries: EntryOutline[];
  outcome: Outcome | null;
};

export type Log = {
  entries: LogEntry[];
};

export type Moment = {
  seq: number;
  view: unknown;
  decisions: unknown;
  clocks?: Clock[];
  time?: number;
  paused?: number;
  seats?: unknown[];
};

export type RecordText = {
  record: string;
};

export type Studied = {
  study: Result;
  views: unknown[];
};

export type Busy = {
  job: number;
  done: number;
  total: number;
};

export type Refusal = {
  code: string;
  detail: string;
};

export type ShownMoment = {
  seq: number;
  viewer: number;
  view: string;
  events: string;
};

export type NewSeat = {
  color: string;
  name: string;
  bot: string;
};

export type Document = {
  nemetonExport: number;
  table: string;
  title: string;
  createdAt: number;
  options: Record<string, number>;
  seats: Seat[];
  outcome: Outcome | null;
  secret: string;
  commitment: string;
  contributions: string[];
  entries: Entry[];
  head: string;
  signature?: Signature;
  digest?: string;
};

export type Entry = {
  entry: unknown;
  hash: string;
};

export type Seat = {
  seat: number;
  color: string;
  name: string;
  bot?: string;
  heirs?: string[];
};

export type EntryOutline = {
  kind: string;
  seat: number;
  actor: string;
  time: number;
  events: string[];
  owing: number[];
  scores: number[];
};

export type Outcome = {
  winners: number[];
  scores: number[];
  conceded?: number[];
  ended?: string;
};

export type Fault = {
  check: string;
  seq?: number;
  detail: string;
};

export type Origin = {
  table: string;
  seq: number;
  head: string;
  chance: string;
};

export type SeatReport = {
  contributed: boolean;
  declined: boolean;
  reveals: number;
  voided: number;
  protected: number;
  signed: number;
  unsigned: number;
  confirmed: number;
  inWords: number;
  handovers: number;
};

export type Clock = {
  seat: number;
  left: number;
  running: boolean;
};

export type LogEntry = {
  seq: number;
  kind: string;
  seat: number;
  actor: string;
  time: number;
  events: unknown;
};

export type Result = {
  versions: Versions;
  title: string;
  table: string;
  head: string;
  seat: number;
  seed: number;
  measure: string;
  effort: Effort;
  forced: number;
  standIn: number;
  moments: Judged[];
  worth: number[];
  luck: Estimate[];
  draws: DrawnLuck[];
};

export type Signature = {
  key: string;
  note: string;
};

export type Versions = {
  study: number;
  engine: number;
  rules: number;
  bots: number;
};

export type Effort = {
  compared: number;
  choice: number;
  pilot: number;
  games: number;
  hardGames: number;
  hardDecisions: number;
  hardSearch: number;
  luck: number;
};

export type Judged = {
  seq: number;
  kind: string;
  played: unknown;
  moves: Tried[];
  untried: unknown[];
  differences: Estimate[];
  verdict: string;
};

export type Estimate = {
  mean: number;
  low: number;
  high: number;
};

export type DrawnLuck = {
  seq: number;
  seat: number;
  draws: Draw[];
  luck: Estimate[];
};

export type Tried = {
  move: unknown;
  values: Value[];
};

export type Draw = {
  what: string;
  of: number;
  is: number;
};

export type Value = {
  games: number;
  points?: number;
  place: number;
  chances: number[];
};

export type Requests = {
  act: ActCommand;
  branch: BranchCommand;
  check: CheckCommand;
  choose: ChooseCommand;
  close: GameCommand;
  compare: CompareCommand;
  entry: MomentCommand;
  learn: LearnCommand;
  lesson: LessonCommand;
  log: LogCommand;
  moment: MomentCommand;
  new: NewCommand;
  open: OpenCommand;
  record: GameCommand;
  resume: ResumeCommand;
  study: StudyCommand;
};

export type Answers = {
  act: Added;
  branch: Begun;
  check: Report;
  choose: Choice;
  close: GameCommand;
  compare: Compared;
  entry: Shown;
  learn: Learned;
  lesson: Opened;
  log: Log;
  moment: Moment;
  new: Begun;
  open: Opened;
  record: RecordText;
  resume: Opened;
  study: Studied;
};
