package meduris

// pay draws what the payer may be paying for and has settled so far, with a whole payment to its end, which is reserved for
// the payer.
func (h *sampling) pay() {
	var ways []Payment
	for _, g := range h.goals() {
		p := Payment{Goal: g, Due: h.due(g)}
		for _, m := range replaceMoves(h.pool, p) {
			p.Units = m.(Replace).Units
			if h.steps <= replacedKinds(p.Units) {
				ways = append(ways, p)
			}
		}
	}
	p := ways[h.rand.IntN(len(ways))]
	settled := Payment{Goal: p.Goal, Due: p.Due}
	whole := p
	whole.Bound = p.Due.Minus(p.Units)
	step := int8(1)
	if h.steps >= step {
		settled = whole
	}
	for m := nextReplaced(p.Units, Wood); m != NoMaterial; m = nextReplaced(p.Units, m+1) {
		list := giveMoves(h.pool, whole, m)
		whole.Bound = whole.Bound.Plus(list[h.rand.IntN(len(list))].(Give).With)
		if step++; h.steps >= step {
			settled = whole
		}
	}
	h.payment = settled
	h.take(h.payer, whole.Bound)
}

// goals lists what a seat can be paying for, as others see it: in a ritual an offering at the druid's hut, else a hut or
// temple of one's own [M21, M25, M32].
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

// replacedKinds is of how many kinds units are replaced.
func replacedKinds(units Counts) int8 {
	n := int8(0)
	for _, u := range units {
		if u > 0 {
			n++
		}
	}
	return n
}
