package meduris

import (
	"slices"

	"nemeton/engine"
)

// Open lists the open decisions; see engine.State.
func (s *State) Open() []engine.Decision {
	list, _ := s.AppendOpen(make([]engine.Decision, 0, s.seats), nil)
	return list
}

func (s *State) AppendOpen(list []engine.Decision, moves []engine.Move) ([]engine.Decision, []engine.Move) {
	for i := range engine.Seat(s.seats) {
		if o := s.owes[i]; o.no != 0 {
			from := len(moves)
			moves = s.moves(moves, i, o.kind)
			list = append(list, engine.Decision{No: o.no, Seat: i, Kind: o.kind, Moves: moves[from:len(moves):len(moves)]})
		}
	}
	return list, moves
}

func (s *State) moves(list []engine.Move, seat engine.Seat, kind string) []engine.Move {
	hand := &s.players[seat].hand
	switch kind {
	case KindPlaceWorker:
		return pick(list, table.place[:], func(m Material) bool { return s.plateaus[m].n < maxStack })
	case KindGainOne:
		return pick(list, table.gain[:], func(m Material) bool { return s.stock[m] > 0 })
	case KindLoseOne:
		if hand.Total() == 0 {
			return append(list, table.lose[NoMaterial])
		}
		return pick(list, table.lose[:NoMaterial], func(m Material) bool { return hand[m] > 0 })
	case KindTurn:
		return s.turnMoves(list, seat)
	case KindOffer:
		return s.offerMoves(list, seat)
	default:
		return s.payMoves(list, *hand)
	}
}

// turnMoves appends the large yields, then huts, then temples [M20, M21, M25].
func (s *State) turnMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	list = slices.Grow(list, 48)
	for from := range s.plateaus {
		t := &s.plateaus[from]
		for height := range t.n {
			if t.seat[height] != seat {
				continue
			}
			for to := range s.plateaus {
				if to != from && s.plateaus[to].n < maxStack {
					list = append(list, table.yield[from][height][to])
				}
			}
		}
	}
	p := &s.players[seat]
	if p.huts > 0 {
		for f := range s.board.size() {
			if s.free(f) && (s.chips[f] == ChipFree || canPay(p.hand, s.board.due(f, s.settlement(f)))) {
				list = append(list, table.hut[f])
			}
		}
	}
	if p.temples > 0 {
		for f := range s.board.size() {
			if s.free(f) && s.chips[f] == NoChip && canPay(p.hand, s.board.due(f, 1)) {
				list = append(list, table.temple[f])
			}
		}
	}
	return list
}

// offerMoves appends the possible answers of the owner of the druid's hut [M32, M33].
func (s *State) offerMoves(list []engine.Move, seat engine.Seat) []engine.Move {
	f, hand := s.druid.No, s.players[seat].hand
	list = append(slices.Grow(list, 5), table.nothing)
	for _, m := range s.board.fields[f].Materials {
		if canPay(hand, s.due(Goal{Do: DoOne, Material: m})) {
			list = append(list, table.one[m])
		}
	}
	if canPay(hand, s.board.due(f, 1)) {
		list = append(list, table.both)
	}
	if s.chips[f] == ChipDruid {
		list = append(list, table.chip)
	}
	return list
}

// payMoves appends the possible next steps of a payment, those from which the hand can complete it [M22].
func (s *State) payMoves(list []engine.Move, hand Counts) []engine.Move {
	if s.steps == 0 {
		return replaceMoves(list, hand, s.payment)
	}
	return giveMoves(list, hand, s.payment, s.payment.giving(s.steps))
}

// replaceMoves appends the possible numbers of replaced units of each kind.
func replaceMoves(list []engine.Move, hand Counts, p Payment) []engine.Move {
	a := nextReplaced(p.Due, Wood)
	b := nextReplaced(p.Due, a+1)
	most := int8(0)
	if b != NoMaterial {
		most = p.Due[b]
	}
	for x := range p.Due[a] + 1 {
		for y := range most + 1 {
			var units Counts
			units[a] = x
			if b != NoMaterial {
				units[b] = y
			}
			if canReplace(hand, p.Due, units) {
				list = append(list, Replace{Do: DoReplace, Goal: p.Goal, Due: p.Due, Units: units})
			}
		}
	}
	return list
}

// giveMoves appends the tokens that can replace the units of one kind and leave enough for a later kind.
func giveMoves(list []engine.Move, hand Counts, p Payment, of Material) []engine.Move {
	left := hand.Minus(p.Bound)
	var later Counts
	if b := nextReplaced(p.Units, of+1); b != NoMaterial {
		later[b] = p.Units[b]
	}
	var others [kinds - 1]Material
	n := 0
	for m := Wood; m < NoMaterial; m++ {
		if m != of {
			others[n] = m
			n++
		}
	}
	need := 3 * p.Units[of]
	for x := range min(need, left[others[0]]) + 1 {
		for y := range min(need-x, left[others[1]]) + 1 {
			z := need - x - y
			if z > left[others[2]] {
				continue
			}
			var with Counts
			with[others[0]], with[others[1]], with[others[2]] = x, y, z
			if canGive(left.Minus(with), later) {
				list = append(list, Give{Do: DoGive, Goal: p.Goal, Due: p.Due, Units: p.Units, For: of, With: with, Bound: p.Bound})
			}
		}
	}
	return list
}

// pick appends the moves whose material is allowed. all is indexed by material.
func pick(list, all []engine.Move, allowed func(Material) bool) []engine.Move {
	list = slices.Grow(list, len(all))
	for m, move := range all {
		if allowed(Material(m)) {
			list = append(list, move)
		}
	}
	return list
}
