package druids

import "nemeton/engine"

// The expected course of a game between bots.
const (
	druidGain  = 3   // points that a walking druid gathers in a round
	spiritGain = 1.5 // points that a spirit on a stone gathers in a round
	cardsATurn = 1.4 // cards that leave the deck and the discard pile in a turn
	lastCall   = 2   // rounds before the deck is empty from which on bots hurry their druids
	arrival    = 0.9 // chance that a walking druid arrives in time if every walking druid finds a place
)

// ripe is the round from which bots send figures to the place of decision without loss. Before it they gather. More
// players fill the place sooner, so they wait longer.
func (s *State) ripe() float64 { return float64(s.seats) + 2 }

// roundsPerFigure is the number of rounds until the next figure reaches the place of decision; fewer with more players.
func (s *State) roundsPerFigure() float64 { return 1 + 2.4/float64(s.seats) }

// deckRounds estimates the number of rounds until deck and discard pile are empty, which brings the vote [D61].
func (s *State) deckRounds() float64 {
	return float64(s.deck.Total()+s.pile.Total()) / (cardsATurn * float64(s.seats))
}

// hurry grows from 0 to 1 as the vote by the empty deck comes near.
func (s *State) hurry() float64 {
	return min(1, max(0, lastCall-s.deckRounds())/lastCall)
}

// early is the number of rounds until the game is ripe. It is 0 when the deck is nearly empty.
func (s *State) early() float64 { return max(0, s.ripe()-float64(s.turn.round)) * (1 - s.hurry()) }

func (s *State) late() float64 { return max(0, float64(s.turn.round)-s.ripe()) }

func (s *State) roundsLeft() float64 {
	missing := float64(gathering - s.gathered(engine.NoSeat))
	left := min(max(s.roundsPerFigure()*missing, s.early()), max(0, lastRound-float64(s.turn.round)))
	return min(left, s.deckRounds())
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

func (s *State) walks(seat engine.Seat) bool { return s.at[DruidOf(seat)] != atCenter }

func (s *State) walking() int {
	n := 0
	for seat := range engine.Seat(s.seats) {
		if s.walks(seat) {
			n++
		}
	}
	return n
}

func (s *State) spirits(seat engine.Seat) int {
	n := 0
	for f := firstSpirit; f < NoFigure; f++ {
		if s.owner[f] == seat && s.onStone(f) {
			n++
		}
	}
	return n
}
