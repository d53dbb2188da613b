package druids

import (
	"slices"

	"nemeton/engine"
)

// Open lists the open decision; see engine.State.
func (s *State) Open() []engine.Decision {
	list, _ := s.AppendOpen(nil, nil)
	return list
}

func (s *State) AppendOpen(list []engine.Decision, moves []engine.Move) ([]engine.Decision, []engine.Move) {
	if s.owed.no == 0 {
		return list, moves
	}
	from := len(moves)
	moves = s.moves(moves, s.owed.seat, s.owed.kind)
	return append(list, engine.Decision{No: s.owed.no, Seat: s.owed.seat, Kind: s.owed.kind, Moves: moves[from:len(moves):len(moves)]}), moves
}

func (s *State) moves(list []engine.Move, seat engine.Seat, kind string) []engine.Move {
	switch kind {
	case KindPlace:
		return s.onStones(list, theCircle.gates, table.place[:], func(stone int8) bool { return s.standing(stone) < room })
	case KindTurn:
		return s.turnMoves(list, seat)
	case KindMagic:
		return s.spiritMoves(append(list, table.magic[:]...), table.shift[:], func(f Figure) bool { return s.onStone(f) })
	case KindUse:
		return s.useMoves(list)
	case KindGo:
		return s.goMoves(list)
	case KindPut:
		return s.putMoves(list)
	case KindLanding:
		return s.landingMoves(list)
	case KindRob:
		return append(list, table.rob[:]...)
	case KindGive:
		return s.giveMoves(list, seat)
	case KindVote:
		return s.voteMoves(list, seat)
	default:
		return s.voteCardMoves(list, seat)
	}
}

// turnMoves appends the roll, the cards that have an effect, and, without a moving figure, the calls of spirits [D11,
// D21, D60].
func (s *State) turnMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	list = append(slices.Grow(list, 12), table.roll)
	if !s.turn.played {
		list = s.playMoves(seat, list)
	}
	if s.moving(seat) == 0 && s.roomForSpirit() {
		list = s.spiritMoves(list, table.call[:], s.atHome)
	}
	return list
}

// playMoves lists the cards of a hand that have an effect now [D11].
func (s *State) playMoves(seat engine.Seat, list []engine.Move) []engine.Move {
	hand := &s.hands[seat]
	if hand[Mist] > 0 {
		for f := range NoFigure {
			if s.owner[f] == seat && s.onStone(f) {
				list = append(list, table.mist[f])
			}
		}
	}
	if hand[Calling] > 0 && s.roomForSpirit() {
		list = s.spiritMoves(list, table.calling[:], s.atHome)
	}
	if hand[Banishing] > 0 {
		list = s.spiritMoves(list, table.banishing[:], s.onStone)
	}
	if hand[SecondSight] > 0 && s.deck.Total()+s.pile.Total() > 0 {
		list = append(list, table.sight)
	}
	if hand[Raven] > 0 {
		for other := range engine.Seat(s.seats) {
			if other != seat && s.hands[other].Total() > 0 {
				list = append(list, table.raven[other])
			}
		}
	}
	return list
}

func (s *State) atHome(f Figure) bool { return s.at[f] == atHome }

func (s *State) roomForSpirit() bool {
	return slices.ContainsFunc(theCircle.spirit, s.free)
}

func (s *State) spiritMoves(list []engine.Move, all []engine.Move, where func(Figure) bool) []engine.Move {
	for f := firstSpirit; f < NoFigure; f++ {
		if where(f) {
			list = append(list, all[f])
		}
	}
	return list
}

// onStones appends the moves of the allowed stones; all is indexed by stone.
func (s *State) onStones(list []engine.Move, stones []int8, all []engine.Move, allowed func(stone int8) bool) []engine.Move {
	list = slices.Grow(list, len(stones))
	for _, stone := range stones {
		if allowed(stone) {
			list = append(list, all[stone])
		}
	}
	return list
}

// putMoves appends the stones for the lifted figure: any other stone with room [D11, D23], spirit stones [D11, D60], or
// stones next to the figure that landed [D33]. Pentagrams are excluded.
func (s *State) putMoves(list []engine.Move) []engine.Move {
	switch s.turn.why {
	case WhyMist, WhyShift:
		return s.onStones(list, allStones, table.put[:], func(stone int8) bool { return s.free(stone) && stone != s.at[s.turn.figure] })
	case WhySummon:
		return s.onStones(list, s.around(), table.put[:], s.free)
	default:
		return s.onStones(list, theCircle.spirit, table.put[:], s.free)
	}
}

// giveMoves appends the kinds of cards in a hand [D34].
func (s *State) giveMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	list = slices.Grow(list, 8)
	for card, n := range s.hands[seat] {
		if n > 0 {
			list = append(list, table.give[card])
		}
	}
	return list
}
