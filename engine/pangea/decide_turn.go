package pangea

import "nemeton/engine"

// maxRounds is the last round there can be [P32].
const maxRounds = 60

// beginTurn begins a turn, and with the start player's a round: the own spell comes off [P20], then there is magic.
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

// enter begins a phase, and passes over it where there is nothing to do in it [P25].
func (a *act) enter(kind string) {
	if a.can(kind) {
		a.ask(kind, a.turn.Seat)
		return
	}
	a.after(kind)
}

// goOn asks for the next step of a phase. The phase ends by itself where nothing is left to do [P25].
func (a *act) goOn(kind string) {
	if a.can(kind) {
		a.ask(kind, a.turn.Seat)
		return
	}
	a.Emit(PhaseEnded{Seat: a.turn.Seat, Phase: phases[kind], Itself: true})
	a.after(kind)
}

// after does what follows a phase, and goes on to the next.
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

// deliver hands in what the carriers by the own tower have [P22].
func (a *act) deliver() {
	seat := a.turn.Seat
	first := firstOf(a.played[seat])
	for t := first; t < first+tribesOf; t++ {
		if a.delivers(t) {
			a.Emit(AmuletDelivered{Seat: seat, Tribe: t, Amulet: a.carries[t], Amulets: a.amulets[seat].count() + 1})
		}
	}
}

// produce brings a good for each own tribe that produces [P24].
func (a *act) produce() {
	seat := a.turn.Seat
	list := a.producers(a.played[seat])
	a.Emit(GoodsProduced{Seat: seat, Tribes: list, Goods: int16(len(list))})
}

// endTurn goes on to the next player, announces the last round or ends the game [P31, P32].
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
