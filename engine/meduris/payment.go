package meduris

import "nemeton/engine"

// due is the price of a goal [M21, M25, M32].
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

// beginPayment opens the first step of a payment [M22].
func (a *act) beginPayment(seat engine.Seat, g Goal) {
	a.Emit(PaymentBegun{Seat: seat, Goal: g, Due: a.due(g)})
	a.ask(KindPay, seat)
}

// replace records the replaced units; if there are none, the payment is complete [M22].
func (a *act) replace(seat engine.Seat, m Replace) {
	a.bind(seat, Payment{Goal: m.Goal, Due: m.Due, Units: m.Units, Bound: m.Due.Minus(m.Units)}, Wood)
}

// give records the replacement of one kind [M22].
func (a *act) give(seat engine.Seat, m Give) {
	a.bind(seat, Payment{Goal: m.Goal, Due: m.Due, Units: m.Units, Bound: m.Bound.Plus(m.With)}, m.For+1)
}

// bind records a step. If a kind from the given one on still needs a replacement, it asks for the next step. Otherwise
// the tokens move, and the goal is carried out [M22].
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

// nextReplaced is the first kind, from the given one on, with replaced units.
func nextReplaced(units Counts, from Material) Material {
	for m := from; m < NoMaterial; m++ {
		if units[m] > 0 {
			return m
		}
	}
	return NoMaterial
}

// giving is the kind that the next step replaces: the first kind with replaced units after one step, the second after
// two.
func (p *Payment) giving(steps int8) Material {
	m := nextReplaced(p.Units, Wood)
	if steps > 1 {
		m = nextReplaced(p.Units, m+1)
	}
	return m
}

// canReplace reports whether a hand can pay due with these units replaced, each by three tokens of other kinds [M22].
func canReplace(hand, due, units Counts) bool {
	left := hand.Minus(due).Plus(units)
	return left.Holds(Counts{}) && canGive(left, units)
}

// canGive reports whether the tokens left can replace units of at most two kinds. Tokens of each of those kinds can
// replace the other kind only; all other tokens must cover the rest.
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

// replacements finds tokens among those left that replace units of at most two kinds, by kind, if there are any. Tokens of the
// other replaced kind can be used here alone, so they go first; then those that are most frequent.
func replacements(left, units Counts) (with [kinds]Counts) {
	for k := range units {
		for range 3 * units[k] {
			best, most := k, int8(0)
			for m, n := range left {
				if units[m] > 0 {
					n += tokens * min(n, 1)
				}
				if m != k && n > most {
					best, most = m, n
				}
			}
			if most == 0 {
				return with
			}
			left[best]--
			with[k][best]++
		}
	}
	return with
}

// canPay reports whether a hand can pay due in any way. It is enough to try the fewest replacements, because each
// further one frees one token and costs three.
func canPay(hand, due Counts) bool {
	var units Counts
	for k := range due {
		units[k] = max(0, due[k]-hand[k])
	}
	return canReplace(hand, due, units)
}
