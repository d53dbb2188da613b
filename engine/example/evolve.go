package example

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Evolve applies one event. It checks nothing, because events are facts.
func (s *State) Evolve(e engine.Event) {
	switch e := e.(type) {
	case RoundBegan:
		s.round, s.prize = e.Round, e.Prize
		for i := range s.players {
			s.players[i].owes = s.counter.Next()
		}
	case BidChosen:
		s.players[e.Seat].bid, s.players[e.Seat].owes = e.Pebbles, 0
	case BidsShown:
		for i, bid := range e.Bids {
			s.players[i].pebbles -= bid
			s.players[i].bid = noBid
		}
		if e.Winner != engine.NoSeat {
			s.players[e.Winner].points += e.Prize
		}
	case GameEnded:
		s.winners = e.Winners
	}
}

func (*State) Redeal(chance.Source) []engine.Event { return nil }
