package bot

import "nemeton/engine"

// Weigher is implemented by states of titles that know how sensible a move is.
type Weigher interface {
	// Weigh fills w, which is as long as d.Moves, with how likely a sensible player is to choose each: numbers of at least
	// 0, not all of them 0, of which only the proportions matter. It looks at nothing that the seat of d may not know.
	Weigh(d engine.Decision, w []float64)
}

// Judge is implemented by states of titles that can tell how a position is going to end.
type Judge interface {
	// Horizon is how many decisions a playout runs before the position is judged.
	Horizon() int
	// Judge fills p, which has one place for each seat, with expected payoffs from 0 to 1.
	Judge(p []float64)
}

// weigh fills w with the weights of a decision's moves; all alike where the title has no opinion.
func weigh(s engine.State, d engine.Decision, w []float64) {
	if sense, ok := s.(Weigher); ok && len(d.Moves) > 1 {
		sense.Weigh(d, w)
		return
	}
	for i := range w {
		w[i] = 1
	}
}

// Reasoner is implemented by states of titles that can tell learners why a move may be good.
type Reasoner interface {
	// Reason is a key of the title's catalogue ("reason.<key>") with its parameters; empty where it has none. It looks at nothing that the
	// seat of d may not know.
	Reason(d engine.Decision, m engine.Move) (key string, params map[string]any)
}
