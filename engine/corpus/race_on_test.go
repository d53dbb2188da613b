//go:build race

package corpus_test

import "nemeton/engine"

// most is the largest number of seats to test. With the race detector it is the smallest number, because the detector
// makes games ten times slower and they share no data. `make test` also runs without it.
func most(info engine.Info) int { return info.MinSeats }
