// Made by `make generate` from the Go types; do not edit.

export type View = {
  board: string;
  fields: FieldView[];
  plateaus: PlateausView;
  stock: { copper: number; stone: number; wood: number; wool: number };
  runes: number[];
  players: PlayerView[];
  druid: Place;
  next?: number;
  builds: number;
  start: number;
  turn: TurnView;
  waiting: number[];
  payment?: PaymentView;
  finish?: FinishView;
  all?: PiecesView;
  nearest?: NearestView;
  hand?: { copper: number; stone: number; wood: number; wool: number };
  others?: { copper: number; stone: number; wood: number; wool: number };
  loss?: string;
  hands?: { copper: number; stone: number; wood: number; wool: number }[];
  scoring?: ScoreView[];
};

export type Asked = {
  kind: string;
  seats: number[];
};

export type ChipUsed = {
  seat: number;
  field: number;
  chip: string;
  points: number;
};

export type DieRolled = {
  seat: number;
  face: string;
};

export type DruidMoved = {
  from: Place;
  to: Place;
  path: number[];
};

export type Gained = {
  seat: number;
  material: string;
};

export type GameEnded = {
  winners: number[];
  scores: number[];
};

export type HandsShown = {
  hands: { copper: number; stone: number; wood: number; wool: number }[];
};

export type HutBuilt = {
  seat: number;
  field: number;
  settlement: number;
};

export type LastLapBegan = {
  from: Place;
};

export type LastTurnsAnnounced = {
  reason: string;
  seat: number;
  turns: number;
};

export type LossChosen = {
  seat: number;
  material: string;
};

export type LossesReturned = {
  losses: Loss[];
};

export type Offered = {
  seat: number;
  field: number;
  do: string;
  material: string;
  points: number;
};

export type Paid = {
  seat: number;
  tokens: { copper: number; stone: number; wood: number; wool: number };
};

export type PaymentBegun = {
  seat: number;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
};

export type PaymentBound = {
  seat: number;
  units: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
};

export type RiverCrossed = {
  points: number[];
};

export type RuneTaken = {
  seat: number;
  region: number;
  from: number;
};

export type RunesScored = {
  runes: RuneScore[];
};

export type SetUp = {
  board: string;
  start: number;
  chips: LaidChip[];
};

export type TempleBuilt = {
  seat: number;
  field: number;
};

export type TemplesScored = {
  temples: TempleScore[];
};

export type TurnBegan = {
  seat: number;
  turn: number;
};

export type WorkerMoved = {
  seat: number;
  from: string;
  height: number;
  to: string;
};

export type WorkerPlaced = {
  seat: number;
  plateau: string;
  height: number;
};

export type Yielded = {
  plateau: string;
  large: boolean;
  workers: WorkerYield[];
};

export type SeatOnly = {
  seat: number;
};

export type GainOne = {
  material: string;
};

export type LoseOne = {
  material: string;
};

export type Offer = {
  do: string;
};

export type OfferOne = {
  do: string;
  material: string;
};

export type Replace = {
  do: string;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
};

export type Give = {
  do: string;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
  for: string;
  with: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
};

export type PlaceWorker = {
  plateau: string;
};

export type Yield = {
  do: string;
  from: string;
  height: number;
  to: string;
};

export type Build = {
  do: string;
  field: number;
};

export type FieldView = {
  region: number;
  materials: string[];
  chip: string;
  hut: number;
  temple: number;
  huts?: number;
  price?: number;
};

export type PlateausView = {
  wood: number[];
  wool: number[];
  copper: number[];
  stone: number[];
};

export type PlayerView = {
  seat: number;
  points: number;
  huts: number;
  temples: number;
  workers: number;
  templePoints?: number;
  runes?: number;
  runePoints?: number;
  now?: number;
};

export type Place = {
  at: string;
  no: number;
};

export type TurnView = {
  seat: number;
  number: number;
  phase: string;
  die: string;
  quiet: number;
};

export type PaymentView = {
  seat: number;
  offering: boolean;
  steps: number;
  own?: Payment;
};

export type FinishView = {
  reason: string;
  seat: number;
  turns: number;
  lap?: Place;
};

export type PiecesView = {
  huts: number;
  temples: number;
};

export type NearestView = {
  seats: number[];
  left: number;
};

export type ScoreView = {
  seat: number;
  before: number;
  temples: number;
  runes: number;
  total: number;
  built: number;
  materials: number;
};

export type Loss = {
  seat: number;
  material: string;
};

export type Goal = {
  do: string;
  field: number;
  material: string;
};

export type RuneScore = {
  seat: number;
  runes: number;
  points: number;
};

export type LaidChip = {
  field: number;
  chip: string;
};

export type TempleScore = {
  seat: number;
  field: number;
  left: number;
  right: number;
};

export type WorkerYield = {
  seat: number;
  height: number;
  amount: number;
};

export type Payment = {
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
};

export type Events = {
  chip_used: ChipUsed;
  die_rolled: DieRolled;
  druid_moved: DruidMoved;
  gained: Gained;
  game_ended: GameEnded;
  hands_shown: HandsShown;
  hut_built: HutBuilt;
  last_lap_began: LastLapBegan;
  last_turns_announced: LastTurnsAnnounced;
  loss_chosen: SeatOnly | LossChosen;
  losses_returned: LossesReturned;
  offered: Offered;
  paid: Paid;
  payment_begun: SeatOnly | PaymentBegun;
  payment_bound: SeatOnly | PaymentBound;
  river_crossed: RiverCrossed;
  rune_taken: RuneTaken;
  runes_scored: RunesScored;
  set_up: SetUp;
  temple_built: TempleBuilt;
  temples_scored: TemplesScored;
  turn_began: TurnBegan;
  worker_moved: WorkerMoved;
  worker_placed: WorkerPlaced;
  yielded: Yielded;
};

export type Moves = {
  gain_one: GainOne;
  lose_one: LoseOne;
  offer: Offer | OfferOne;
  pay: Replace | Give;
  place_worker: PlaceWorker;
  turn: Yield | Build;
};
