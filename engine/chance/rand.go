package chance

import "math/rand/v2"

// Source is a title's source of random numbers. Draw returns a whole number from 0 to n-1, all equally likely; n is at
// least 1. The label what names the draw in the log ("die", "deck"), so that players can verify it.
type Source interface {
	Draw(what string, n int) int
}

// Shuffle puts list in a uniformly random order (Fisher-Yates). From the last element down, each swaps with a drawn one
// at or before it.
func Shuffle[T any](c Source, what string, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := c.Draw(what, i+1)
		list[i], list[j] = list[j], list[i]
	}
}

// Draw is one recorded draw of an entry.
type Draw struct {
	What string `json:"what"`
	Of   int    `json:"of"` // number of possible outcomes
	Is   int    `json:"is"` // the outcome, from 0
}

// Secret is a table's 256 bits of entropy, hidden until the table is finished.
type Secret [32]byte

// Key is the secret key of a table's draws: see KeyOf.
type Key [32]byte

// below reduces numbers from next to 0..n-1 without bias: it rejects the incomplete last run.
func below(n uint64, next func() uint64) uint64 {
	spare := -n % n // 2^64 mod n
	for {
		if x := next(); x <= ^uint64(0)-spare {
			return x % n
		}
	}
}

// Loose is chance for games that are not recorded: sampling, search and benchmarks.
type Loose struct{ *rand.Rand }

func (l Loose) Draw(_ string, n int) int { return l.IntN(n) }
