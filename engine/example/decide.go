package example

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Decide stores a bid. The last bid of a round ends it: the bids are shown, and the next round begins or the game ends
// [F3, F4, F5].
func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	next := s.Clone().(*State)
	e := engine.NewEmitter(next, chance)
	e.Emit(BidChosen{Seat: d.Seat, Pebbles: m.(Bid).Pebbles})
	if slices.ContainsFunc(next.players, func(p player) bool { return p.owes != 0 }) {
		return e.Events()
	}
	bids := next.bids()
	e.Emit(BidsShown{Bids: bids, Winner: highestAlone(bids), Prize: next.prize})
	if next.round < rounds {
		e.Emit(nextRound(next.round, e))
	} else {
		e.Emit(GameEnded{Winners: next.best(next.all()), Scores: next.points()})
	}
	return e.Events()
}

// bids lists the bids by seat.
func (s *State) bids() []int {
	list := make([]int, len(s.players))
	for i, p := range s.players {
		list[i] = p.bid
	}
	return list
}

// highestAlone returns the seat of the highest bid that no other seat chose; engine.NoSeat if there is none [F4].
func highestAlone(bids []int) engine.Seat {
	winner, best := engine.NoSeat, noBid
	for i, bid := range bids {
		alone := !slices.Contains(bids[:i], bid) && !slices.Contains(bids[i+1:], bid)
		if alone && bid > best {
			winner, best = engine.Seat(i), bid
		}
	}
	return winner
}

// best lists those of the given seats with the most points [F5].
func (s *State) best(among []engine.Seat) []engine.Seat {
	var seats []engine.Seat
	most := -1
	for _, seat := range among {
		switch points := s.players[seat].points; {
		case points > most:
			most, seats = points, append(seats[:0], seat)
		case points == most:
			seats = append(seats, seat)
		}
	}
	return seats
}

// all lists all seats.
func (s *State) all() []engine.Seat {
	list := make([]engine.Seat, len(s.players))
	for i := range list {
		list[i] = engine.Seat(i)
	}
	return list
}
