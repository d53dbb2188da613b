package druids_test

import (
	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/druids"
)

// greedy takes the move with the greatest weight of the title itself.
type greedy struct{ chance chance.Loose }

// step answers the open decision.
func (g greedy) step(s engine.State) []engine.Event {
	d := s.Open()[0]
	events := s.Decide(d, g.choose(s, d), g.chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}

func (g greedy) choose(s engine.State, d engine.Decision) engine.Move {
	w := make([]float64, len(d.Moves))
	s.(*State).Weigh(d, w)
	best, most := d.Moves[0], -1.0
	for i, m := range d.Moves {
		// Some chance decides between moves of similar weight.
		if worth := w[i] * (1 + g.chance.Float64()/10); worth > most {
			best, most = m, worth
		}
	}
	return best
}
