package meduris_test

import (
	"fmt"
	"testing"

	"nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

// TestGolden compares games with what is written down: each entry, and what every viewer is told and sees of it. The game
// of two is whole; of the others the beginning, losses and payments included, is enough to show a leak as a difference.
func TestGolden(t *testing.T) {
	t.Parallel()
	for seats, entries := range map[int]int{2: 0, 3: 100, 4: 100} {
		t.Run(fmt.Sprintf("%d players", seats), func(t *testing.T) {
			t.Parallel()
			path := fmt.Sprintf("testdata/playthroughs/%d-players.txt", seats)
			enginetest.Golden(t, meduris.Title{}, path, enginetest.Play{Seats: seats, Seed: 1, Entries: entries})
		})
	}
}
