package bot_test

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/testkit/must"
)

// The length of a game is estimated as its number of choices times the time of one choice.
const (
	lengthGames = 12
	choiceTime  = 15 * time.Second
	// tolerance is the share by which Info.Minutes may differ from the estimate, because it is a round number.
	tolerance = 0.35
)

// TestLength compares Info.Minutes with games of simple sensible players, at the smallest and at the largest table. docs/how-long-games-last.md has the
// figures.
func TestLength(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			info := title.Info()
			for seats, minutes := range map[int]int{info.MinSeats: info.Minutes.From, info.MaxSeats: info.Minutes.To} {
				choices := meanChoices(t, title, seats)
				estimate := choices * choiceTime.Minutes()
				t.Logf("%d seats: %.0f choices, %.0f minutes", seats, choices, estimate)
				if d := float64(minutes) / estimate; d < 1-tolerance || d > 1+tolerance {
					t.Errorf("Info says %d minutes with %d seats; the estimate is %.0f", minutes, seats, estimate)
				}
			}
		})
	}
}

// meanChoices is the mean number of decisions of a game with more than one move.
func meanChoices(t *testing.T, title engine.Title, seats int) float64 {
	t.Helper()
	choices := 0
	for game := range lengthGames {
		p := begin(t, title, seats, byte(game+1))
		for p.Outcome() == nil {
			c := must.Return(bot.Choose(title, p.knowledge(p.Fold, p.OwingSeats()[0]), bot.Easy, bot.Budget{}, uint64(p.Seq())+uint64(game)<<32))(t)
			if len(c.Decision.Moves) > 1 {
				choices++
			}
			p.answer(t, c)
		}
	}
	return float64(choices) / lengthGames
}
