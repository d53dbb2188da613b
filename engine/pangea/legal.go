package pangea

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
	if s.owes.no == 0 {
		return list, moves
	}
	from := len(moves)
	moves = s.moves(moves)
	return append(list, engine.Decision{No: s.owes.no, Seat: s.owes.seat, Kind: s.owes.kind, Moves: moves[from:len(moves):len(moves)]}), moves
}

// moves appends the legal moves of the open decision; End is the last.
func (s *State) moves(list []engine.Move) []engine.Move {
	seat := s.owes.seat
	switch s.owes.kind {
	case KindPlaceTower:
		return s.towerMoves(list)
	case KindMagic:
		return append(s.magicMoves(list, seat), table.end)
	case KindMovement:
		return append(s.movementMoves(list, seat), table.end)
	case KindBuying:
		return append(s.purchases(list, seat), table.end)
	default:
		return append(list, table.spell...)
	}
}

// towerMoves appends the tiles without a tower [P12].
func (s *State) towerMoves(list []engine.Move) []engine.Move {
	list = slices.Grow(list, tiles)
	for tile := range int8(tiles) {
		if !s.hasTower(tile) {
			list = append(list, table.tower[tile])
		}
	}
	return list
}

// magicMoves appends the tribes to found, the tiles to shift, and the steps of neutral tribes [P21].
func (s *State) magicMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	list = slices.Grow(list, 64)
	for p := range People(peoples) {
		if s.mine(p, seat) && s.bag(p) > 0 {
			list = append(list, table.found[p])
		}
	}
	for tile, from := range s.field {
		if s.hasSpell(from) {
			continue
		}
		for _, l := range pangea.links[from] {
			if s.tile[l.to] == noTile && !s.hasSpell(l.to) {
				list = append(list, table.shift[tile][l.to][l.index()])
			}
		}
	}
	for p := range People(peoples) {
		if s.player[p] == engine.NoSeat {
			list = s.steps(list, p)
		}
	}
	return list
}

// mine reports whether a seat may found tribes of a people: its own or a neutral one [P21].
func (s *State) mine(p People, seat engine.Seat) bool {
	return s.player[p] == seat || s.player[p] == engine.NoSeat
}

// movementMoves appends the steps of the seat's tribes that have not moved [P22].
func (s *State) movementMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	return s.steps(slices.Grow(list, 4*tribesOf+1), s.played[seat])
}

// steps appends the steps of a people's tribes that have not moved in this turn's phase 3 [P21, P22].
func (s *State) steps(list []engine.Move, p People) []engine.Move {
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if !s.onBoard(t) || s.moved[t] {
			continue
		}
		for _, l := range pangea.links[s.field[s.at[t]]] {
			if to := s.tile[l.to]; to != noTile {
				list = append(list, table.step[t][to][l.index()])
			}
		}
	}
	return list
}

// purchases appends the possible purchases [P23].
func (s *State) purchases(list []engine.Move, seat engine.Seat) []engine.Move {
	price := s.price(seat)
	if s.goods[seat] < price {
		return list
	}
	list = slices.Grow(list, 8)
	owned := s.owned(seat)
	sells := s.sellers(seat)
	first := firstOf(s.played[seat])
	for t := first; t < first+tribesOf; t++ {
		if !s.onBoard(t) || s.carries[t] != NoAmulet {
			continue
		}
		tile := s.at[t]
		amulet := amuletOf(landscapeOf(tile))
		if sells[tile] == 0 || owned.has(amulet) {
			continue
		}
		for p := range People(peoples) {
			if sells[tile]>>p&1 == 1 {
				list = append(list, Buy{Do: DoBuy, Tribe: t, Seller: p, Amulet: amulet, Price: price})
			}
		}
	}
	return list
}

// sellers returns, for each tile, the set of other peoples with a producing tribe there, one bit each.
func (s *State) sellers(seat engine.Seat) (set [tiles]uint8) {
	for t := range int8(tribes) {
		if p := peopleOf(t); p != s.played[seat] && s.produces(t) {
			set[s.at[t]] |= 1 << p
		}
	}
	return set
}

// can reports whether a phase has a move besides End.
func (s *State) can(kind string) bool {
	seat := s.turn.Seat
	var room [64]engine.Move // so that the lists need no memory of the heap
	switch kind {
	case KindMagic:
		return s.turn.Actions > 0 && len(s.magicMoves(room[:0], seat)) > 0
	case KindMovement:
		return len(s.movementMoves(room[:0], seat)) > 0
	case KindBuying:
		return len(s.purchases(room[:0], seat)) > 0
	default:
		return true
	}
}
