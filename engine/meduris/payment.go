package meduris

import "nemeton/engine"

// due is what a goal costs [M21, M25, M32].
func (s *State) due(g Goal) Counts {
	switch g.Do {
	case DoHut:
		return s.board.due(g.Field, s.settlement(g.Field))
	case DoOne:
		var c Counts
		c[g.Material] = 1
		return c
	default:
		return s.board.due(g.Field, 1)
	}
}

// beginPayment asks for the first step of a payment [M22].
func (a *act) beginPayment(seat engine.Seat, g Goal) {
	a.Emit(PaymentBegun{Seat: seat, Goal: g, Due: a.due(g)})
	a.ask(KindPay, seat)
}

// replace settles how many units are replaced; without any the payment is complete [M22].
func (a *act) replace(seat engine.Seat, m Replace) {
	a.bind(seat, Payment{Goal: m.Goal, Due: m.Due, Units: m.Units, Bound: m.Due.Minus(m.Units)}, Wood)
}

// give settles what stands in for one kind [M22].
func (a *act) give(seat engine.Seat, m Give) {
	a.bind(seat, Payment{Goal: m.Goal, Due: m.Due, Units: m.Units, Bound: m.Bound.Plus(m.With)}, m.For+1)
}

// bind keeps a step where a kind from the given one on is still to be replaced; else nothing is left to settle, and the
// tokens move [M22].
func (a *act) bind(seat engine.Seat, p Payment, from Material) {
	if nextReplaced(p.Units, from) != NoMaterial {
		a.Emit(PaymentBound{Seat: seat, Units: p.Units, Bound: p.Bound})
		a.ask(KindPay, seat)
		return
	}
	a.Emit(Paid{Seat: seat, Tokens: p.Bound})
	switch p.Goal.Do {
	case DoHut:
		a.buildHut(seat, p.Goal.Field)
	case DoTemple:
		a.buildTemple(seat, p.Goal.Field)
	default:
		a.offered(seat, p.Goal.Do, p.Goal.Material)
	}
}

// nextReplaced is the first kind, from the given one on, of which units are replaced.
func nextReplaced(units Counts, from Material) Material {
	for m := from; m < NoMaterial; m++ {
		if units[m] > 0 {
			return m
		}
	}
	return NoMaterial
}

// giving is the kind whose replacement a payment asks for next, after the steps taken: step 1 is for the first kind of
// which units are replaced, step 2 for the second.
func (p *Payment) giving(steps int8) Material {
	m := nextReplaced(p.Units, Wood)
	if steps > 1 {
		m = nextReplaced(p.Units, m+1)
	}
	return m
}

// canReplace tells whether a hand can pay due with these units replaced: each by three tokens of kinds other than its own
// [M22].
func canReplace(hand, due, units Counts) bool {
	left := hand.Minus(due).Plus(units)
	return left.Holds(Counts{}) && canGive(left, units)
}

// canGive tells whether the tokens left can stand in for units of at most two kinds. Tokens of either of those kinds serve the
// other alone; the rest must cover what is then missing.
func canGive(left, units Counts) bool {
	a := nextReplaced(units, Wood)
	if a == NoMaterial {
		return true
	}
	rest := left.Total() - int(left[a])
	b := nextReplaced(units, a+1)
	if b == NoMaterial {
		return 3*int(units[a]) <= rest
	}
	rest -= int(left[b])
	missing := max(0, 3*int(units[a])-int(left[b])) + max(0, 3*int(units[b])-int(left[a]))
	return missing <= rest
}

// canPay tells whether a hand can pay due in any way. Replacing no more units than must be is enough: what more
// replacing frees is one token, what it takes is three.
func canPay(hand, due Counts) bool {
	var units Counts
	for k := range due {
		units[k] = max(0, due[k]-hand[k])
	}
	return canReplace(hand, due, units)
}
