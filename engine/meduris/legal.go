package meduris

import "nemeton/engine"

// Open lists the open decisions; see engine.State.
func (s *State) Open() []engine.Decision {
	list := make([]engine.Decision, 0, s.seats)
	for i := range engine.Seat(s.seats) {
		if o := s.owes[i]; o.no != 0 {
			list = append(list, engine.Decision{No: o.no, Seat: i, Kind: o.kind, Moves: s.moves(i, o.kind)})
		}
	}
	return list
}

// moves lists the legal moves of a seat for a decision of the kind.
func (s *State) moves(seat engine.Seat, kind string) []engine.Move {
	hand := &s.players[seat].hand
	switch kind {
	case KindPlaceWorker:
		return pick(table.place[:], func(m Material) bool { return s.plateaus[m].n < maxStack })
	case KindGainOne:
		return pick(table.gain[:], func(m Material) bool { return s.stock[m] > 0 })
	case KindLoseOne:
		if hand.Total() == 0 {
			return table.lose[NoMaterial:]
		}
		return pick(table.lose[:NoMaterial], func(m Material) bool { return hand[m] > 0 })
	case KindTurn:
		return s.turnMoves(seat)
	case KindOffer:
		return s.offerMoves(seat)
	default:
		return s.payMoves(*hand)
	}
}

// turnMoves lists the large yields, then huts, then temples [M20, M21, M25].
func (s *State) turnMoves(seat engine.Seat) []engine.Move {
	list := make([]engine.Move, 0, 48)
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

// offerMoves lists the possible answers of the owner of the druid's hut [M32, M33].
func (s *State) offerMoves(seat engine.Seat) []engine.Move {
	f, hand := s.druid.No, s.players[seat].hand
	list := append(make([]engine.Move, 0, 5), table.nothing)
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

// payMoves lists the possible next steps of a payment, those from which the hand can complete it [M22].
func (s *State) payMoves(hand Counts) []engine.Move {
	if s.steps == 0 {
		return replaceMoves(hand, s.payment)
	}
	return giveMoves(hand, s.payment, s.payment.giving(s.steps))
}

// replaceMoves lists the possible numbers of replaced units of each kind.
func replaceMoves(hand Counts, p Payment) []engine.Move {
	a := nextReplaced(p.Due, Wood)
	b := nextReplaced(p.Due, a+1)
	most := int8(0)
	if b != NoMaterial {
		most = p.Due[b]
	}
	var list []engine.Move
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

// giveMoves lists the tokens that can replace the units of one kind and leave enough for a later kind.
func giveMoves(hand Counts, p Payment, of Material) []engine.Move {
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
	var list []engine.Move
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

// pick returns the moves whose material is allowed. all is indexed by material.
func pick(all []engine.Move, allowed func(Material) bool) []engine.Move {
	list := make([]engine.Move, 0, len(all))
	for m, move := range all {
		if allowed(Material(m)) {
			list = append(list, move)
		}
	}
	return list
}
