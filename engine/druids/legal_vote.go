package druids

import (
	"slices"

	"nemeton/engine"
)

// noChoice is the choice for a figure that is not at the place of decision.
var noChoice = []Cult{NoCult}

// bothCults is the choice of a druid and the Dwarf King.
var bothCults = []Cult{Sun, Moon}

// voteMoves appends the votes of a seat's druid and Dwarf King; one empty vote if neither is there [D41, D42].
func (s *State) voteMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	druid, king := noChoice, noChoice
	if s.there(DruidOf(seat), seat) {
		druid = bothCults
	}
	if s.there(DwarfKing, seat) {
		king = bothCults
	}
	list = slices.Grow(list, 4)
	for _, d := range druid {
		for _, k := range king {
			list = append(list, table.vote[d][k])
		}
	}
	return list
}

// voteCardMoves appends the cards of a hand that can be shown for a vote and are not shown yet [D41, D43].
func (s *State) voteCardMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	list = append(slices.Grow(list, 12), table.done)
	left := s.hands[seat].minus(s.vote.shown[seat])
	for _, potion := range bothCults {
		if left.holdsPotion(potion) {
			list = append(list, table.potion[potion][Sun], table.potion[potion][Moon])
		}
	}
	if left[MagicImage] > 0 {
		list = append(list, table.image[Sun], table.image[Moon])
	}
	for _, card := range []Card{Teutates, Lug} {
		if left[card] == 0 {
			continue
		}
		for f := firstSpirit; f <= DwarfKing; f++ {
			if s.there(f, seat) && s.vote.ballots[seat].doubled&(1<<f) == 0 {
				list = append(list, table.double[card-Teutates][f])
			}
		}
	}
	return list
}

// holdsPotion reports whether c holds the four cards of a cult's potion [D43].
func (c *Cards) holdsPotion(cult Cult) bool {
	for value := range plantValues {
		if c[plantOf(cult, value)] == 0 {
			return false
		}
	}
	return c[Mistletoe] > 0
}
