package pangea_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
)

// player plays one decision.
type player func(engine.State, engine.Loose) []engine.Event

// rounds plays a game and tells how many rounds it had.
func rounds(n int, seed uint64, play player) int {
	chance := loose(seed)
	s := begin(n, chance)
	for s.Outcome() == nil {
		play(s, chance)
	}
	return int(s.View(spectator).(View).Turn.Round)
}

// TestRounds: between sensible players half of the games are over after 8 to 12 rounds, and none needs the limit [P32].
func TestRounds(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("%d players", n), func(t *testing.T) {
			t.Parallel()
			const games = 4
			sum := 0
			for seed := range uint64(games) {
				r := rounds(n, seed, greedy)
				sum += r
				if r > 30 {
					t.Errorf("game %d had %d rounds", seed, r)
				}
			}
			if mean := float64(sum) / games; mean < 8 || mean > 13 {
				t.Errorf("the mean is %.1f rounds, want 8 to 13", mean)
			}
		})
	}
}

// BenchmarkRounds tells how long games are: the mean, and after how many rounds a tenth, a half and nine tenths are over.
func BenchmarkRounds(b *testing.B) {
	for n := 2; n <= 5; n++ {
		for _, who := range []struct {
			name string
			play player
		}{{"sensible", greedy}, {"random", step}} {
			b.Run(fmt.Sprintf("%d %s", n, who.name), func(b *testing.B) {
				var spread [61]int
				games, sum := 0, 0
				for b.Loop() {
					r := rounds(n, uint64(games), who.play)
					spread[r]++
					sum += r
					games++
				}
				b.ReportMetric(float64(sum)/float64(games), "rounds")
				over := 0
				for r, last := 0, 0; r < len(spread); r++ {
					over += spread[r]
					for _, tenths := range []int{1, 5, 9} {
						if 10*over >= tenths*games && 10*last < tenths*games {
							b.ReportMetric(float64(r), fmt.Sprintf("rounds-%d0%%", tenths))
						}
					}
					last = over
				}
				b.ReportMetric(100*float64(spread[60])/float64(games), "%-at-limit")
			})
		}
	}
}
