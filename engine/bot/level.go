package bot

import "fmt"

// Level is how well a bot plays.
type Level string

// The levels, from the weakest.
const (
	Random Level = "random" // any listed move; for measuring, not for company
	Easy   Level = "easy"   // what seems sensible at a glance
	Medium Level = "medium" // a short search
	Hard   Level = "hard"   // a search as long as it is given
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

// Budget bounds a search: it ends after Iterations, or once Stop says so. Stop is asked now and then; nil never stops.
type Budget struct {
	Iterations int
	Stop       func() bool
}

// mediumIterations is the whole search of a medium bot: some tens of milliseconds.
const mediumIterations = 200

// hardIterations bounds a hard bot that is not stopped before.
const hardIterations = 20_000

// Budget is how long a level searches where nobody stops it: 0 iterations where it does not search.
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
