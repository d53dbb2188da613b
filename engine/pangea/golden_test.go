package pangea_test

import (
	"testing"

	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

// TestGolden compares games with golden files, so that a leak shows as a difference.
// The beginning, from the secret tribes to some turns with take-back, is enough.
func TestGolden(t *testing.T) {
	t.Parallel()
	enginetest.Playthroughs(t, pangea.Title{},
		enginetest.Play{Seats: 2, Seed: 1, Entries: 45, Lively: true},
		enginetest.Play{Seats: 3, Seed: 1, Entries: 30},
		enginetest.Play{Seats: 4, Seed: 1, Entries: 30, Lively: true},
		enginetest.Play{Seats: 5, Seed: 1, Entries: 30})
}
