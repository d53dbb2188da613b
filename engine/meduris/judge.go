package meduris

import (
	"math"

	"nemeton/engine"
)

// Horizon implements bot.Judge: 40 decisions are about three rounds of four players.
func (s *State) Horizon() int { return 40 }

// Judge implements bot.Judge. It compares the points that each seat would have if the game ended now, plus an estimate
// for materials and settlements.
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
			// The owners of a settlement gain from future offerings.
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

// certainty is the lead in points that gives odds of e to 1.
const certainty = 8
