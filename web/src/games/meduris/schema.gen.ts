// Made by `make generate` from the Go types; do not edit.
import type { Merged, Schema } from '../../lib/wire/schema';
import type * as types from './types.gen';

const FieldView: Schema<types.FieldView> = {
  region: 'number',
  materials: ['list', 'string'],
  chip: 'string',
  hut: 'number',
  temple: 'number',
  huts: ['optional', 'number'],
  price: ['optional', 'number'],
};

const PlateausView: Schema<types.PlateausView> = {
  wood: ['list', 'number'],
  wool: ['list', 'number'],
  copper: ['list', 'number'],
  stone: ['list', 'number'],
};

const PlayerView: Schema<types.PlayerView> = {
  seat: 'number',
  points: 'number',
  huts: 'number',
  temples: 'number',
  workers: 'number',
  templePoints: ['optional', 'number'],
  runes: ['optional', 'number'],
  runePoints: ['optional', 'number'],
  now: ['optional', 'number'],
};

const Place: Schema<types.Place> = {
  at: 'string',
  no: 'number',
};

const TurnView: Schema<types.TurnView> = {
  seat: 'number',
  number: 'number',
  phase: 'string',
  die: 'string',
  quiet: 'number',
};

const Goal: Schema<types.Goal> = {
  do: 'string',
  field: 'number',
  material: 'string',
};

const Payment: Schema<types.Payment> = {
  goal: Goal,
  due: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
  units: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
  bound: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
};

const PaymentView: Schema<types.PaymentView> = {
  seat: 'number',
  offering: 'boolean',
  steps: 'number',
  own: ['optional', Payment],
};

const FinishView: Schema<types.FinishView> = {
  reason: 'string',
  seat: 'number',
  turns: 'number',
  lap: ['optional', Place],
};

const PiecesView: Schema<types.PiecesView> = {
  huts: 'number',
  temples: 'number',
};

const NearestView: Schema<types.NearestView> = {
  seats: ['list', 'number'],
  left: 'number',
};

const ScoreView: Schema<types.ScoreView> = {
  seat: 'number',
  before: 'number',
  temples: 'number',
  runes: 'number',
  total: 'number',
  built: 'number',
  materials: 'number',
};

export const view: Schema<types.View> = {
  board: 'string',
  fields: ['list', FieldView],
  plateaus: PlateausView,
  stock: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
  runes: ['list', 'number'],
  players: ['list', PlayerView],
  druid: Place,
  next: ['optional', 'number'],
  builds: 'number',
  start: 'number',
  turn: TurnView,
  waiting: ['list', 'number'],
  payment: ['optional', PaymentView],
  finish: ['optional', FinishView],
  all: ['optional', PiecesView],
  nearest: ['optional', NearestView],
  hand: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
  others: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
  loss: ['optional', 'string'],
  hands: ['optional', ['list', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }]],
  scoring: ['optional', ['list', ScoreView]],
};

const ChipUsed: Schema<types.ChipUsed> = {
  seat: 'number',
  field: 'number',
  chip: 'string',
  points: 'number',
};

const DieRolled: Schema<types.DieRolled> = {
  seat: 'number',
  face: 'string',
};

const DruidMoved: Schema<types.DruidMoved> = {
  from: Place,
  to: Place,
  path: ['list', 'number'],
};

const Gained: Schema<types.Gained> = {
  seat: 'number',
  material: 'string',
};

const GameEnded: Schema<types.GameEnded> = {
  winners: ['list', 'number'],
  scores: ['list', 'number'],
};

const HandsShown: Schema<types.HandsShown> = {
  hands: ['list', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
};

const HutBuilt: Schema<types.HutBuilt> = {
  seat: 'number',
  field: 'number',
  settlement: 'number',
};

const LastLapBegan: Schema<types.LastLapBegan> = {
  from: Place,
};

const LastTurnsAnnounced: Schema<types.LastTurnsAnnounced> = {
  reason: 'string',
  seat: 'number',
  turns: 'number',
};

const Loss: Schema<types.Loss> = {
  seat: 'number',
  material: 'string',
};

const LossesReturned: Schema<types.LossesReturned> = {
  losses: ['list', Loss],
};

const Offered: Schema<types.Offered> = {
  seat: 'number',
  field: 'number',
  do: 'string',
  material: 'string',
  points: 'number',
};

const Paid: Schema<types.Paid> = {
  seat: 'number',
  tokens: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
};

const RiverCrossed: Schema<types.RiverCrossed> = {
  points: ['list', 'number'],
};

const RuneTaken: Schema<types.RuneTaken> = {
  seat: 'number',
  region: 'number',
  from: 'number',
};

const RuneScore: Schema<types.RuneScore> = {
  seat: 'number',
  runes: 'number',
  points: 'number',
};

const RunesScored: Schema<types.RunesScored> = {
  runes: ['list', RuneScore],
};

const LaidChip: Schema<types.LaidChip> = {
  field: 'number',
  chip: 'string',
};

const SetUp: Schema<types.SetUp> = {
  board: 'string',
  start: 'number',
  chips: ['list', LaidChip],
};

const TempleBuilt: Schema<types.TempleBuilt> = {
  seat: 'number',
  field: 'number',
};

const TempleScore: Schema<types.TempleScore> = {
  seat: 'number',
  field: 'number',
  left: 'number',
  right: 'number',
};

const TemplesScored: Schema<types.TemplesScored> = {
  temples: ['list', TempleScore],
};

const TurnBegan: Schema<types.TurnBegan> = {
  seat: 'number',
  turn: 'number',
};

const WorkerMoved: Schema<types.WorkerMoved> = {
  seat: 'number',
  from: 'string',
  height: 'number',
  to: 'string',
};

const WorkerPlaced: Schema<types.WorkerPlaced> = {
  seat: 'number',
  plateau: 'string',
  height: 'number',
};

const WorkerYield: Schema<types.WorkerYield> = {
  seat: 'number',
  height: 'number',
  amount: 'number',
};

const Yielded: Schema<types.Yielded> = {
  plateau: 'string',
  large: 'boolean',
  workers: ['list', WorkerYield],
};

export const events: { readonly [Name in keyof types.Events]: Schema<Merged<types.Events[Name]>> } = {
  chip_used: ChipUsed,
  die_rolled: DieRolled,
  druid_moved: DruidMoved,
  gained: Gained,
  game_ended: GameEnded,
  hands_shown: HandsShown,
  hut_built: HutBuilt,
  last_lap_began: LastLapBegan,
  last_turns_announced: LastTurnsAnnounced,
  loss_chosen: {
    seat: 'number',
    material: ['optional', 'string'],
  },
  losses_returned: LossesReturned,
  offered: Offered,
  paid: Paid,
  payment_begun: {
    seat: 'number',
    goal: ['optional', Goal],
    due: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
  },
  payment_bound: {
    seat: 'number',
    units: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
    bound: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
  },
  river_crossed: RiverCrossed,
  rune_taken: RuneTaken,
  runes_scored: RunesScored,
  set_up: SetUp,
  temple_built: TempleBuilt,
  temples_scored: TemplesScored,
  turn_began: TurnBegan,
  worker_moved: WorkerMoved,
  worker_placed: WorkerPlaced,
  yielded: Yielded,
};

const GainOne: Schema<types.GainOne> = {
  material: 'string',
};

const LoseOne: Schema<types.LoseOne> = {
  material: 'string',
};

const PlaceWorker: Schema<types.PlaceWorker> = {
  plateau: 'string',
};

export const moves: { readonly [Name in keyof types.Moves]: Schema<Merged<types.Moves[Name]>> } = {
  gain_one: GainOne,
  lose_one: LoseOne,
  offer: {
    do: 'string',
    material: ['optional', 'string'],
  },
  pay: {
    do: 'string',
    goal: Goal,
    due: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
    units: { copper: 'number', stone: 'number', wood: 'number', wool: 'number' },
    for: ['optional', 'string'],
    with: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
    bound: ['optional', { copper: 'number', stone: 'number', wood: 'number', wool: 'number' }],
  },
  place_worker: PlaceWorker,
  turn: {
    do: 'string',
    from: ['optional', 'string'],
    height: ['optional', 'number'],
    to: ['optional', 'string'],
    field: ['optional', 'number'],
  },
};
