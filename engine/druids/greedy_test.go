package druids_test

import (
	"nemeton/engine"
	. "nemeton/engine/druids"
)

// greedy is a sensible player that looks one move ahead: it takes what the title itself weighs most.
type greedy struct{ chance engine.Loose }

// step answers the open decision.
func (g greedy) step(s engine.State) []engine.Event {
	d := s.Open()[0]
	w := make([]float64, len(d.Moves))
	s.(*State).Weigh(d, w)
	best, most := d.Moves[0], -1.0
	for i, m := range d.Moves {
		// A little chance decides between moves that seem alike.
		if worth := w[i] * (1 + g.chance.Float64()/10); worth > most {
			best, most = m, worth
		}
	}
	events := s.Decide(d, best, g.chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}
