package druids

import (
	"math"

	"nemeton/engine"
)

// Horizon implements bot.Judge: 30 decisions are about two rounds.
func (s *State) Horizon() int { return 30 }

// Judge implements bot.Judge. It weights every seat's score for each cult with the estimated chance of that cult.
func (s *State) Judge(p []float64) {
	sun := s.sunWins()
	total := 0.0
	for i := range p {
		seat := engine.Seat(i)
		worth := sun*float64(s.score(seat, Sun).Total) + (1-sun)*float64(s.score(seat, Moon).Total)
		worth += s.prospect(seat)
		p[i] = math.Exp(worth / certainty)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
}

// certainty is the lead in points that gives odds of e to 1.
const certainty = 18

// sunWins estimates the chance of the sun in the vote. Spirits vote for their cult; druids and the Dwarf King vote for
// the cult with the higher score for their player [D41].
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
