package druids_test

import (
	"testing"

	"nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

// TestGolden compares games with golden files, so that a leak shows as a difference.
// The game of two is complete; of the others the beginning is enough.
func TestGolden(t *testing.T) {
	t.Parallel()
	enginetest.Playthroughs(t, druids.Title{},
		enginetest.Play{Seats: 2, Seed: 1},
		enginetest.Play{Seats: 3, Seed: 1, Entries: 100, Lively: true},
		enginetest.Play{Seats: 4, Seed: 1, Entries: 80},
		enginetest.Play{Seats: 5, Seed: 1, Entries: 80})
}
