package bot

import (
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Version is the version of the bots: one more with every change that can change a choice. Studies record it.
const Version = 1

// Simulation plays a state on, decision by decision, for searches and studies. It reuses its memory, so a caller keeps one for many games.
type Simulation struct {
	Rand   *rand.Rand    // breaks ties, and draws moves by their weights
	Chance chance.Source // of the game

	open    []engine.Decision // scratch: the current decisions
	moves   []engine.Move     // scratch: their moves
	weights []float64         // scratch
}

// Open returns the open decisions of a state. They are valid until the next call.
func (s *Simulation) Open(state engine.State) []engine.Decision {
	simulated, can := state.(engine.Simulator)
	if !can {
		return state.Open()
	}
	s.open, s.moves = simulated.AppendOpen(s.open[:0], s.moves[:0])
	return s.open
}

// Answer answers a decision, and applies the events to the state.
func (s *Simulation) Answer(state engine.State, d engine.Decision, m engine.Move) {
	if simulated, can := state.(engine.Simulator); can {
		simulated.Advance(d, m, s.Chance)
		return
	}
	for _, e := range state.Decide(d, m, s.Chance) {
		state.Evolve(e)
	}
}

// Heaviest returns the choice of an easy bot: the move with the greatest weight. Ties are broken at random.
func (s *Simulation) Heaviest(state engine.State, d engine.Decision) engine.Move {
	w := s.weigh(state, d)
	best, ties := 0, 1
	for i := 1; i < len(w); i++ {
		switch {
		case w[i] > w[best]:
			best, ties = i, 1
		case w[i] == w[best]:
			ties++
			if s.Rand.IntN(ties) == 0 {
				best = i
			}
		}
	}
	return d.Moves[best]
}

// weigh returns the weights of a decision's moves. The result is valid until the next call.
func (s *Simulation) weigh(state engine.State, d engine.Decision) []float64 {
	if cap(s.weights) < len(d.Moves) {
		s.weights = make([]float64, 2*len(d.Moves))
	}
	w := s.weights[:len(d.Moves)]
	weigh(state, d, w)
	return w
}
