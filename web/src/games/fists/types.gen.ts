// Made by `make generate` from the Go types; do not edit.

export interface View {
  round: number;
  prize: number;
  players: PlayerView[];
  bid?: number;
}

export interface BidChosen {
  seat: number;
  pebbles: number;
}

export interface BidsShown {
  bids: number[];
  winner: number;
  prize: number;
}

export interface GameEnded {
  winners: number[];
  scores: number[];
}

export interface RoundBegan {
  round: number;
  prize: number;
}

export interface SeatOnly {
  seat: number;
}

export interface Bid {
  pebbles: number;
}

export interface PlayerView {
  seat: number;
  points: number;
  pebbles: number;
  chosen: boolean;
}

export interface Events {
  bid_chosen: SeatOnly | BidChosen;
  bids_shown: BidsShown;
  game_ended: GameEnded;
  round_began: RoundBegan;
}

export interface Moves {
  bid: Bid;
}
