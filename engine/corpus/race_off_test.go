//go:build !race

package corpus_test

import "nemeton/engine"

// most is the largest number of seats to test.
func most(info engine.Info) int { return info.MaxSeats }
