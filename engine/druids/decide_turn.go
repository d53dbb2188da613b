package druids

import "nemeton/engine"

// lastRound is the round after which the vote comes at the latest [D61].
const lastRound = 30

// gathering is how many figures at the place of decision begin the vote [D40].
const gathering = 5

// place puts the druid on a pentagram, which has no effect; all but the start player draw a card [D20].
func (a *act) place(seat engine.Seat, m Place) {
	a.Emit(DruidPlaced{Seat: seat, Stone: m.Stone})
	if seat != a.start {
		a.draw(1)
	}
	a.ask(KindTurn, seat)
}

// roll rolls both dice; with one moving figure one of them is used, with more both [D21, D22].
func (a *act) roll() {
	e := DiceRolled{Seat: a.turn.seat, Moving: a.moving(a.turn.seat)}
	for die := range e.Dice {
		e.Dice[die] = dice[die][a.Draw("die", faces)]
	}
	e.Uses = min(e.Moving, diceCount)
	a.Emit(e)
	if e.Dice[0].Ringed && e.Dice[1].Ringed {
		a.ask(KindMagic, a.turn.seat)
		return
	}
	a.nextDie()
}

// magic draws two cards instead of moving, or moves [D23].
func (a *act) magic(m Magic) {
	if m.Do == DoMove {
		a.Emit(MagicLeft{Seat: a.turn.seat})
		a.nextDie()
		return
	}
	a.Emit(MagicDrawn{Seat: a.turn.seat})
	a.draw(2)
	a.endTurn()
}

// lift takes a figure in hand; the stone to put it on is asked next.
func (a *act) lift(f Figure, why Why) {
	a.Emit(FigureChosen{Seat: a.turn.seat, Figure: f, Why: why, Die: -1})
	a.ask(KindPut, a.turn.seat)
}

// put puts the lifted figure down. Only Mist keeps Morrigan from robbing [D11, D36].
func (a *act) put(stone int8) {
	f, why := a.turn.figure, a.turn.why
	if why == WhyMist || why == WhyShift {
		a.Emit(FigureShifted{Seat: a.turn.seat, Figure: f, From: a.at[f], To: stone, Why: why})
	} else {
		a.Emit(SpiritCalled{Seat: a.turn.seat, Figure: f, Stone: stone, Why: why})
	}
	if f == Morrigan && why != WhyMist && a.meets() {
		return
	}
	a.goOn()
}

// nextDie asks how the next die is used; dice that no figure can use are lost [D22].
func (a *act) nextDie() {
	if a.turn.uses == 0 {
		a.endTurn()
		return
	}
	if a.anyUse() {
		a.ask(KindUse, a.turn.seat)
		return
	}
	lost := DiceLost{Seat: a.turn.seat, Dice: []int8{}}
	for die, used := range a.turn.used {
		if !used {
			lost.Dice = append(lost.Dice, int8(die))
		}
	}
	a.Emit(lost)
	a.endTurn()
}

// endTurn goes on to the next player, or to the vote as a round ends [D61].
func (a *act) endTurn() {
	seat, round := a.next(a.turn.seat), a.turn.round
	if seat == a.start {
		if reason := a.ending(); reason != "" {
			a.beginVote(reason, a.start)
			return
		}
		round++
	}
	a.Emit(TurnBegan{Seat: seat, Turn: a.turn.number + 1, Round: round})
	if a.at[DruidOf(seat)] == atHome {
		a.ask(KindPlace, seat)
		return
	}
	a.ask(KindTurn, seat)
}

// ending is why the vote comes when this round ends, as things stand; empty where it does not [D61].
func (s *State) ending() Reason {
	switch {
	case s.deck.Total()+s.pile.Total() == 0:
		return ReasonCards
	case s.turn.round >= lastRound:
		return ReasonRounds
	default:
		return ""
	}
}
