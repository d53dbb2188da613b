package pangea_test

import (
	"fmt"
	"testing"

	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

// TestGolden compares games with what is written down: each entry, and what every viewer is told and sees of it. The
// beginning, from the secret tribes to some turns with take-back, is enough to show a leak as a difference.
func TestGolden(t *testing.T) {
	t.Parallel()
	for seats, entries := range map[int]int{2: 45, 3: 30, 4: 30, 5: 30} {
		t.Run(fmt.Sprintf("%d players", seats), func(t *testing.T) {
			t.Parallel()
			path := fmt.Sprintf("testdata/playthroughs/%d-players.txt", seats)
			enginetest.Golden(t, pangea.Title{}, path, enginetest.Play{Seats: seats, Seed: 1, Entries: entries, Lively: seats%2 == 0})
		})
	}
}
