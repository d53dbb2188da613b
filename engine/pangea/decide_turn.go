package pangea

import "nemeton/engine"

// maxRounds is the largest number of rounds [P32].
const maxRounds = 60

// beginTurn begins a turn; the turn of the start player begins a round. It lifts the seat's spell [P20]; then magic
// begins.
func (a *act) beginTurn(seat engine.Seat) {
	round := a.turn.Round
	if seat == a.start {
		round++
	}
	a.Emit(TurnBegan{Seat: seat, Round: round, Turn: a.turn.Number + 1, Actions: a.magic(seat)})
	if seat == a.start && round == maxRounds {
		a.Emit(LastRoundAnnounced{Reason: ReasonLimit, Round: round, Seats: []engine.Seat{}})
	}
	if field := a.spell[a.played[seat]]; field != noField {
		a.Emit(SpellLifted{Seat: seat, Field: field})
	}
	a.enter(KindMagic)
}

// enter begins a phase, or skips it if it has no moves [P25].
func (a *act) enter(kind string) {
	if a.can(kind) {
		a.ask(kind, a.turn.Seat)
		return
	}
	a.after(kind)
}

// goOn asks for the next step of a phase, or ends the phase if it has no further moves [P25].
func (a *act) goOn(kind string) {
	if a.can(kind) {
		a.ask(kind, a.turn.Seat)
		return
	}
	a.Emit(PhaseEnded{Seat: a.turn.Seat, Phase: phases[kind], Itself: true})
	a.after(kind)
}

// after carries out the consequences of a phase and begins the next one.
func (a *act) after(kind string) {
	switch kind {
	case KindMagic:
		a.enter(KindMovement)
	case KindMovement:
		a.deliver()
		a.enter(KindBuying)
	case KindBuying:
		a.produce()
		a.ask(KindSpell, a.turn.Seat)
	case KindSpell:
		a.endTurn()
	}
}

// deliver takes the amulets of the seat's carriers at its tower [P22].
func (a *act) deliver() {
	seat := a.turn.Seat
	first := firstOf(a.played[seat])
	for t := first; t < first+tribesOf; t++ {
		if a.delivers(t) {
			a.Emit(AmuletDelivered{Seat: seat, Tribe: t, Amulet: a.carries[t], Amulets: a.amulets[seat].count() + 1})
		}
	}
}

// produce gives the seat a good for each of its producing tribes [P24].
func (a *act) produce() {
	seat := a.turn.Seat
	list := a.producers(a.played[seat])
	a.Emit(GoodsProduced{Seat: seat, Tribes: list, Goods: int16(len(list))})
}

// endTurn begins the next turn, announces the last round or ends the game [P31, P32].
func (a *act) endTurn() {
	next := a.next(a.turn.Seat)
	holders := a.holders()
	if next != a.start {
		if len(holders) > 0 && a.last == "" {
			a.Emit(LastRoundAnnounced{Reason: ReasonRank, Round: a.turn.Round, Seats: holders})
		}
		a.beginTurn(next)
		return
	}
	if len(holders) > 0 || a.last == ReasonLimit {
		a.Emit(a.result())
		return
	}
	if a.last != "" {
		a.Emit(LastRoundFell{Round: a.turn.Round})
	}
	a.beginTurn(next)
}
