package meduris_test

import (
	"testing"

	"nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

// TestGolden compares games with golden files, so that a leak shows as a difference.
// The game of two is complete. The beginnings of the others include losses and payments.
func TestGolden(t *testing.T) {
	t.Parallel()
	enginetest.Playthroughs(t, meduris.Title{},
		enginetest.Play{Seats: 2, Seed: 1},
		enginetest.Play{Seats: 3, Seed: 1, Entries: 100},
		enginetest.Play{Seats: 4, Seed: 1, Entries: 100})
}
