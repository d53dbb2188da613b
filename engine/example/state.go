package example

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// noBid marks a seat that has not chosen a bid in this round.
const noBid = -1

// State is the position of one table. The bids are hidden until BidsShown; everything else is public.
type State struct {
	counter engine.DecisionCounter
	round   int // from 1
	prize   int // of this round, in points
	players []player
	winners []engine.Seat // nil until the game is over
}

// player is one seat of the position.
type player struct {
	pebbles int
	points  int
	bid     int    // noBid until chosen
	owes    uint32 // the number of the decision that the seat owes; 0: none
}

// Open lists a bid for each seat that has not chosen yet. A seat without pebbles is asked as well [F3].
func (s *State) Open() []engine.Decision {
	var open []engine.Decision
	for i, p := range s.players {
		if p.owes == 0 {
			continue
		}
		d := engine.Decision{No: p.owes, Seat: engine.Seat(i), Kind: KindBid}
		for n := range 1 + min(maxBid, p.pebbles) {
			d.Moves = append(d.Moves, Bid{Pebbles: n})
		}
		open = append(open, d)
	}
	return open
}

// Outcome is nil until the last round is over [F5].
func (s *State) Outcome() *engine.Outcome {
	if s.winners == nil {
		return nil
	}
	return &engine.Outcome{Winners: slices.Clone(s.winners), Scores: s.points()}
}

// Standing lists the points, which are public, and after the end the best of the given seats [F5].
func (s *State) Standing(among []engine.Seat) engine.Outcome {
	o := engine.Outcome{Scores: s.points()}
	if s.winners != nil {
		o.Winners = s.best(among)
	}
	return o
}

// Clone returns an independent copy.
func (s *State) Clone() engine.State {
	c := *s
	c.players = slices.Clone(s.players)
	return &c
}

// SnapshotFields lists the fields for the encoding of a state; see codec.SnapshotFields.
func (s *State) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"counter": &s.counter, "round": codec.Within(&s.round, 1, rounds), "prize": &s.prize, "players": &s.players, "winners": &s.winners}
}

// SnapshotFields lists the fields of a seat.
func (p *player) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"pebbles": &p.pebbles, "points": &p.points, "bid": codec.Within(&p.bid, noBid, maxBid), "owes": &p.owes}
}

// points lists the points by seat.
func (s *State) points() []int {
	list := make([]int, len(s.players))
	for i, p := range s.players {
		list[i] = p.points
	}
	return list
}
