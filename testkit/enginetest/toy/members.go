package toy

import "nemeton/engine"

// Members implements engine.State.
func (s *State) Members() engine.Members {
	return engine.Members{
		"counter": &s.counter,
		"nos":     &s.nos,
		"no":      &s.no,
		"deck":    &s.deck,
		"hands":   &s.hands,
		"picks":   &s.picks,
		"played":  &s.played,
		"slots":   &s.slots,
		"placed":  engine.Within(&s.placed, 0, tokens),
		"winner":  &s.winner,
		"points":  &s.points,
		"rounds":  engine.Within(&s.rounds, 0, s.setup.Options["rounds"]),
		"stalled": &s.stalled,
	}
}
