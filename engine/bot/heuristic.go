package bot

import "nemeton/engine"

// Weigher is implemented by the states of titles with a heuristic for moves.
type Weigher interface {
	// Weigh fills w, which is as long as d.Moves, with the relative likelihood that a sensible player chooses each
	// move. Weights are at least 0, and not all are 0. It must use the knowledge of d's seat only.
	Weigh(d engine.Decision, w []float64)
}

// Judge is implemented by the states of titles with a heuristic for positions.
type Judge interface {
	// Horizon is the number of decisions in a playout before the position is judged.
	Horizon() int
	// Judge fills p, one element for each seat, with expected payoffs from 0 to 1.
	Judge(p []float64)
}

// weigh fills w with the weights of a decision's moves. They are equal if the title is no Weigher.
func weigh(s engine.State, d engine.Decision, w []float64) {
	if sense, ok := s.(Weigher); ok && len(d.Moves) > 1 {
		sense.Weigh(d, w)
		return
	}
	for i := range w {
		w[i] = 1
	}
}

// Reasoner is implemented by the states of titles that can explain a move to learners.
type Reasoner interface {
	// Reason returns a key of the title's text catalog ("reason.<key>") and its parameters; empty if there is no
	// reason. It must use the knowledge of d's seat only.
	Reason(d engine.Decision, m engine.Move) (key string, params map[string]any)
}

// ReasonLister is implemented by titles whose states are Reasoners. Reasons lists every key that Reason returns, so that the
// client's texts can be checked.
type ReasonLister interface{ Reasons() []string }
