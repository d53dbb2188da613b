package druids

import "nemeton/engine"

// The expected course of a game between bots.
const (
	druidGain  = 3   // points that a walking druid gathers in a round
	spiritGain = 1.5 // points that a spirit on a stone gathers in a round
	arrival    = 0.9 // chance that a walking druid arrives in time if every walking druid finds a place
)

// ripe is the round from which bots send figures to the place of decision without loss. Before it they gather. More
// players fill the place sooner, so they wait longer.
func (s *State) ripe() float64 { return float64(s.seats) + 2 }

// roundsPerFigure is the number of rounds until the next figure reaches the place of decision; fewer with more players.
func (s *State) roundsPerFigure() float64 { return 1 + 2.4/float64(s.seats) }

// early is the number of rounds until the game is ripe.
func (s *State) early() float64 { return max(0, s.ripe()-float64(s.turn.round)) }

// late is the number of rounds since the game is ripe.
func (s *State) late() float64 { return max(0, float64(s.turn.round)-s.ripe()) }

// roundsLeft estimates the number of rounds before the vote.
func (s *State) roundsLeft() float64 {
	missing := float64(gathering - s.gathered(engine.NoSeat))
	return min(max(s.roundsPerFigure()*missing, s.early()), max(0, lastRound-float64(s.turn.round)))
}

// prospect estimates the points that a seat's figures outside the place of decision will still gain before the vote. That is the
// cards that they gather, and the place of the druid if it arrives among the five. A druid that is sent in early gives
// this up for its 20 points.
func (s *State) prospect(seat engine.Seat) float64 {
	if s.vote.round > 0 {
		return 0
	}
	left, worth := s.roundsLeft(), 0.0
	if s.walks(seat) {
		missing := float64(gathering - s.gathered(engine.NoSeat))
		worth = druidGain*left + worthThere*arrival*min(1, missing/float64(s.walking()))
	}
	return worth + spiritGain*left*float64(min(s.spirits(seat), diceCount))
}

// walks reports whether a seat's druid is not at the place of decision.
func (s *State) walks(seat engine.Seat) bool { return s.at[DruidOf(seat)] != atCenter }

// walking is the number of druids that are not at the place of decision.
func (s *State) walking() int {
	n := 0
	for seat := range engine.Seat(s.seats) {
		if s.walks(seat) {
			n++
		}
	}
	return n
}

// spirits is the number of spirits of a seat on stones.
func (s *State) spirits(seat engine.Seat) int {
	n := 0
	for f := firstSpirit; f < NoFigure; f++ {
		if s.owner[f] == seat && s.onStone(f) {
			n++
		}
	}
	return n
}
