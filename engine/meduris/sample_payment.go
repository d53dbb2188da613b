package meduris

// pay draws the goal and the steps of a payment as a complete payment, whose tokens are reserved for the payer. The
// state then holds the steps taken so far.
func (h *sampling) pay() {
	var possible []Payment
	for _, g := range h.goals() {
		p := Payment{Goal: g, Due: h.due(g)}
		for _, m := range replaceMoves(nil, h.pool, p) {
			p.Units = m.(Replace).Units
			if h.steps <= replacedKinds(p.Units) {
				possible = append(possible, p)
			}
		}
	}
	p := possible[h.rand.IntN(len(possible))]
	current := Payment{Goal: p.Goal, Due: p.Due}
	complete := p
	complete.Bound = p.Due.Minus(p.Units)
	step := int8(1)
	if h.steps >= step {
		current = complete
	}
	for m := nextReplaced(p.Units, Wood); m != NoMaterial; m = nextReplaced(p.Units, m+1) {
		list := giveMoves(nil, h.pool, complete, m)
		complete.Bound = complete.Bound.Plus(list[h.rand.IntN(len(list))].(Give).With)
		if step++; h.steps >= step {
			current = complete
		}
	}
	h.payment = current
	h.take(h.payer, complete.Bound)
}

// goals lists the possible goals of a payment from the view of other seats. In a ritual they are offerings at the
// druid's hut, otherwise a hut or temple of the payer [M21, M25, M32].
func (h *sampling) goals() []Goal {
	if h.ritual {
		f := h.druid.No
		list := []Goal{{Do: DoBoth, Field: f, Material: NoMaterial}}
		for _, m := range h.board.fields[f].Materials {
			list = append(list, Goal{Do: DoOne, Field: f, Material: m})
		}
		return list
	}
	var list []Goal
	p := &h.players[h.payer]
	for f := range h.board.size() {
		if !h.free(f) {
			continue
		}
		if p.huts > 0 && h.chips[f] != ChipFree {
			list = append(list, Goal{Do: DoHut, Field: f, Material: NoMaterial})
		}
		if p.temples > 0 && h.chips[f] == NoChip {
			list = append(list, Goal{Do: DoTemple, Field: f, Material: NoMaterial})
		}
	}
	return list
}

func replacedKinds(units Counts) int8 {
	n := int8(0)
	for _, u := range units {
		if u > 0 {
			n++
		}
	}
	return n
}
