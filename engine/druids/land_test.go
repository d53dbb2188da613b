package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// lands moves a figure of seat 0 one step onto a stone; no figure can use the other die.
func (p *table) lands(f Figure, stone int8) []engine.Event {
	p.Helper()
	p.rolled(pips(1), pips(1), 1)
	return p.use(0, f, stone)
}

func TestLanding(t *testing.T) {
	t.Parallel()

	t.Run("nothing on an empty stone [D32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), druid(1, 6))
		p.lands(DruidOf(0), 1)
		p.Open(1, KindTurn)
	})

	t.Run("a card from the plants, or not [D31]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), druid(1, 6))
		p.lands(DruidOf(0), 14)
		expect.Deep(t, p.Open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}}, "moves")
		p.Do(0, KindLanding, Land{Do: DoDraw})
		expect.Deep(t, len(p.hand(0)), 1, "cards")
		p = given(t, 2, druid(0, 13), druid(1, 6))
		p.lands(DruidOf(0), 14)
		expect.Deep(t, p.Do(0, KindLanding, Land{Do: DoNothing})[0], engine.Event(EffectLeft{Seat: 0}), "left")
		expect.Deep(t, len(p.hand(0)), 0, "cards")
	})

	t.Run("two for the Dwarf King, one for every other [D31]", func(t *testing.T) {
		t.Parallel()
		for f, cards := range map[Figure]int{DwarfKing: 2, Sulis: 1, Morrigan: 1} {
			p := given(t, 2, druid(0, 25), spirit(0, f, 13), druid(1, 6))
			p.lands(f, 14)
			p.Do(0, KindLanding, Land{Do: DoDraw})
			expect.Deep(t, len(p.hand(0)), cards, f.String())
		}
	})

	t.Run("a spirit stone summons any spirit next to the figure, pentagrams excepted [D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), spirit(1, Sulis, 25), druid(1, 14), spirit(1, Grannus, 14))
		p.lands(DruidOf(0), 15)
		for f := Belenus; f <= Morrigan; f++ {
			home := p.figure(f).At == AtSpirits
			expect.Deep(t, p.Lists(0, KindLanding, Summon{Do: DoSummon, Figure: f}), home, "summon "+f.String())
			expect.Deep(t, p.Lists(0, KindLanding, Banish{Do: DoBanish, Figure: f}), !home, "banish "+f.String())
		}
		p.Do(0, KindLanding, Summon{Do: DoSummon, Figure: DwarfKing})
		expect.Deep(t, p.stones(), []int8{16, 27}, "stones: one neighbor is full")
		p.Do(0, KindPut, Put{Stone: 27})
		expect.Deep(t, p.figure(DwarfKing), FigureView{Figure: DwarfKing, At: AtStone, Stone: 27, Seat: 0, Cult: NoCult}, "controlled")
		p.Open(1, KindTurn)
	})

	t.Run("or banishes one, the own one that landed included [D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Sulis, 16), druid(1, 6))
		p.lands(Sulis, 15)
		p.Do(0, KindLanding, Banish{Do: DoBanish, Figure: Sulis})
		expect.Deep(t, p.figure(Sulis).At, AtSpirits, "back")
	})

	t.Run("one effect of several [D31, D35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), druid(1, 6), spirit(1, Sulis, 14))
		p.lands(DruidOf(0), 14)
		expect.Deep(t, p.Open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}, Land{Do: DoTake}}, "moves")
		p.Do(0, KindLanding, Land{Do: DoTake})
		expect.Deep(t, p.figure(Sulis).Seat, 0, "taken")
		p.Open(1, KindTurn)
	})

	t.Run("a druid takes control of another player's spirit; a spirit takes nothing [D35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Belenus, 12), druid(1, 6), spirit(1, Sulis, 13))
		p.lands(Belenus, 13)
		p.Open(1, KindTurn)
	})

	t.Run("a full stone takes nobody in [D26]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 12), druid(1, 13), spirit(1, Sulis, 13)).rolled(pips(1), pips(1), 1)
		p.Do(0, KindUse, Use{Die: 0, Figure: 0})
		expect.Deep(t, p.stones(), []int8{23}, "stones")
	})
}

func TestPentagram(t *testing.T) {
	t.Parallel()

	t.Run("leads to the place of decision, and nothing else happens [D30]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 1), druid(1, 2))
		p.hold(1, Sun5)
		events := p.lands(DruidOf(0), 2)
		expect.Deep(t, eventtest.Find[FigureEntered](p, events), FigureEntered{Seat: 0, Figure: 0, Gathered: 1}, "entered")
		expect.Deep(t, p.figure(DruidOf(0)).At, AtCenter, "at")
		expect.Deep(t, p.view(spectator).Players[0].Moving, 0, "moving figures")
		p.Open(1, KindTurn)
	})

	t.Run("not for Morrigan [D30, D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 1), druid(1, 6)).rolled(pips(1), pips(2), 2)
		p.Do(0, KindUse, Use{Die: 0, Figure: Morrigan})
		expect.Deep(t, p.stones(), []int8{13}, "stones")
	})

	t.Run("the fifth figure begins the vote at once; its player votes first [D40]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 1), druid(1, 6), druid(2, 8), spirit(0, Sulis, 13))
		for _, f := range []Figure{Belenus, Grannus, Arianrhod, Cerridwen} {
			p.Facts(spirit(1, f, 3), entered(f))
		}
		p.rolled(pips(1), pips(1), 2)
		events := p.use(0, DruidOf(0), 2)
		expect.Deep(t, eventtest.Find[VoteBegan](p, events), VoteBegan{First: 0, Reason: ReasonFive}, "vote")
		p.Open(0, KindVote)
	})
}

func TestMorrigan(t *testing.T) {
	t.Parallel()

	t.Run("robs a druid she is moved to, and changes sides; then the stone has its effect [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 13), druid(1, 14))
		p.hold(1, Sun5, Moon5, Lug)
		p.lands(Morrigan, 14)
		expect.Deep(t, p.Open(0, KindRob).Moves, []engine.Move{Rob{Cards: 1}, Rob{Cards: 2}}, "how many")
		p.Draws = []int{2, 0}
		p.Do(0, KindRob, Rob{Cards: 2})
		expect.Deep(t, p.hand(0), []Card{Sun5, Lug}, "cards")
		expect.Deep(t, p.figure(Morrigan).Seat, 1, "controller")
		expect.Deep(t, p.Open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}}, "the plants are open to who moved her")
	})

	t.Run("one card is taken unasked, none from an empty hand [D36]", func(t *testing.T) {
		t.Parallel()
		for cards := range 2 {
			p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 12), druid(1, 13))
			p.hold(1, []Card{Sun5}[:cards]...)
			p.lands(Morrigan, 13)
			expect.Deep(t, len(p.hand(0)), cards, "cards")
			expect.Deep(t, p.figure(Morrigan).Seat, 1, "controller")
			p.Open(1, KindTurn)
		}
	})

	t.Run("leaves her controller's druid alone [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), spirit(0, Morrigan, 12), druid(1, 6))
		p.hold(0, Sun5, Sun5)
		p.lands(Morrigan, 13)
		expect.Deep(t, p.figure(Morrigan).Seat, 0, "controller")
		p.Open(1, KindTurn)
	})

	t.Run("her controller chooses also when somebody else moves her [D36, D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 16), druid(1, 6), druid(2, 24), spirit(1, Morrigan, 33), asks(KindTurn, 0))
		p.hold(2, Sun5, Sun5, Sun5)
		p.Facts(asks(KindTurn, 0))
		p.Draws = []int{1, 0}
		p.Do(0, KindTurn, Roll{Do: DoRoll})
		p.Do(0, KindMagic, Shift{Do: DoShift, Figure: Morrigan})
		p.Do(0, KindPut, Put{Stone: 24})
		p.Do(1, KindRob, Rob{Cards: 1})
		expect.Deep(t, p.hand(1), []Card{Sun5}, "cards")
		expect.Deep(t, p.figure(Morrigan).Seat, 2, "controller")
		p.Open(1, KindTurn)
	})

	t.Run("robs where she is summoned [D36, D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 14))
		p.hold(1, Sun5, Sun5)
		p.lands(DruidOf(0), 15)
		p.Do(0, KindLanding, Summon{Do: DoSummon, Figure: Morrigan})
		p.Do(0, KindPut, Put{Stone: 14})
		p.Do(0, KindRob, Rob{Cards: 1})
		expect.Deep(t, p.figure(Morrigan).Seat, 1, "controller")
		p.Open(1, KindTurn)
	})

	t.Run("robs where she is called [D36, D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 15))
		p.hold(1, Sun5)
		p.Facts(asks(KindTurn, 0))
		p.Do(0, KindTurn, Call{Do: DoCall, Figure: Morrigan})
		p.Do(0, KindPut, Put{Stone: 15})
		expect.Deep(t, p.hand(0), []Card{Sun5}, "cards")
		p.Open(1, KindTurn)
	})

	t.Run("joins a druid that lands with her, who is not robbed; it is no effect [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), spirit(1, Morrigan, 14), druid(1, 6))
		p.hold(0, Sun5, Sun5)
		events := p.lands(DruidOf(0), 14)
		expect.Deep(t, eventtest.Find[ControlTaken](p, events), ControlTaken{Seat: 0, Figure: Morrigan, From: 1}, "joined")
		expect.Deep(t, p.Open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}}, "effects")
	})
}

func TestExchange(t *testing.T) {
	t.Parallel()
	// meet lets two druids meet; seat 1 holds the cards.
	meet := func(t *testing.T, cards ...Card) *table {
		p := given(t, 3, druid(0, 12), druid(1, 13), druid(2, 6))
		p.hold(1, cards...).hold(0, Harp)
		p.lands(DruidOf(0), 13)
		return p
	}

	t.Run("takes two unseen, gives two of own choice, those just taken included [D34]", func(t *testing.T) {
		t.Parallel()
		p := meet(t, Sun5, Moon5, Lug)
		p.Draws = []int{2, 1}
		p.Do(0, KindLanding, Exchange{Do: DoExchange, Cards: 2})
		expect.Deep(t, p.hand(0), []Card{Moon5, Harp, Lug}, "cards taken")
		expect.Deep(t, p.view(spectator).Turn.Giving, 2, "still to give")
		p.Do(0, KindGive, Give{Card: Moon5})
		p.Do(0, KindGive, Give{Card: Harp})
		expect.Deep(t, p.hand(0), []Card{Lug}, "own")
		expect.Deep(t, p.hand(1), []Card{Sun5, Moon5, Harp}, "theirs")
		p.Open(1, KindTurn)
	})

	t.Run("one where there is one, none with an empty hand [D34]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, meet(t, Sun5).Open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Exchange{Do: DoExchange, Cards: 1}}, "one card")
		meet(t).Open(1, KindTurn)
	})

	t.Run("not for a spirit that meets a druid [D34]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Sulis, 12), druid(1, 13)).hold(1, Sun5)
		p.lands(Sulis, 13)
		p.Open(1, KindTurn)
	})

	t.Run("the two see the cards, others that some go back and forth [D34]", func(t *testing.T) {
		t.Parallel()
		p := meet(t, Lug)
		events := p.Do(0, KindLanding, Exchange{Do: DoExchange, Cards: 1})
		taken := events[1].(CardTaken)
		given := eventtest.Find[CardGiven](p, p.Do(0, KindGive, Give{Card: Harp}))
		registry := Title{}.Registry()
		for _, v := range []engine.Viewer{engine.SeatViewer(0), engine.SeatViewer(1), engine.SeatViewer(2), spectator} {
			a, _ := registry.Redact(taken, v)
			b, _ := registry.Redact(given, v)
			if seat, ok := v.Seat(); ok && seat < 2 {
				expect.Deep[any](t, a.Data, taken, "taken, to "+v.String())
				expect.Deep[any](t, b.Data, given, "given, to "+v.String())
				continue
			}
			expect.Deep[any](t, a.Data, CardMoved{Seat: 0, From: 1, Why: ByExchange}, "taken, to "+v.String())
			expect.Deep[any](t, b.Data, CardMoved{Seat: 1, From: 0, Why: InReturn}, "given, to "+v.String())
		}
	})
}

// TestHidden checks the hands in views, and the forms of drawn cards that viewers receive.
func TestHidden(t *testing.T) {
	t.Parallel()
	p := given(t, 3, druid(0, 13), druid(1, 6), druid(2, 8)).hold(1, Lug, Sun5)
	p.lands(DruidOf(0), 14)
	drawn := eventtest.Find[CardDrawn](p, p.Do(0, KindLanding, Land{Do: DoDraw}))
	for _, v := range []engine.Viewer{engine.SeatViewer(0), engine.SeatViewer(1), engine.SeatViewer(2), spectator} {
		view := p.view(v)
		expect.Deep(t, []int8{view.Players[0].Cards, view.Players[1].Cards}, []int8{1, 2}, "hand sizes for all")
		told, _ := Title{}.Registry().Redact(drawn, v)
		if v.Is(0) {
			expect.Deep[any](t, told.Data, drawn, "the card drawn, to its owner")
			expect.Deep(t, len(view.Worth), 2, "worth for both cults")
		} else {
			expect.Deep[any](t, told.Data, SeatOnly{Seat: 0}, "the card drawn, to "+v.String())
		}
		switch seat, ok := v.Seat(); {
		case !ok:
			expect.Deep(t, view.Hand, nil, "hand of a spectator")
			expect.Deep(t, view.Worth, nil, "worth for a spectator")
		case seat == 1:
			expect.Deep(t, view.Hand, []Card{Sun5, Lug}, "own hand")
		case slices.Contains(view.Hand, Lug):
			t.Errorf("%s sees Lug", v)
		}
		expect.Deep(t, view.Hands, nil, "all hands before the end")
	}
}
