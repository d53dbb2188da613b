package druids

import "nemeton/engine"

// move moves a figure by a die and carries out the landing [D24, D30, D36].
func (a *act) move(m Go) {
	f := a.turn.figure
	a.Emit(FigureMoved{Seat: a.turn.seat, Figure: f, From: a.at[f], To: m.Stone, Path: m.Path.Stones(), Die: a.turn.die})
	switch {
	case theCircle.symbols[m.Stone] == Pentagram:
		a.enter(f)
		return
	case f == Morrigan:
		if a.meets() {
			return
		}
	case f.IsDruid() && a.at[Morrigan] == m.Stone && a.owner[Morrigan] != a.turn.seat:
		a.Emit(ControlTaken{Seat: a.turn.seat, Figure: Morrigan, From: a.owner[Morrigan]})
	}
	a.askLanding()
}

// enter moves a figure from its pentagram to the place of decision [D30]. The fifth figure begins the vote at once
// [D40].
func (a *act) enter(f Figure) {
	there := a.gathered(engine.NoSeat) + 1
	a.Emit(FigureEntered{Seat: a.turn.seat, Figure: f, Gathered: there})
	if there == gathering {
		a.beginVote(ReasonFive, a.turn.seat)
		return
	}
	a.nextDie()
}

// meets carries out the robbery if Morrigan is next to a druid: she takes cards and changes sides. asked is true if her
// controller chooses the number of cards. One card is taken without a question, and nothing from an empty hand [D36].
func (a *act) meets() (asked bool) {
	victim, robber := a.druidOn(a.at[Morrigan], NoFigure), a.owner[Morrigan]
	if victim == engine.NoSeat || victim == robber {
		return false
	}
	switch a.hands[victim].Total() {
	case 0:
		a.rob(0)
	case 1:
		a.rob(1)
	default:
		a.ask(KindRob, robber)
		return true
	}
	return false
}

// rob takes n cards for Morrigan's controller; then the robbed player controls her [D36].
func (a *act) rob(n int8) {
	victim, robber := a.druidOn(a.at[Morrigan], NoFigure), a.owner[Morrigan]
	a.take(robber, victim, n, ByMorrigan)
	a.Emit(ControlTaken{Seat: victim, Figure: Morrigan, From: robber})
}

func (a *act) askLanding() {
	var room [16]engine.Move // so that the list needs no memory of the heap
	if len(a.landingMoves(room[:0])) == 1 {
		a.nextDie()
		return
	}
	a.ask(KindLanding, a.turn.seat)
}

// land uses no effect, the plants, or the spirit on the stone [D31, D35].
func (a *act) land(m Land) {
	switch m.Do {
	case DoDraw:
		n := 1
		if a.turn.landed == DwarfKing {
			n = 2
		}
		a.draw(n)
	case DoTake:
		f := a.beside(a.turn.landed)
		a.Emit(ControlTaken{Seat: a.turn.seat, Figure: f, From: a.owner[f]})
	default:
		a.Emit(EffectLeft{Seat: a.turn.seat})
	}
	a.nextDie()
}

// beside is the other figure on the figure's stone; NoFigure if there is none.
func (s *State) beside(f Figure) Figure {
	for g := range NoFigure {
		if g != f && s.at[g] == s.at[f] {
			return g
		}
	}
	return NoFigure
}

// banish returns a spirit to its place [D33].
func (a *act) banish(f Figure) {
	a.Emit(SpiritBanished{Seat: a.turn.seat, Figure: f, From: a.owner[f], Stone: a.at[f]})
}

// exchange takes cards from the player of the other druid; the same number is given back [D34].
func (a *act) exchange(n int8) {
	with := a.druidOn(a.at[a.turn.landed], a.turn.landed)
	a.Emit(ExchangeBegan{Seat: a.turn.seat, With: with, Cards: n})
	a.take(a.turn.seat, with, n, ByExchange)
	a.ask(KindGive, a.turn.seat)
}

// give gives one card back [D34].
func (a *act) give(card Card) {
	a.Emit(CardGiven{Seat: a.turn.giveTo, From: a.turn.seat, Card: card})
	if a.turn.giving > 0 {
		a.ask(KindGive, a.turn.seat)
		return
	}
	a.nextDie()
}
