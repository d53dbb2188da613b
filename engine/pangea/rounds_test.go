package pangea_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

// player plays one decision.
type player func(engine.State, chance.Loose) []engine.Event

// rounds plays a game, and returns the number of rounds and the winning rank.
func rounds(n int, seed uint64, play player) (rounds int, rank int8) {
	chance := enginetest.Loose(seed)
	s := begin(n, chance)
	for s.Outcome() == nil {
		play(s, chance)
	}
	v := s.View(spectator).(View)
	return int(v.Turn.Round), v.Players[s.Outcome().Winners[0]].Rank
}

// TestRounds: half of the games of sensible players end after 8 to 12 rounds, and none reaches the limit [P32].
func TestRounds(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("%d players", n), func(t *testing.T) {
			t.Parallel()
			const games = 4
			sum := 0
			for seed := range uint64(games) {
				r, _ := rounds(n, seed, greedy)
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

// BenchmarkRounds measures the length of games: the mean, a tenth, the median and nine tenths, the games in a hundred
// that reach the limit, and the winning ranks. The flag -benchtime 200x plays the same 200 games on every machine.
func BenchmarkRounds(b *testing.B) {
	for n := 2; n <= 5; n++ {
		for _, who := range []struct {
			name string
			play player
		}{{"sensible", greedy}, {"random", enginetest.Step}} {
			b.Run(fmt.Sprintf("%d %s", n, who.name), func(b *testing.B) {
				var spread [61]int
				var ranks [4]int
				games, sum := 0, 0
				for b.Loop() {
					r, rank := rounds(n, uint64(games), who.play)
					spread[r]++
					ranks[rank]++
					sum += r
					games++
				}
				b.ReportMetric(float64(sum)/float64(games), "rounds")
				for _, tenths := range []int{1, 5, 9} {
					b.ReportMetric(float64(over(spread[:], tenths, games)), fmt.Sprintf("rounds-%d0%%", tenths))
				}
				b.ReportMetric(100*float64(spread[60])/float64(games), "%-at-limit")
				for rank, wins := range ranks {
					b.ReportMetric(100*float64(wins)/float64(games), fmt.Sprintf("%%-rank-%d", rank))
				}
			})
		}
	}
}

// over is the number of rounds after which so many tenths of the games had ended.
func over(spread []int, tenths, games int) int {
	sum := 0
	for r, n := range spread {
		if sum += n; 10*sum >= tenths*games {
			return r
		}
	}
	return len(spread)
}
