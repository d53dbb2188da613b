//go:build race

package corpus_test

import "nemeton/engine"

// most is the largest number of seats whose games are checked: the race detector makes each ten times as dear, and finds nothing in
// games that share nothing. `make test` checks all of them without it.
func most(info engine.Info) int { return info.MinSeats }
