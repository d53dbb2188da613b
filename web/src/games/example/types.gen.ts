// Made by `make generate` from the Go types; do not edit.

export type View = {
  round: number;
  prize: number;
  players: PlayerView[];
  bid?: number;
};

export type BidChosen = {
  seat: number;
  pebbles: number;
};

export type BidsShown = {
  bids: number[];
  winner: number;
  prize: number;
};

export type GameEnded = {
  winners: number[];
  scores: number[];
};

export type RoundBegan = {
  round: number;
  prize: number;
};

export type SeatOnly = {
  seat: number;
};

export type Bid = {
  pebbles: number;
};

export type PlayerView = {
  seat: number;
  points: number;
  pebbles: number;
  chosen: boolean;
};

export type Events = {
  bid_chosen: SeatOnly | BidChosen;
  bids_shown: BidsShown;
  game_ended: GameEnded;
  round_began: RoundBegan;
};

export type Moves = {
  bid: Bid;
};
