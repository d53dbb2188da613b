package druids

import (
	"math"

	"nemeton/engine"
)

// Horizon is how many decisions a bot plays on before it judges: some two rounds.
func (s *State) Horizon() int { return 30 }

// Judge tells bots how the game is going to end, by what everybody would score for either cult and how likely each is to win as
// figures stand; see engine/bot.
func (s *State) Judge(p []float64) {
	sun := s.sunWins()
	total := 0.0
	for i := range p {
		seat := engine.Seat(i)
		worth := sun*float64(s.score(seat, Sun).Total) + (1-sun)*float64(s.score(seat, Moon).Total)
		// Who can still walk goes on gathering.
		worth += 2 * float64(min(s.moving(seat), 3))
		p[i] = math.Exp(worth / certainty)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
}

// certainty is by how many points one must be ahead for odds of e to 1.
const certainty = 18

// sunWins is how likely the sun is to win the vote: spirits vote for their cult, druids and the Dwarf King for what their player gains
// by [D41].
func (s *State) sunWins() float64 {
	votes := 0.0
	for f := range NoFigure {
		if s.at[f] != atCenter {
			continue
		}
		switch {
		case f.Cult() == Sun:
			votes++
		case f.Cult() == Moon:
			votes--
		default:
			lean := s.score(s.owner[f], Sun).Total - s.score(s.owner[f], Moon).Total
			weight := 1.0
			if f.IsDruid() {
				weight = 3
			}
			votes += weight * math.Tanh(float64(lean)/20)
		}
	}
	return 1 / (1 + math.Exp(-votes))
}
