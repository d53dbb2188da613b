// Made by `make generate` from the Go types; do not edit.

export type View = {
  fields: FieldView[];
  tiles: TileView[];
  peoples: PeopleView[];
  players: PlayerView[];
  start: number;
  turn: TurnView;
  waiting: number[];
  ranks?: RankView[];
  lastRound?: LastRoundView;
  hand?: HandView[];
};

export type AmuletBought = {
  seat: number;
  tribe: number;
  amulet: string;
  price: number;
  seller: string;
  to: number;
  earned: number;
};

export type AmuletDelivered = {
  seat: number;
  tribe: number;
  amulet: string;
  amulets: number;
};

export type Asked = {
  kind: string;
  seat: number;
};

export type GameEnded = {
  winners: number[];
  standings: Standing[];
};

export type GoodsProduced = {
  seat: number;
  tribes: number[];
  goods: number;
};

export type LastRoundAnnounced = {
  reason: string;
  round: number;
  seats: number[];
};

export type LastRoundFell = {
  round: number;
};

export type NeutralMoved = {
  seat: number;
  people: string;
  tribe: number;
  from: number;
  to: number;
  over: boolean;
};

export type NeutralSettled = {
  people: string;
  tile: number;
  tribes: number[];
};

export type PhaseEnded = {
  seat: number;
  phase: string;
  itself: boolean;
};

export type SetUp = {
  start: number;
  fields: number[];
};

export type SpellLaid = {
  seat: number;
  field: number;
  tile: number;
};

export type SpellLifted = {
  seat: number;
  field: number;
};

export type TileShifted = {
  seat: number;
  tile: number;
  from: number;
  to: number;
  over: boolean;
};

export type TowerPlaced = {
  seat: number;
  tile: number;
  tribes: number[];
};

export type TribeFounded = {
  seat: number;
  people: string;
  tribe: number;
  home: string;
  tile: number;
};

export type TribeMoved = {
  seat: number;
  tribe: number;
  from: number;
  to: number;
  over: boolean;
};

export type TribesDrawn = {
  seat: number;
  tribes: number[];
};

export type TurnBegan = {
  seat: number;
  round: number;
  turn: number;
  actions: number;
};

export type SeatOnly = {
  seat: number;
};

export type Buy = {
  do: string;
  tribe: number;
  seller: string;
  amulet: string;
  price: number;
};

export type End = {
  do: string;
};

export type Found = {
  do: string;
  people: string;
};

export type Shift = {
  do: string;
  tile: number;
  to: number;
  over: boolean;
};

export type Step = {
  do: string;
  tribe: number;
  to: number;
  over: boolean;
};

export type PlaceTower = {
  do: string;
  tile: number;
};

export type LaySpell = {
  do: string;
  field: number;
};

export type FieldView = {
  row: number;
  column: number;
};

export type TileView = {
  landscape: string;
  capacity: number;
  field: number;
  tribes: number;
  overcrowded?: boolean;
};

export type PeopleView = {
  people: string;
  seat: number;
  tower: number;
  spell: number;
  left: number;
  bag?: BagView;
  tribes: TribeView[];
};

export type PlayerView = {
  seat: number;
  people: string;
  goods: number;
  amulets: string[];
  magic: number;
  price: number;
  production: number;
  rank: number;
  goal?: number;
  tribes?: number;
  home?: number;
};

export type TurnView = {
  seat: number;
  number: number;
  round: number;
  phase: string;
  actions: number;
};

export type RankView = {
  rank: number;
  amulets: number;
  goods: number;
};

export type LastRoundView = {
  reason: string;
};

export type HandView = {
  id: number;
  home: string;
};

export type Standing = {
  seat: number;
  rank: number;
  amulets: number;
  goods: number;
  score: number;
};

export type BagView = {
  mountain?: number;
  swamp?: number;
  desert?: number;
  grassland?: number;
  forest?: number;
};

export type TribeView = {
  id: number;
  home: string;
  tile: number;
  atHome?: boolean;
  produces?: boolean;
  carries?: string;
  delivers?: boolean;
  moved?: boolean;
};

export type Events = {
  amulet_bought: AmuletBought;
  amulet_delivered: AmuletDelivered;
  asked: Asked;
  game_ended: GameEnded;
  goods_produced: GoodsProduced;
  last_round_announced: LastRoundAnnounced;
  last_round_fell: LastRoundFell;
  neutral_moved: NeutralMoved;
  neutral_settled: NeutralSettled;
  phase_ended: PhaseEnded;
  set_up: SetUp;
  spell_laid: SpellLaid;
  spell_lifted: SpellLifted;
  tile_shifted: TileShifted;
  tower_placed: TowerPlaced;
  tribe_founded: TribeFounded;
  tribe_moved: TribeMoved;
  tribes_drawn: SeatOnly | TribesDrawn;
  turn_began: TurnBegan;
};

export type Moves = {
  buying: Buy | End;
  magic: Found | Shift | Step | End;
  movement: Step | End;
  place_tower: PlaceTower;
  spell: LaySpell | End;
};
