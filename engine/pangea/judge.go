package pangea

import (
	"math"

	"nemeton/engine"
)

// Horizon implements bot.Judge: 24 decisions are about one turn of each of three players.
func (s *State) Horizon() int { return 24 }

// Judge implements bot.Judge. It compares amulets, goods, and the tribes that produce or carry.
func (s *State) Judge(p []float64) {
	total := 0.0
	for i := range p {
		p[i] = math.Exp(s.strength(engine.Seat(i)) / certainty)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
}

// certainty is the lead in strength that gives odds of e to 1.
const certainty = 700

func (s *State) strength(seat engine.Seat) float64 {
	v := s.newAppraisal(seat)
	worth := worthAmulet*float64(s.amulets[seat].count()) + worthGood*float64(min(s.goods[seat], 30))
	if rank := s.rank(seat); rank > 0 {
		worth += 1000 * float64(ranks+1-rank)
	}
	for t := firstOf(v.people); t < firstOf(v.people)+tribesOf; t++ {
		if !s.onBoard(t) {
			continue
		}
		worth += worthTribe
		if s.carries[t] != NoAmulet {
			worth += worthCarried - worthStep*float64(min(10, v.home[s.field[s.at[t]]]))
		} else if s.produces(t) {
			worth += worthProduction
		}
	}
	return worth
}
