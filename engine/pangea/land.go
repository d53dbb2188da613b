package pangea

import "nemeton/engine"

func (s *State) onBoard(tribe int8) bool { return s.at[tribe] >= 0 }

// overcrowded reports whether a tile has more tribes than its capacity [P12].
func (s *State) overcrowded(tile int8) bool { return s.crowd[tile] > capacityOf(tile) }

// atHome reports whether a tribe stands on its home landscape [P12].
func (s *State) atHome(tribe int8) bool {
	return s.onBoard(tribe) && landscapeOf(s.at[tribe]) == homeOf[tribe]
}

// produces reports whether a tribe produces [P12].
func (s *State) produces(tribe int8) bool {
	return s.atHome(tribe) && s.carries[tribe] == NoAmulet && !s.overcrowded(s.at[tribe])
}

// delivers reports whether a tribe is at its tower with an amulet [P22].
func (s *State) delivers(tribe int8) bool {
	return s.carries[tribe] != NoAmulet && s.at[tribe] == s.tower[peopleOf(tribe)]
}

// producers lists the producing tribes of a people; it is never nil.
func (s *State) producers(p People) []int8 {
	list := make([]int8, 0, tribesOf)
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if s.produces(t) {
			list = append(list, t)
		}
	}
	return list
}

func (s *State) bag(p People) int {
	n := 0
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if s.at[t] == inBag {
			n++
		}
	}
	return n
}

// hand lists the drawn tribes of a people that are not placed yet [P12].
func (s *State) hand(p People) []int8 {
	var list []int8
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if s.at[t] == inHand {
			list = append(list, t)
		}
	}
	return list
}

// hasSpell reports whether a spell lies on a field [P21].
func (s *State) hasSpell(field int8) bool {
	for _, at := range s.spell {
		if at == field {
			return true
		}
	}
	return false
}

// hasTower reports whether a tower stands on a tile [P12].
func (s *State) hasTower(tile int8) bool {
	for _, at := range s.tower {
		if at == tile {
			return true
		}
	}
	return false
}

// magic is the number of a seat's actions of magic in a turn [P21].
func (s *State) magic(seat engine.Seat) int8 { return max(1, s.amulets[seat].count()) }

// price is the price of an amulet for a seat [P23].
func (s *State) price(seat engine.Seat) int16 { return int16(s.amulets[seat].count()) + 1 }

// owned is the set of amulets that a seat cannot buy: those in its tower and those carried [P23].
func (s *State) owned(seat engine.Seat) amuletSet {
	set := s.amulets[seat]
	first := firstOf(s.played[seat])
	for _, a := range s.carries[first : first+tribesOf] {
		if a != NoAmulet {
			set = set.with(a)
		}
	}
	return set
}
