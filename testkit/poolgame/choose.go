package poolgame

import (
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// Chooser chooses the move of a seat that owes a decision.
type Chooser func(f *engine.Fold, seat engine.Seat, r *rand.Rand) (engine.DecisionID, engine.Move, error)

// Random chooses any move.
func Random(f *engine.Fold, seat engine.Seat, r *rand.Rand) (engine.DecisionID, engine.Move, error) {
	return choose(f, seat, r.IntN)
}

// Brief mostly chooses the first listed move. Such games of some titles are short.
func Brief(f *engine.Fold, seat engine.Seat, r *rand.Rand) (engine.DecisionID, engine.Move, error) {
	return choose(f, seat, func(n int) int {
		if r.IntN(4) > 0 {
			return 0
		}
		return r.IntN(n)
	})
}

func choose(f *engine.Fold, seat engine.Seat, pick func(n int) int) (engine.DecisionID, engine.Move, error) {
	for _, d := range f.Decisions(engine.SeatViewer(seat)) {
		if d.Seat == seat {
			return d.ID, d.Moves[pick(len(d.Moves))], nil
		}
	}
	return "", nil, fmt.Errorf("seat %d owes nothing that it sees", seat)
}

// Easy lets easy bots choose.
func Easy(title engine.Title) Chooser {
	return func(f *engine.Fold, seat engine.Seat, r *rand.Rand) (engine.DecisionID, engine.Move, error) {
		c, err := bot.Choose(title, f.Knowledge(engine.SeatViewer(seat)), bot.Easy, bot.Budget{}, r.Uint64())
		return c.Decision.ID, c.Move, err
	}
}
