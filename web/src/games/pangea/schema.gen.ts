// Made by `make generate` from the Go types; do not edit.
import type { Merged, Schema } from '../../lib/wire/schema';
import type * as types from './types.gen';

const FieldView: Schema<types.FieldView> = {
  row: 'number',
  column: 'number',
};

const TileView: Schema<types.TileView> = {
  landscape: 'string',
  capacity: 'number',
  field: 'number',
  tribes: 'number',
  overcrowded: ['optional', 'boolean'],
};

const BagView: Schema<types.BagView> = {
  mountain: ['optional', 'number'],
  swamp: ['optional', 'number'],
  desert: ['optional', 'number'],
  grassland: ['optional', 'number'],
  forest: ['optional', 'number'],
};

const TribeView: Schema<types.TribeView> = {
  id: 'number',
  home: 'string',
  tile: 'number',
  atHome: ['optional', 'boolean'],
  produces: ['optional', 'boolean'],
  carries: ['optional', 'string'],
  delivers: ['optional', 'boolean'],
  moved: ['optional', 'boolean'],
};

const PeopleView: Schema<types.PeopleView> = {
  people: 'string',
  seat: 'number',
  tower: 'number',
  spell: 'number',
  left: 'number',
  bag: ['optional', BagView],
  tribes: ['list', TribeView],
};

const PlayerView: Schema<types.PlayerView> = {
  seat: 'number',
  people: 'string',
  goods: 'number',
  amulets: ['list', 'string'],
  magic: 'number',
  price: 'number',
  production: 'number',
  rank: 'number',
  goal: ['optional', 'number'],
  tribes: ['optional', 'number'],
  home: ['optional', 'number'],
};

const TurnView: Schema<types.TurnView> = {
  seat: 'number',
  number: 'number',
  round: 'number',
  phase: 'string',
  actions: 'number',
};

const RankView: Schema<types.RankView> = {
  rank: 'number',
  amulets: 'number',
  goods: 'number',
};

const LastRoundView: Schema<types.LastRoundView> = {
  reason: 'string',
};

const HandView: Schema<types.HandView> = {
  id: 'number',
  home: 'string',
};

export const view: Schema<types.View> = {
  fields: ['list', FieldView],
  tiles: ['list', TileView],
  peoples: ['list', PeopleView],
  players: ['list', PlayerView],
  start: 'number',
  turn: TurnView,
  waiting: ['list', 'number'],
  ranks: ['optional', ['list', RankView]],
  lastRound: ['optional', LastRoundView],
  hand: ['optional', ['list', HandView]],
};

const AmuletBought: Schema<types.AmuletBought> = {
  seat: 'number',
  tribe: 'number',
  amulet: 'string',
  price: 'number',
  seller: 'string',
  to: 'number',
  earned: 'number',
};

const AmuletDelivered: Schema<types.AmuletDelivered> = {
  seat: 'number',
  tribe: 'number',
  amulet: 'string',
  amulets: 'number',
};

const Asked: Schema<types.Asked> = {
  kind: 'string',
  seat: 'number',
};

const Standing: Schema<types.Standing> = {
  seat: 'number',
  rank: 'number',
  amulets: 'number',
  goods: 'number',
  score: 'number',
};

const GameEnded: Schema<types.GameEnded> = {
  winners: ['list', 'number'],
  standings: ['list', Standing],
};

const GoodsProduced: Schema<types.GoodsProduced> = {
  seat: 'number',
  tribes: ['list', 'number'],
  goods: 'number',
};

const LastRoundAnnounced: Schema<types.LastRoundAnnounced> = {
  reason: 'string',
  round: 'number',
  seats: ['list', 'number'],
};

const LastRoundFell: Schema<types.LastRoundFell> = {
  round: 'number',
};

const NeutralMoved: Schema<types.NeutralMoved> = {
  seat: 'number',
  people: 'string',
  tribe: 'number',
  from: 'number',
  to: 'number',
  over: 'boolean',
};

const NeutralSettled: Schema<types.NeutralSettled> = {
  people: 'string',
  tile: 'number',
  tribes: ['list', 'number'],
};

const PhaseEnded: Schema<types.PhaseEnded> = {
  seat: 'number',
  phase: 'string',
  itself: 'boolean',
};

const SetUp: Schema<types.SetUp> = {
  start: 'number',
  fields: ['list', 'number'],
};

const SpellLaid: Schema<types.SpellLaid> = {
  seat: 'number',
  field: 'number',
  tile: 'number',
};

const SpellLifted: Schema<types.SpellLifted> = {
  seat: 'number',
  field: 'number',
};

const TileShifted: Schema<types.TileShifted> = {
  seat: 'number',
  tile: 'number',
  from: 'number',
  to: 'number',
  over: 'boolean',
};

const TowerPlaced: Schema<types.TowerPlaced> = {
  seat: 'number',
  tile: 'number',
  tribes: ['list', 'number'],
};

const TribeFounded: Schema<types.TribeFounded> = {
  seat: 'number',
  people: 'string',
  tribe: 'number',
  home: 'string',
  tile: 'number',
};

const TribeMoved: Schema<types.TribeMoved> = {
  seat: 'number',
  tribe: 'number',
  from: 'number',
  to: 'number',
  over: 'boolean',
};

const TurnBegan: Schema<types.TurnBegan> = {
  seat: 'number',
  round: 'number',
  turn: 'number',
  actions: 'number',
};

export const events: { readonly [Name in keyof types.Events]: Schema<Merged<types.Events[Name]>> } = {
  amulet_bought: AmuletBought,
  amulet_delivered: AmuletDelivered,
  asked: Asked,
  game_ended: GameEnded,
  goods_produced: GoodsProduced,
  last_round_announced: LastRoundAnnounced,
  last_round_fell: LastRoundFell,
  neutral_moved: NeutralMoved,
  neutral_settled: NeutralSettled,
  phase_ended: PhaseEnded,
  set_up: SetUp,
  spell_laid: SpellLaid,
  spell_lifted: SpellLifted,
  tile_shifted: TileShifted,
  tower_placed: TowerPlaced,
  tribe_founded: TribeFounded,
  tribe_moved: TribeMoved,
  tribes_drawn: {
    seat: 'number',
    tribes: ['optional', ['list', 'number']],
  },
  turn_began: TurnBegan,
};

const PlaceTower: Schema<types.PlaceTower> = {
  do: 'string',
  tile: 'number',
};

export const moves: { readonly [Name in keyof types.Moves]: Schema<Merged<types.Moves[Name]>> } = {
  buying: {
    do: 'string',
    tribe: ['optional', 'number'],
    seller: ['optional', 'string'],
    amulet: ['optional', 'string'],
    price: ['optional', 'number'],
  },
  magic: {
    do: 'string',
    people: ['optional', 'string'],
    tile: ['optional', 'number'],
    to: ['optional', 'number'],
    over: ['optional', 'boolean'],
    tribe: ['optional', 'number'],
  },
  movement: {
    do: 'string',
    tribe: ['optional', 'number'],
    to: ['optional', 'number'],
    over: ['optional', 'boolean'],
  },
  place_tower: PlaceTower,
  spell: {
    do: 'string',
    field: ['optional', 'number'],
  },
};
