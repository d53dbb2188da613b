package toy

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

func (s *State) Advance(d engine.Decision, m engine.Move, chance chance.Source) {
	events := s.Decide(d, m, chance)
	if s.fault() == AdvanceStops {
		events = events[:1]
	}
	for _, e := range events {
		s.Evolve(e)
	}
}

func (s *State) AppendOpen(list []engine.Decision, moves []engine.Move) ([]engine.Decision, []engine.Move) {
	if s.fault() == AppendReplaces {
		list = list[:0]
	}
	for _, d := range s.Open() {
		from := len(moves)
		moves = append(moves, d.Moves...)
		d.Moves = moves[from:len(moves):len(moves)]
		list = append(list, d)
	}
	return list, moves
}
