package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
)

// ErrNothingOwed means that the seat owes no decision now.
var ErrNothingOwed = errors.New("the seat owes nothing")

// Choice is a decision of the seat and the chosen move.
type Choice struct {
	Decision   engine.Decision
	Move       engine.Move
	Second     engine.Move // the second best; nil without a search, or if the search tried one move only
	Iterations int         // of the search; 0 without a search
	Worth      float64     // expected payoff of the move, 0 to 1; 0 without a search
}

// Choose answers the first decision that the seat of k owes. The same knowledge, level, seed and number of iterations
// give the same move. Errors: ErrNothingOwed, and errors of Title.Sample.
func Choose(title engine.Title, k engine.Knowledge, level Level, b Budget, seed uint64) (Choice, error) {
	seat, seated := k.Viewer.Seat()
	at := slices.IndexFunc(k.Decisions, func(d engine.Decision) bool { return seated && d.Seat == seat })
	if at < 0 {
		return Choice{}, ErrNothingOwed
	}
	d := k.Decisions[at]
	r := rand.New(rand.NewPCG(seed, uint64(d.No)))
	if level == Random || len(d.Moves) == 1 {
		return Choice{Decision: d, Move: d.Moves[r.IntN(len(d.Moves))]}, nil
	}
	if level == Easy || b.Iterations == 0 {
		sampled, err := title.Sample(k, r)
		if err != nil {
			return Choice{}, fmt.Errorf("sample a state: %w", err)
		}
		simulation := Simulation{Rand: r}
		return Choice{Decision: d, Move: simulation.Heaviest(sampled, d)}, nil
	}
	return NewSearch(title, k, d, r).run(b)
}
