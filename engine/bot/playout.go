package bot

import (
	"math"

	"nemeton/engine"
)

// longest is the largest number of decisions in a playout. No title comes near it.
const longest = 5000

// playOut plays a sampled state on, by the weights of its moves, to the end or to the horizon of the title's Judge. It
// sets the payoffs.
func (s *Search) playOut(state engine.State) {
	horizon := longest
	judge, judges := state.(Judge)
	if judges {
		horizon = judge.Horizon()
	}
	for range horizon {
		if state.Outcome() != nil {
			break
		}
		d := s.games.Open(state)[0]
		s.games.Answer(state, d, d.Moves[s.draw(s.games.weigh(state, d))])
	}
	if out := state.Outcome(); out != nil {
		payoff(out, s.payoffs)
		return
	}
	if judges {
		judge.Judge(s.payoffs)
		return
	}
	for i := range s.payoffs {
		s.payoffs[i] = 1 / float64(len(s.payoffs))
	}
}

// draw returns a random index of w, in proportion to the weights.
func (s *Search) draw(w []float64) int {
	total := 0.0
	for _, x := range w {
		total += x
	}
	at := s.games.Rand.Float64() * total
	for i, x := range w {
		if at -= x; at < 0 {
			return i
		}
	}
	return len(w) - 1
}

// The parts of a payoff. The larger part is for the victory; the lead distinguishes moves in games that are already
// decided.
const (
	victory   = 0.8
	closeness = 0.2
	spread    = 15 // lead in points that is worth half of the most that any lead is worth
)

// payoff turns an outcome into payoffs from 0 to 1, by seat.
func payoff(o *engine.Outcome, p []float64) {
	for i := range p {
		ahead := -1 << 30
		for j, score := range o.Scores {
			if j != i {
				ahead = max(ahead, score)
			}
		}
		lead := float64(o.Scores[i] - ahead)
		p[i] = closeness * (1 + lead/(math.Abs(lead)+spread)) / 2
	}
	for _, winner := range o.Winners {
		p[winner] += victory / float64(len(o.Winners))
	}
}
