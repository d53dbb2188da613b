package example

import "nemeton/engine"

// RoundBegan announces a round and its prize. All seats owe a bid from here on [F2, F3].
type RoundBegan struct {
	Round int `json:"round"`
	Prize int `json:"prize"`
}

// BidChosen is the secret bid of a seat [F3]. Other viewers receive SeatOnly.
type BidChosen struct {
	Seat    engine.Seat `json:"seat"`
	Pebbles int         `json:"pebbles"`
}

// SeatOnly is the public part of an event with a secret: whose event it was.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// BidsShown reveals all bids by seat, and the winner of the prize; engine.NoSeat if nobody won it [F4].
type BidsShown struct {
	Bids   []int       `json:"bids"`
	Winner engine.Seat `json:"winner"`
	Prize  int         `json:"prize"`
}

// GameEnded lists the winners and the points by seat [F5].
type GameEnded struct {
	Winners []engine.Seat `json:"winners"`
	Scores  []int         `json:"scores"`
}

var registry = engine.NewRegistry(
	engine.NewEventType[RoundBegan]("round_began", 1, engine.Public),
	engine.NewEventType[BidChosen]("bid_chosen", 1, engine.ToSeat(
		func(e BidChosen) engine.Seat { return e.Seat }, func(e BidChosen) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[BidsShown]("bids_shown", 1, engine.Public).Revealing("F4"),
	engine.NewEventType[GameEnded]("game_ended", 1, engine.Public),
)

// Registry lists the event types with their redaction rules.
func (Title) Registry() *engine.Registry { return registry }
