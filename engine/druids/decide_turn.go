package druids

import "nemeton/engine"

// lastRound is the last round before the vote [D61].
const lastRound = 30

// gathering is the number of figures at the place of decision that begins the vote [D40].
const gathering = 5

// place puts the druid on a pentagram, without an effect. All players but the start player draw a card [D20].
func (a *act) place(seat engine.Seat, m Place) {
	a.Emit(DruidPlaced{Seat: seat, Stone: m.Stone})
	if seat != a.start {
		a.draw(1)
	}
	a.ask(KindTurn, seat)
}

// roll rolls both dice. A player with one moving figure uses one of them, with more figures both [D21, D22].
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

// magic draws two cards instead of moving, or continues with the dice [D23].
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

// lift chooses a figure; the next decision asks for its new stone.
func (a *act) lift(f Figure, why Why) {
	a.Emit(FigureChosen{Seat: a.turn.seat, Figure: f, Why: why, Die: -1})
	a.ask(KindPut, a.turn.seat)
}

// put places the lifted figure. Morrigan robs unless Mist moved her [D11, D36].
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

// nextDie asks for the use of the next die. Dice that no figure can use are lost [D22].
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

// endTurn begins the next turn, or the vote at the end of a round [D61].
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

// ending is the reason for a vote at the end of this round; empty if there is none yet [D61].
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
