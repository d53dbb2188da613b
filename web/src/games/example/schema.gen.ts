// Made by `make generate` from the Go types; do not edit.
import type { Merged, Schema } from '../../lib/wire/schema';
import type * as types from './types.gen';

const PlayerView: Schema<types.PlayerView> = {
  seat: 'number',
  points: 'number',
  pebbles: 'number',
  chosen: 'boolean',
};

export const view: Schema<types.View> = {
  round: 'number',
  prize: 'number',
  players: ['list', PlayerView],
  bid: ['optional', 'number'],
};

const BidsShown: Schema<types.BidsShown> = {
  bids: ['list', 'number'],
  winner: 'number',
  prize: 'number',
};

const GameEnded: Schema<types.GameEnded> = {
  winners: ['list', 'number'],
  scores: ['list', 'number'],
};

const RoundBegan: Schema<types.RoundBegan> = {
  round: 'number',
  prize: 'number',
};

export const events: { readonly [Name in keyof types.Events]: Schema<Merged<types.Events[Name]>> } = {
  bid_chosen: {
    seat: 'number',
    pebbles: ['optional', 'number'],
  },
  bids_shown: BidsShown,
  game_ended: GameEnded,
  round_began: RoundBegan,
};

const Bid: Schema<types.Bid> = {
  pebbles: 'number',
};

export const moves: { readonly [Name in keyof types.Moves]: Schema<Merged<types.Moves[Name]>> } = {
  bid: Bid,
};
