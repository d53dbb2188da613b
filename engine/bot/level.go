package bot

import "fmt"

// Level is the strength of a bot.
type Level string

// The levels, from the weakest.
const (
	Random Level = "random" // any listed move; for measurements
	Easy   Level = "easy"   // the move that the heuristic prefers
	Medium Level = "medium" // a short search
	Hard   Level = "hard"   // a search up to its budget
)

// Levels lists all levels, the weakest first.
func Levels() []Level { return []Level{Random, Easy, Medium, Hard} }

// ParseLevel reads a level by its name.
func ParseLevel(name string) (Level, error) {
	for _, l := range Levels() {
		if string(l) == name {
			return l, nil
		}
	}
	return "", fmt.Errorf("there is no level %q", name)
}

// Budget limits a search: it ends after Iterations, or when Stop returns true. Stop is called regularly, with the number of
// iterations so far; nil never stops.
type Budget struct {
	Iterations int
	Stop       func(iterations int) bool
}

// mediumIterations bounds the search of a medium bot, to some tens of milliseconds.
const mediumIterations = 200

const hardIterations = 20_000

// Budget is the default budget of a level, without Stop. It has 0 iterations for a level that does not search.
func (l Level) Budget() Budget {
	switch l {
	case Medium:
		return Budget{Iterations: mediumIterations}
	case Hard:
		return Budget{Iterations: hardIterations}
	default:
		return Budget{}
	}
}
