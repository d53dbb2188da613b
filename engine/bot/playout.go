package bot

import "nemeton/engine"

// longest ends a playout that does not end by itself; no title comes near it.
const longest = 5000

// playOut plays a world on by the weights of its moves, to the end or to where the title can judge it, and sets the payoffs.
func (s *search) playOut(world engine.State) {
	horizon := longest
	judge, judges := world.(Judge)
	if judges {
		horizon = judge.Horizon()
	}
	for range horizon {
		if world.Outcome() != nil {
			break
		}
		d := world.Open()[0]
		s.answer(world, d, d.Moves[s.draw(s.weigh(world, d))])
	}
	if out := world.Outcome(); out != nil {
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

// draw is a place in w, by chance in proportion to the weights.
func (s *search) draw(w []float64) int {
	total := 0.0
	for _, x := range w {
		total += x
	}
	at := s.rand.Float64() * total
	for i, x := range w {
		if at -= x; at < 0 {
			return i
		}
	}
	return len(w) - 1
}

// The payoff of a game is mostly who won; how close it was tells good moves from bad ones in games long decided.
const (
	victory   = 0.8
	closeness = 0.2
	spread    = 15 // points of difference that count half as much as a victory of any size
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
		p[i] = closeness * (1 + lead/(abs(lead)+spread)) / 2
	}
	for _, winner := range o.Winners {
		p[winner] += victory / float64(len(o.Winners))
	}
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
