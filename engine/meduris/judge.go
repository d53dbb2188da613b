package meduris

import (
	"math"

	"nemeton/engine"
)

// Horizon is how many decisions a bot plays on before it judges: about three rounds of four players.
func (s *State) Horizon() int { return 40 }

// Judge tells bots how the game is going to end, by what points everybody would have if it ended now, and what is left to come of
// materials; see engine/bot.
func (s *State) Judge(p []float64) {
	var worth [maxSeats]float64
	for i := range s.seats {
		pl := &s.players[i]
		worth[i] = float64(pl.points) + token*float64(pl.hand.Total())
	}
	var runes [maxSeats]int
	for _, holder := range s.runes {
		if holder != engine.NoSeat {
			runes[holder]++
			worth[holder] += float64(runes[holder])
		}
	}
	for f := range s.board.size() {
		if owner := s.temples[f]; owner != engine.NoSeat {
			worth[owner] += float64(s.hutsLeft(f) + s.hutsRight(f))
		}
		if owner := s.huts[f]; owner != engine.NoSeat {
			// Whoever stands in a settlement lives by offerings to come.
			worth[owner] += 0.3 * float64(s.settlement(f))
		}
	}
	total := 0.0
	for i := range p {
		p[i] = math.Exp(worth[i] / certainty)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
}

// certainty is by how many points one must be ahead for odds of e to 1.
const certainty = 8
