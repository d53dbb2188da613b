// Made by `make generate` from the Go types; do not edit.

export interface View {
  fields: FieldView[];
  tiles: TileView[];
  peoples: PeopleView[];
  players: PlayerView[];
  start: number;
  turn: TurnView;
  waiting: number[];
  lastRound?: LastRoundView;
  hand?: HandView[];
}

export interface AmuletBought {
  seat: number;
  tribe: number;
  amulet: string;
  price: number;
  seller: string;
  to: number;
  earned: number;
}

export interface AmuletDelivered {
  seat: number;
  tribe: number;
  amulet: string;
  amulets: number;
}

export interface Asked {
  kind: string;
  seat: number;
}

export interface GameEnded {
  winners: number[];
  standings: Standing[];
}

export interface GoodsProduced {
  seat: number;
  tribes: number[];
  goods: number;
}

export interface LastRoundAnnounced {
  reason: string;
  round: number;
  seats: number[];
}

export interface LastRoundFell {
  round: number;
}

export interface NeutralMoved {
  seat: number;
  people: string;
  tribe: number;
  from: number;
  to: number;
  over: boolean;
}

export interface NeutralSettled {
  people: string;
  tile: number;
  tribes: number[];
}

export interface PhaseEnded {
  seat: number;
  phase: string;
  itself: boolean;
}

export interface SetUp {
  start: number;
  fields: number[];
}

export interface SpellLaid {
  seat: number;
  field: number;
  tile: number;
}

export interface SpellLifted {
  seat: number;
  field: number;
}

export interface TileShifted {
  seat: number;
  tile: number;
  from: number;
  to: number;
  over: boolean;
}

export interface TowerPlaced {
  seat: number;
  tile: number;
  tribes: number[];
}

export interface TribeFounded {
  seat: number;
  people: string;
  tribe: number;
  home: string;
  tile: number;
}

export interface TribeMoved {
  seat: number;
  tribe: number;
  from: number;
  to: number;
  over: boolean;
}

export interface TribesDrawn {
  seat: number;
  tribes: number[];
}

export interface TurnBegan {
  seat: number;
  round: number;
  turn: number;
  actions: number;
}

export interface SeatOnly {
  seat: number;
}

export interface Buy {
  do: string;
  tribe: number;
  seller: string;
  amulet: string;
  price: number;
}

export interface End {
  do: string;
}

export interface Found {
  do: string;
  people: string;
}

export interface Shift {
  do: string;
  tile: number;
  to: number;
  over: boolean;
}

export interface Step {
  do: string;
  tribe: number;
  to: number;
  over: boolean;
}

export interface PlaceTower {
  do: string;
  tile: number;
}

export interface LaySpell {
  do: string;
  field: number;
}

export interface FieldView {
  row: number;
  column: number;
}

export interface TileView {
  landscape: string;
  capacity: number;
  field: number;
  tribes: number;
  overcrowded?: boolean;
}

export interface PeopleView {
  people: string;
  seat: number;
  tower: number;
  spell: number;
  left: number;
  bag?: BagView;
  tribes: TribeView[];
}

export interface PlayerView {
  seat: number;
  people: string;
  goods: number;
  amulets: string[];
  magic: number;
  price: number;
  production: number;
  rank: number;
  missing: MissingView[];
}

export interface TurnView {
  seat: number;
  number: number;
  round: number;
  phase: string;
  actions: number;
}

export interface LastRoundView {
  reason: string;
}

export interface HandView {
  id: number;
  home: string;
}

export interface Standing {
  seat: number;
  rank: number;
  amulets: number;
  goods: number;
  score: number;
}

export interface BagView {
  mountain?: number;
  swamp?: number;
  desert?: number;
  grassland?: number;
  forest?: number;
}

export interface TribeView {
  id: number;
  home: string;
  tile: number;
  atHome?: boolean;
  produces?: boolean;
  carries?: string;
  delivers?: boolean;
  moved?: boolean;
}

export interface MissingView {
  amulets?: number;
  goods?: number;
}

export interface Events {
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
}

export interface Moves {
  buying: Buy | End;
  magic: Found | Shift | Step | End;
  movement: Step | End;
  place_tower: PlaceTower;
  spell: LaySpell | End;
}
