package druids_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestTurn_AsksWhateverTheHand(t *testing.T) {
	t.Parallel()
	p := given(t, 2, druid(0, 0), druid(1, 4), asks(KindTurn, 0))
	expect.Deep(t, p.Open(0, KindTurn).Moves, []engine.Move{Roll{Do: DoRoll}}, "moves of an empty hand [D21]")
	events := p.Do(0, KindTurn, Roll{Do: DoRoll})
	rolled := eventtest.Find[DiceRolled](p, events)
	expect.Deep(t, rolled.Dice, [2]Face{pips(1), ringed(pips(2))}, "dice")
	expect.Deep(t, [2]int8{rolled.Moving, rolled.Uses}, [2]int8{1, 1}, "one figure, one die [D22]")
}

func TestUse(t *testing.T) {
	t.Parallel()

	t.Run("one figure: one of the two dice, at choice [D22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 1), druid(1, 6)).rolled(pips(1), pips(4), 1)
		expect.Deep(t, p.Open(0, KindUse).Moves, []engine.Move{Use{Die: 0, Figure: 0}, Use{Die: 1, Figure: 0}}, "uses")
		p.use(1, DruidOf(0), 16) // one out, three along
		p.Open(1, KindTurn)
	})

	t.Run("two figures: both dice, any figure for each, the same one too [D22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), spirit(0, Belenus, 25), druid(1, 6)).rolled(pips(1), pips(4), 2)
		expect.Deep(t, p.Open(0, KindUse).Moves, []engine.Move{
			Use{Die: 0, Figure: 0}, Use{Die: 0, Figure: Belenus}, Use{Die: 1, Figure: 0}, Use{Die: 1, Figure: Belenus},
		}, "uses")
		p.use(0, DruidOf(0), 17)
		expect.Deep(t, p.Open(0, KindUse).Moves, []engine.Move{Use{Die: 1, Figure: 0}, Use{Die: 1, Figure: Belenus}}, "then the other die")
		p.use(1, DruidOf(0), 21)
		p.Open(1, KindTurn)
	})

	t.Run("the landing comes first, and a figure gained by it may use the second die [D22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), spirit(0, Belenus, 35), spirit(1, Sulis, 17), druid(1, 6)).rolled(pips(1), pips(2), 2)
		p.use(0, DruidOf(0), 17)
		p.Do(0, KindLanding, Land{Do: DoTake})
		if !p.Lists(0, KindUse, Use{Die: 1, Figure: Sulis}) {
			t.Error("the spirit taken may not use the second die")
		}
	})

	t.Run("a die that nobody can use is lost; a usable one must be used [D22]", func(t *testing.T) {
		t.Parallel()
		// Between two druids on neighboring stones three steps lead nowhere, one step lands beside them.
		p := given(t, 3, druid(0, 25), druid(1, 24), druid(2, 26)).rolled(pips(3), pips(1), 1)
		expect.Deep(t, p.Open(0, KindUse).Moves, []engine.Move{Use{Die: 1, Figure: 0}}, "uses")
		p = given(t, 5, druid(0, 25), druid(1, 24), druid(2, 26), asks(KindTurn, 0))
		p.Draws = []int{1, 1}
		events := p.Do(0, KindTurn, Roll{Do: DoRoll})
		expect.Deep(t, eventtest.Find[DiceLost](p, events).Dice, []int8{0, 1}, "lost")
		p.Open(1, KindTurn)
	})

	t.Run("each die is judged when it is used [D22]", func(t *testing.T) {
		t.Parallel()
		// The first die is of no use until the spirit has made room.
		p := given(t, 4, druid(0, 24), spirit(0, Sulis, 25), druid(1, 35), spirit(1, Grannus, 35), druid(2, 26), druid(3, 25)).
			rolled(pips(1), pips(2), 2)
		for _, m := range p.Open(0, KindUse).Moves {
			if m == (Use{Die: 0, Figure: 0}) {
				t.Fatal("both neighbors are full, and one step is listed")
			}
		}
	})

	t.Run("what is chosen can be taken back, what has moved cannot", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 1), druid(1, 6)).rolled(pips(1), pips(4), 1)
		undo := p.State.(engine.Undoer)
		expect.Deep(t, undo.Undo(p.Do(0, KindUse, Use{Die: 0, Figure: 0})), engine.UndoFree, "chosen")
		expect.Deep(t, undo.Undo(p.Do(0, KindGo, Go{Stone: 2, Path: PathOf(2)})), engine.UndoNever, "moved")
	})
}

func TestMagic(t *testing.T) {
	t.Parallel()
	// roll rolls rings on both dice: three pips and two.
	roll := func(p *table) []engine.Event {
		p.Draws = []int{1, 0}
		return p.Do(0, KindTurn, Roll{Do: DoRoll})
	}

	t.Run("draw two cards instead of moving [D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6), asks(KindTurn, 0))
		roll(p)
		events := p.Do(0, KindMagic, Magic{Do: DoDraw})
		expect.Deep(t, len(p.hand(0)), 2, "cards")
		expect.Deep(t, eventtest.Has[CardDrawn](events), true, "both drawn")
		p.Open(1, KindTurn)
	})

	t.Run("also when none is left [D23, D12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6))
		p.hold(1, Sun5).emptyDeck()
		p.Facts(Reshuffled{})
		for p.view(spectator).Deck > 0 {
			p.hold(1, p.nextCard())
		}
		p.Facts(asks(KindTurn, 0))
		roll(p)
		expect.Deep(t, eventtest.Has[NoneDrawn](p.Do(0, KindMagic, Magic{Do: DoDraw})), true, "nothing is drawn")
	})

	t.Run("move any spirit on a stone, pentagrams excepted; no landing effect [D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6), spirit(1, Sulis, 17), asks(KindTurn, 0))
		roll(p)
		expect.Deep(t, p.Open(0, KindMagic).Moves, []engine.Move{
			Magic{Do: DoMove}, Magic{Do: DoDraw}, Shift{Do: DoShift, Figure: Sulis},
		}, "moves")
		p.Do(0, KindMagic, Shift{Do: DoShift, Figure: Sulis})
		expect.Deep(t, len(p.stones()), 29, "stones: 36 without six pentagrams and its own")
		events := p.Do(0, KindPut, Put{Stone: 24})
		expect.Deep(t, events[0], engine.Event(FigureShifted{Seat: 0, Figure: Sulis, From: 17, To: 24, Why: WhyShift}), "events")
		expect.Deep(t, p.figure(Sulis).Seat, 1, "still the other's")
		p.Open(1, KindTurn)
	})

	t.Run("or move as usual [D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6), asks(KindTurn, 0))
		roll(p)
		p.Do(0, KindMagic, Magic{Do: DoMove})
		p.use(1, DruidOf(0), 18)
	})

	t.Run("not with one ring [D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6), asks(KindTurn, 0))
		p.Draws = []int{1, 1}
		p.Do(0, KindTurn, Roll{Do: DoRoll})
		p.Open(0, KindUse)
	})

	t.Run("also without a moving figure [D23, D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 6), asks(KindTurn, 0))
		roll(p)
		p.Open(0, KindMagic)
	})
}

// nextCard is a card that the deck still holds.
func (p *table) nextCard() Card {
	s := p.State.Clone()
	c := &enginetest.Table{TB: p.TB, State: s}
	c.Facts(asks(KindTurn, 0), TurnBegan{Seat: 0, Turn: 90, Round: 20}, asks(KindMagic, 0))
	return eventtest.Find[CardDrawn](c, s.Decide(s.Open()[0], Magic{Do: DoDraw}, c)).Card
}

func TestCall(t *testing.T) {
	t.Parallel()

	t.Run("without a moving figure a spirit may be called instead of rolling [D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 6), asks(KindTurn, 0))
		p.Do(0, KindTurn, Call{Do: DoCall, Figure: DwarfKing})
		expect.Deep(t, p.stones(), []int8{15, 19, 23, 26, 30, 34}, "spirit stones")
		events := p.Do(0, KindPut, Put{Stone: 26})
		expect.Deep(t, eventtest.Has[DiceRolled](events), false, "no roll")
		expect.Deep(t, p.figure(DwarfKing).Seat, 0, "controlled")
		p.Open(1, KindTurn)
	})

	t.Run("not with one [D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), druid(1, 6), asks(KindTurn, 0))
		expect.Deep(t, len(p.Open(0, KindTurn).Moves), 1, "moves")
	})

	t.Run("also after a card; else the dice roll, and the turn passes [D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 6))
		p.hold(0, SecondSight)
		p.Facts(asks(KindTurn, 0))
		p.Do(0, KindTurn, Play{Do: DoPlay, Card: SecondSight, Figure: NoFigure, Seat: engine.NoSeat})
		if !p.Lists(0, KindTurn, Call{Do: DoCall, Figure: Sulis}) {
			t.Error("nobody can be called after a card")
		}
		events := p.Do(0, KindTurn, Roll{Do: DoRoll})
		expect.Deep(t, eventtest.Find[DiceRolled](p, events).Moving, 0, "figures that move")
		p.Open(1, KindTurn)
	})
}

func TestRoll_Unasked(t *testing.T) {
	t.Parallel()
	sight := Play{Do: DoPlay, Card: SecondSight, Figure: NoFigure, Seat: engine.NoSeat}

	t.Run("after a card, with a moving figure [D21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 6)).hold(0, SecondSight, SecondSight, Raven)
		p.Facts(asks(KindTurn, 0))
		expect.Deep(t, eventtest.Has[DiceRolled](p.Do(0, KindTurn, sight)), true, "rolled")
		p.Open(0, KindUse)
	})

	t.Run("after a card, without a moving figure and without a spirit to call [D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 6)).hold(0, SecondSight, SecondSight, Raven)
		for i, f := range []Figure{Belenus, Grannus, Sulis, Arianrhod, Cerridwen, Nantosuelta, DwarfKing, Morrigan} {
			p.Facts(spirit(1, f, int8(12+i)))
		}
		p.Facts(asks(KindTurn, 0))
		if !p.Lists(0, KindTurn, Roll{Do: DoRoll}) {
			t.Error("before the card the choice is asked [D21]")
		}
		p.Draws = []int{0, 0, 1, 1} // the cards, and a roll without two rings
		expect.Deep(t, eventtest.Has[DiceRolled](p.Do(0, KindTurn, sight)), true, "rolled")
		p.Open(1, KindTurn)
	})
}

// TestRoll_UnaskedAfterAnyCard: after each kind of card the dice roll if nothing else is left to do. If the card leaves its
// player without a moving figure, the call of a spirit is left [D11, D21, D60].
func TestRoll_UnaskedAfterAnyCard(t *testing.T) {
	t.Parallel()
	play := func(c Card, f Figure, victim engine.Seat) Play {
		return Play{Do: DoPlay, Card: c, Figure: f, Seat: victim}
	}
	atCenter := []engine.Event{druid(0, 0), entered(DruidOf(0))}
	for _, c := range []struct {
		name  string
		facts []engine.Event
		play  Play
		stone int8 // for the figure of the card; -1: none
		asked bool
	}{
		{"Mist", []engine.Event{druid(0, 16)}, play(Mist, DruidOf(0), engine.NoSeat), 24, false},
		{"Calling", []engine.Event{druid(0, 16)}, play(Calling, Sulis, engine.NoSeat), 26, false},
		{"Calling, by a player without a moving figure", atCenter, play(Calling, Sulis, engine.NoSeat), 26, false},
		{"Calling of Morrigan, who goes over to the druid beside her", atCenter, play(Calling, Morrigan, engine.NoSeat), 30, true},
		{"Banishing", []engine.Event{druid(0, 16), spirit(1, Sulis, 17)}, play(Banishing, Sulis, engine.NoSeat), -1, false},
		{"Banishing of the last own figure", append([]engine.Event{spirit(0, Sulis, 17)}, atCenter...), play(Banishing, Sulis, engine.NoSeat), -1, true},
		{"Second Sight", []engine.Event{druid(0, 16)}, play(SecondSight, NoFigure, engine.NoSeat), -1, false},
		{"Second Sight, by a player without a moving figure", atCenter, play(SecondSight, NoFigure, engine.NoSeat), -1, true},
		{"Raven", []engine.Event{druid(0, 16)}, play(Raven, NoFigure, 1), -1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			// The hand has a second card that could be played: it makes no difference after the first.
			p := given(t, 2, c.facts...).hold(0, c.play.Card, Raven).hold(1, Sun5)
			p.Facts(druid(1, 30), asks(KindTurn, 0))
			events := p.Do(0, KindTurn, c.play)
			if c.stone >= 0 {
				events = p.Do(0, KindPut, Put{Stone: c.stone})
			}
			expect.Deep(t, eventtest.Has[DiceRolled](events), !c.asked, "rolled")
			if c.asked {
				expect.Deep(t, len(p.Open(0, KindTurn).Moves) > 1, true, "a choice is left")
			}
		})
	}
}

// TestRoll_AskedAtTheBeginning: a turn begins with a question even if the roll is its only move. Dice that roll by themselves
// would show that the hand has no card to play [D21].
func TestRoll_AskedAtTheBeginning(t *testing.T) {
	t.Parallel()
	var spirits []engine.Event
	for i, f := range []Figure{Belenus, Grannus, Sulis, Arianrhod, Cerridwen, Nantosuelta, DwarfKing, Morrigan} {
		spirits = append(spirits, spirit(1, f, int8(24+i)))
	}
	atCenter := append([]engine.Event{druid(0, 0), entered(DruidOf(0))}, spirits...)
	for _, c := range []struct {
		name  string
		facts []engine.Event
		hand  []Card
	}{
		{"an empty hand", []engine.Event{druid(0, 16)}, nil},
		{"no card to play", []engine.Event{druid(0, 16)}, []Card{Sun5, Harp, Calling}},
		{"a druid at the place of decision, and no spirit to call [D60]", atCenter, nil},
		{"the same with cards that cannot be played [D60]", atCenter, []Card{Moon10, Mist, Calling}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := given(t, 2, c.facts...).hold(0, c.hand...)
			if len(c.facts) == 1 {
				p.Facts(spirits...) // no spirit for Calling
			}
			p.Facts(druid(1, 1), TurnBegan{Seat: 1, Turn: 8, Round: 4}, asks(KindMagic, 1))
			events := p.Do(1, KindMagic, Magic{Do: DoDraw})
			expect.Deep(t, eventtest.Has[DiceRolled](events), false, "rolled")
			expect.Deep(t, p.Open(0, KindTurn).Moves, []engine.Move{Roll{Do: DoRoll}}, "moves")
		})
	}

	t.Run("the first turn, after placing [D20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, asks(KindPlace, 0))
		expect.Deep(t, eventtest.Has[DiceRolled](p.Do(0, KindPlace, Place{Stone: 0})), false, "rolled")
		expect.Deep(t, p.Open(0, KindTurn).Moves, []engine.Move{Roll{Do: DoRoll}}, "moves")
	})
}

func TestEnd_WithoutFive(t *testing.T) {
	t.Parallel()

	t.Run("after thirty rounds the vote comes; the start player votes first [D61]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 1), TurnBegan{Seat: 1, Turn: 60, Round: 30}, asks(KindTurn, 1))
		expect.Deep(t, p.view(spectator).Ending, ReasonRounds, "it is in sight")
		p.Draws = []int{0, 0}
		p.Do(1, KindTurn, Roll{Do: DoRoll})
		p.Do(1, KindUse, Use{Die: 0, Figure: 1})
		events := p.Do(1, KindGo, Go{Stone: 13, Path: PathOf(13)})
		expect.Deep(t, eventtest.Find[VoteBegan](p, events), VoteBegan{First: 0, Reason: ReasonRounds}, "vote")
		p.Open(0, KindVote)
	})

	t.Run("not in the middle of the round [D61]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 1), druid(1, 16), TurnBegan{Seat: 0, Turn: 59, Round: 30}).rolled(pips(1), pips(1), 1)
		expect.Deep(t, eventtest.Has[VoteBegan](p.use(0, DruidOf(0), 13)), false, "vote")
	})

	t.Run("or when deck and pile are empty as a round ends [D61]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 1), TurnBegan{Seat: 1, Turn: 8, Round: 4})
		for p.view(spectator).Deck > 0 {
			p.hold(0, p.nextCard())
		}
		p.Facts(TurnBegan{Seat: 1, Turn: 8, Round: 4}, asks(KindTurn, 1))
		expect.Deep(t, p.view(spectator).Ending, ReasonCards, "it is in sight")
		p.Draws = []int{0, 0}
		p.Do(1, KindTurn, Roll{Do: DoRoll})
		p.Do(1, KindUse, Use{Die: 0, Figure: 1})
		events := p.Do(1, KindGo, Go{Stone: 13, Path: PathOf(13)})
		expect.Deep(t, eventtest.Find[VoteBegan](p, events), VoteBegan{First: 0, Reason: ReasonCards}, "vote")
	})

	t.Run("a round later where a card was discarded in time [D61]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 1), TurnBegan{Seat: 1, Turn: 8, Round: 4}).discarded(Mist)
		for p.view(spectator).Deck > 0 {
			p.hold(0, p.nextCard())
		}
		expect.Deep(t, p.view(spectator).Ending, "", "not in sight")
	})
}
