package example

import (
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
)

// Sample returns a position that agrees with one viewer's knowledge. The bids that the viewer does not know are drawn.
func (t Title) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	view, ok := k.View.(View)
	if !ok {
		return nil, fmt.Errorf("the view is a %T", k.View)
	}
	s := t.Blank(k.Setup).(*State)
	s.round, s.prize = view.Round, view.Prize
	s.counter = engine.Resume(uint32(view.Round * len(s.players))) // each round opens a decision for each seat
	for i, p := range view.Players {
		s.players[i].pebbles, s.players[i].points = p.Pebbles, p.Points
		switch {
		case p.Chosen && k.Viewer.Is(p.Seat):
			s.players[i].bid = *view.Bid
		case p.Chosen:
			s.players[i].bid = r.IntN(1 + min(maxBid, p.Pebbles))
		}
	}
	for _, d := range k.Decisions {
		s.players[d.Seat].owes = d.No
	}
	if view.Round == rounds && len(k.Decisions) == 0 {
		s.winners = s.best(s.all())
	}
	return s, nil
}
