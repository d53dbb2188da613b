package example

import "nemeton/engine"

// KindBid is the kind of decision in which a seat chooses its bid [F3].
const KindBid = "bid"

// Bid is a choice of pebbles [F3].
type Bid struct {
	Pebbles int `json:"pebbles"`
}

var moveTypes = engine.MoveTypes{KindBid: {engine.MoveOf[Bid]()}}

// Moves lists the move types by kind of decision.
func (Title) Moves() engine.MoveTypes { return moveTypes }
