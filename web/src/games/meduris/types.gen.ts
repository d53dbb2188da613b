// Made by `make generate` from the Go types; do not edit.

export interface View {
  board: string;
  fields: FieldView[];
  plateaus: PlateausView;
  stock: { copper: number; stone: number; wood: number; wool: number };
  runes: number[];
  players: PlayerView[];
  druid: Place;
  builds: number;
  start: number;
  turn: TurnView;
  waiting: number[];
  payment?: PaymentView;
  finish?: FinishView;
  hand?: { copper: number; stone: number; wood: number; wool: number };
  loss?: string;
  hands?: { copper: number; stone: number; wood: number; wool: number }[];
  scoring?: ScoreView[];
}

export interface Asked {
  kind: string;
  seats: number[];
}

export interface ChipUsed {
  seat: number;
  field: number;
  chip: string;
  points: number;
}

export interface DieRolled {
  seat: number;
  face: string;
}

export interface DruidMoved {
  from: Place;
  to: Place;
  path: number[];
}

export interface Gained {
  seat: number;
  material: string;
}

export interface GameEnded {
  winners: number[];
  scores: number[];
}

export interface HandsShown {
  hands: { copper: number; stone: number; wood: number; wool: number }[];
}

export interface HutBuilt {
  seat: number;
  field: number;
  settlement: number;
}

export interface LastLapBegan {
  from: Place;
}

export interface LastTurnsAnnounced {
  reason: string;
  seat: number;
  turns: number;
}

export interface LossChosen {
  seat: number;
  material: string;
}

export interface LossesReturned {
  losses: Loss[];
}

export interface Offered {
  seat: number;
  field: number;
  do: string;
  material: string;
  points: number;
}

export interface Paid {
  seat: number;
  tokens: { copper: number; stone: number; wood: number; wool: number };
}

export interface PaymentBegun {
  seat: number;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
}

export interface PaymentBound {
  seat: number;
  units: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
}

export interface RiverCrossed {
  points: number[];
}

export interface RuneTaken {
  seat: number;
  region: number;
  from: number;
}

export interface RunesScored {
  runes: RuneScore[];
}

export interface SetUp {
  board: string;
  start: number;
  chips: LaidChip[];
}

export interface TempleBuilt {
  seat: number;
  field: number;
}

export interface TemplesScored {
  temples: TempleScore[];
}

export interface TurnBegan {
  seat: number;
  turn: number;
}

export interface WorkerMoved {
  seat: number;
  from: string;
  height: number;
  to: string;
}

export interface WorkerPlaced {
  seat: number;
  plateau: string;
  height: number;
}

export interface Yielded {
  plateau: string;
  large: boolean;
  workers: WorkerYield[];
}

export interface SeatOnly {
  seat: number;
}

export interface GainOne {
  material: string;
}

export interface LoseOne {
  material: string;
}

export interface Offer {
  do: string;
}

export interface OfferOne {
  do: string;
  material: string;
}

export interface Replace {
  do: string;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
}

export interface Give {
  do: string;
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
  for: string;
  with: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
}

export interface PlaceWorker {
  plateau: string;
}

export interface Yield {
  do: string;
  from: string;
  height: number;
  to: string;
}

export interface Build {
  do: string;
  field: number;
}

export interface FieldView {
  region: number;
  materials: string[];
  chip: string;
  hut: number;
  temple: number;
}

export interface PlateausView {
  wood: number[];
  wool: number[];
  copper: number[];
  stone: number[];
}

export interface PlayerView {
  seat: number;
  points: number;
  huts: number;
  temples: number;
  workers: number;
}

export interface Place {
  at: string;
  no: number;
}

export interface TurnView {
  seat: number;
  number: number;
  phase: string;
  die: string;
  quiet: number;
}

export interface PaymentView {
  seat: number;
  offering: boolean;
  steps: number;
  own?: Payment;
}

export interface FinishView {
  reason: string;
  seat: number;
  turns: number;
  lap?: Place;
}

export interface ScoreView {
  seat: number;
  before: number;
  temples: number;
  runes: number;
  total: number;
  built: number;
  materials: number;
}

export interface Loss {
  seat: number;
  material: string;
}

export interface Goal {
  do: string;
  field: number;
  material: string;
}

export interface RuneScore {
  seat: number;
  runes: number;
  points: number;
}

export interface LaidChip {
  field: number;
  chip: string;
}

export interface TempleScore {
  seat: number;
  field: number;
  left: number;
  right: number;
}

export interface WorkerYield {
  seat: number;
  height: number;
  amount: number;
}

export interface Payment {
  goal: Goal;
  due: { copper: number; stone: number; wood: number; wool: number };
  units: { copper: number; stone: number; wood: number; wool: number };
  bound: { copper: number; stone: number; wood: number; wool: number };
}

export interface Events {
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
}

export interface Moves {
  gain_one: GainOne;
  lose_one: LoseOne;
  offer: Offer | OfferOne;
  pay: Replace | Give;
  place_worker: PlaceWorker;
  turn: Yield | Build;
}
