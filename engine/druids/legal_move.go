package druids

import (
	"slices"

	"nemeton/engine"
)

// useMoves appends each unused die with each figure of the seat that can use it [D22].
func (s *State) useMoves(list []engine.Move) []engine.Move {
	list = slices.Grow(list, 12)
	for die, used := range s.turn.used {
		if used {
			continue
		}
		for f := range NoFigure {
			if s.mayMove(f) && s.canUse(f, s.turn.dice[die]) {
				list = append(list, table.use[die][f])
			}
		}
	}
	return list
}

// anyUse reports whether useMoves is not empty.
func (s *State) anyUse() bool {
	for die, used := range s.turn.used {
		if used {
			continue
		}
		for f := range NoFigure {
			if s.mayMove(f) && s.canUse(f, s.turn.dice[die]) {
				return true
			}
		}
	}
	return false
}

// mayMove reports whether a figure is a moving figure of the current player [D22].
func (s *State) mayMove(f Figure) bool { return s.owner[f] == s.turn.seat && s.onStone(f) }

// goMoves appends the stones within reach of the chosen figure [D24, D25, D26].
func (s *State) goMoves(list []engine.Move) []engine.Move {
	r := s.reach(s.turn.figure, s.turn.dice[s.turn.die])
	list = slices.Grow(list, 12)
	for stone, found := range r.found {
		if found {
			list = append(list, Go{Stone: int8(stone), Path: r.paths[stone]})
		}
	}
	return list
}

// landingMoves appends the effects of the stone for the figure that landed; the first move is to do nothing [D31, D33,
// D34, D35].
func (s *State) landingMoves(list []engine.Move) []engine.Move {
	f := s.turn.landed
	list = append(slices.Grow(list, 12), table.nothing)
	switch theCircle.symbols[s.at[f]] {
	case Plant:
		if s.deck.Total()+s.pile.Total() > 0 {
			list = append(list, table.draw)
		}
	case Spirit:
		if s.roomAround() {
			list = s.spiritMoves(list, table.summon[:], s.atHome)
		}
		list = s.spiritMoves(list, table.banish[:], s.onStone)
	}
	if f.IsDruid() {
		list = s.meetingMoves(list)
	}
	return list
}

// meetingMoves appends the moves of a druid with the other figure on its stone [D34, D35].
func (s *State) meetingMoves(list []engine.Move) []engine.Move {
	other := s.beside(s.turn.landed)
	switch {
	case other == NoFigure, s.owner[other] == s.turn.seat:
		return list
	case other.IsDruid():
		n := min(s.hands[other].Total(), len(table.exchange))
		return append(list, table.exchange[:n]...)
	default:
		return append(list, table.take)
	}
}

// around lists the stones next to the figure that landed.
func (s *State) around() []int8 {
	list := make([]int8, 0, directions)
	for _, stone := range theCircle.next[s.at[s.turn.landed]] {
		if stone >= 0 {
			list = append(list, stone)
		}
	}
	return list
}

// roomAround reports whether a spirit can be summoned next to the figure that landed [D33].
func (s *State) roomAround() bool {
	for _, stone := range theCircle.next[s.at[s.turn.landed]] {
		if stone >= 0 && s.free(stone) {
			return true
		}
	}
	return false
}
