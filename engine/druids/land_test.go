package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest/expect"
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
		p.open(1, KindTurn)
	})

	t.Run("a card from the plants, or not [D31]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), druid(1, 6))
		p.lands(DruidOf(0), 14)
		expect.Equal(t, "moves", p.open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}})
		p.do(0, KindLanding, Land{Do: DoDraw})
		expect.Equal(t, "cards", len(p.hand(0)), 1)
		p = given(t, 2, druid(0, 13), druid(1, 6))
		p.lands(DruidOf(0), 14)
		expect.Equal(t, "left", p.do(0, KindLanding, Land{Do: DoNothing})[0], engine.Event(EffectLeft{Seat: 0}))
		expect.Equal(t, "cards", len(p.hand(0)), 0)
	})

	t.Run("two for the Dwarf King, one for every other [D31]", func(t *testing.T) {
		t.Parallel()
		for f, cards := range map[Figure]int{DwarfKing: 2, Sulis: 1, Morrigan: 1} {
			p := given(t, 2, druid(0, 25), spirit(0, f, 13), druid(1, 6))
			p.lands(f, 14)
			p.do(0, KindLanding, Land{Do: DoDraw})
			expect.Equal(t, f.String(), len(p.hand(0)), cards)
		}
	})

	t.Run("a spirit stone summons any spirit next to the figure, pentagrams excepted [D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), spirit(1, Sulis, 25), druid(1, 14), spirit(1, Grannus, 14))
		p.lands(DruidOf(0), 15)
		for f := Belenus; f <= Morrigan; f++ {
			home := p.figure(f).At == AtSpirits
			expect.Equal(t, "summon "+f.String(), p.lists(0, KindLanding, Summon{Do: DoSummon, Figure: f}), home)
			expect.Equal(t, "banish "+f.String(), p.lists(0, KindLanding, Banish{Do: DoBanish, Figure: f}), !home)
		}
		p.do(0, KindLanding, Summon{Do: DoSummon, Figure: DwarfKing})
		expect.Equal(t, "stones: one neighbor is full", p.stones(), []int8{16, 27})
		p.do(0, KindPut, Put{Stone: 27})
		expect.Equal(t, "controlled", p.figure(DwarfKing), FigureView{Figure: DwarfKing, At: AtStone, Stone: 27, Seat: 0, Cult: NoCult})
		p.open(1, KindTurn)
	})

	t.Run("or banishes one, the own one that landed included [D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Sulis, 16), druid(1, 6))
		p.lands(Sulis, 15)
		p.do(0, KindLanding, Banish{Do: DoBanish, Figure: Sulis})
		expect.Equal(t, "back", p.figure(Sulis).At, AtSpirits)
	})

	t.Run("one effect of several [D31, D35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), druid(1, 6), spirit(1, Sulis, 14))
		p.lands(DruidOf(0), 14)
		expect.Equal(t, "moves", p.open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}, Land{Do: DoTake}})
		p.do(0, KindLanding, Land{Do: DoTake})
		expect.Equal(t, "taken", p.figure(Sulis).Seat, 0)
		p.open(1, KindTurn)
	})

	t.Run("a druid takes control of another player's spirit; a spirit takes nothing [D35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Belenus, 12), druid(1, 6), spirit(1, Sulis, 13))
		p.lands(Belenus, 13)
		p.open(1, KindTurn)
	})

	t.Run("a full stone takes nobody in [D26]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 12), druid(1, 13), spirit(1, Sulis, 13)).rolled(pips(1), pips(1), 1)
		p.do(0, KindUse, Use{Die: 0, Figure: 0})
		expect.Equal(t, "stones", p.stones(), []int8{23})
	})
}

func TestPentagram(t *testing.T) {
	t.Parallel()

	t.Run("leads to the place of decision, and nothing else happens [D30]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 1), druid(1, 2))
		p.hold(1, Sun5)
		events := p.lands(DruidOf(0), 2)
		expect.Equal(t, "entered", expect.Find[FigureEntered](p, events), FigureEntered{Seat: 0, Figure: 0, Gathered: 1})
		expect.Equal(t, "at", p.figure(DruidOf(0)).At, AtCenter)
		expect.Equal(t, "moving figures", p.view(spectator).Players[0].Moving, 0)
		p.open(1, KindTurn)
	})

	t.Run("not for Morrigan [D30, D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 1), druid(1, 6)).rolled(pips(1), pips(2), 2)
		p.do(0, KindUse, Use{Die: 0, Figure: Morrigan})
		expect.Equal(t, "stones", p.stones(), []int8{13})
	})

	t.Run("the fifth figure begins the vote at once; its player votes first [D40]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 1), druid(1, 6), druid(2, 8), spirit(0, Sulis, 13))
		for _, f := range []Figure{Belenus, Grannus, Arianrhod, Cerridwen} {
			p.facts(spirit(1, f, 3), entered(f))
		}
		p.rolled(pips(1), pips(1), 2)
		events := p.use(0, DruidOf(0), 2)
		expect.Equal(t, "vote", expect.Find[VoteBegan](p, events), VoteBegan{First: 0, Reason: ReasonFive})
		p.open(0, KindVote)
	})
}

func TestMorrigan(t *testing.T) {
	t.Parallel()

	t.Run("robs a druid she is moved to, and changes sides; then the stone has its effect [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 13), druid(1, 14))
		p.hold(1, Sun5, Moon5, Lug)
		p.lands(Morrigan, 14)
		expect.Equal(t, "how many", p.open(0, KindRob).Moves, []engine.Move{Rob{Cards: 1}, Rob{Cards: 2}})
		p.draws = []int{2, 0}
		p.do(0, KindRob, Rob{Cards: 2})
		expect.Equal(t, "cards", p.hand(0), []Card{Sun5, Lug})
		expect.Equal(t, "controller", p.figure(Morrigan).Seat, 1)
		expect.Equal(t, "the plants are open to who moved her", p.open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}})
	})

	t.Run("one card is taken unasked, none from an empty hand [D36]", func(t *testing.T) {
		t.Parallel()
		for cards := range 2 {
			p := given(t, 2, druid(0, 25), spirit(0, Morrigan, 12), druid(1, 13))
			p.hold(1, []Card{Sun5}[:cards]...)
			p.lands(Morrigan, 13)
			expect.Equal(t, "cards", len(p.hand(0)), cards)
			expect.Equal(t, "controller", p.figure(Morrigan).Seat, 1)
			p.open(1, KindTurn)
		}
	})

	t.Run("leaves her controller's druid alone [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), spirit(0, Morrigan, 12), druid(1, 6))
		p.hold(0, Sun5, Sun5)
		p.lands(Morrigan, 13)
		expect.Equal(t, "controller", p.figure(Morrigan).Seat, 0)
		p.open(1, KindTurn)
	})

	t.Run("her controller chooses also when somebody else moves her [D36, D23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 16), druid(1, 6), druid(2, 24), spirit(1, Morrigan, 33), asks(KindTurn, 0))
		p.hold(2, Sun5, Sun5, Sun5)
		p.facts(asks(KindTurn, 0))
		p.draws = []int{1, 0}
		p.do(0, KindTurn, Roll{Do: DoRoll})
		p.do(0, KindMagic, Shift{Do: DoShift, Figure: Morrigan})
		p.do(0, KindPut, Put{Stone: 24})
		p.do(1, KindRob, Rob{Cards: 1})
		expect.Equal(t, "cards", p.hand(1), []Card{Sun5})
		expect.Equal(t, "controller", p.figure(Morrigan).Seat, 2)
		p.open(1, KindTurn)
	})

	t.Run("robs where she is summoned [D36, D33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 16), druid(1, 14))
		p.hold(1, Sun5, Sun5)
		p.lands(DruidOf(0), 15)
		p.do(0, KindLanding, Summon{Do: DoSummon, Figure: Morrigan})
		p.do(0, KindPut, Put{Stone: 14})
		p.do(0, KindRob, Rob{Cards: 1})
		expect.Equal(t, "controller", p.figure(Morrigan).Seat, 1)
		p.open(1, KindTurn)
	})

	t.Run("robs where she is called [D36, D60]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 15))
		p.hold(1, Sun5)
		p.facts(asks(KindTurn, 0))
		p.do(0, KindTurn, Call{Do: DoCall, Figure: Morrigan})
		p.do(0, KindPut, Put{Stone: 15})
		expect.Equal(t, "cards", p.hand(0), []Card{Sun5})
		p.open(1, KindTurn)
	})

	t.Run("joins a druid that lands with her, who is not robbed; it is no effect [D36]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), spirit(1, Morrigan, 14), druid(1, 6))
		p.hold(0, Sun5, Sun5)
		events := p.lands(DruidOf(0), 14)
		expect.Equal(t, "joined", expect.Find[ControlTaken](p, events), ControlTaken{Seat: 0, Figure: Morrigan, From: 1})
		expect.Equal(t, "effects", p.open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Land{Do: DoDraw}})
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
		p.draws = []int{2, 1}
		p.do(0, KindLanding, Exchange{Do: DoExchange, Cards: 2})
		expect.Equal(t, "cards taken", p.hand(0), []Card{Moon5, Harp, Lug})
		expect.Equal(t, "still to give", p.view(spectator).Turn.Giving, 2)
		p.do(0, KindGive, Give{Card: Moon5})
		p.do(0, KindGive, Give{Card: Harp})
		expect.Equal(t, "own", p.hand(0), []Card{Lug})
		expect.Equal(t, "theirs", p.hand(1), []Card{Sun5, Moon5, Harp})
		p.open(1, KindTurn)
	})

	t.Run("one where there is one, none with an empty hand [D34]", func(t *testing.T) {
		t.Parallel()
		expect.Equal(t, "one card", meet(t, Sun5).open(0, KindLanding).Moves, []engine.Move{Land{Do: DoNothing}, Exchange{Do: DoExchange, Cards: 1}})
		meet(t).open(1, KindTurn)
	})

	t.Run("not for a spirit that meets a druid [D34]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 25), spirit(0, Sulis, 12), druid(1, 13)).hold(1, Sun5)
		p.lands(Sulis, 13)
		p.open(1, KindTurn)
	})

	t.Run("the two see the cards, others that some go back and forth [D34]", func(t *testing.T) {
		t.Parallel()
		p := meet(t, Lug)
		events := p.do(0, KindLanding, Exchange{Do: DoExchange, Cards: 1})
		taken := events[1].(CardTaken)
		given := expect.Find[CardGiven](p, p.do(0, KindGive, Give{Card: Harp}))
		registry := Title{}.Registry()
		for _, v := range []engine.Viewer{engine.SeatViewer(0), engine.SeatViewer(1), engine.SeatViewer(2), spectator} {
			a, _ := registry.Redact(taken, v)
			b, _ := registry.Redact(given, v)
			if seat, ok := v.Seat(); ok && seat < 2 {
				expect.Equal[any](t, "taken, to "+v.String(), a.Data, taken)
				expect.Equal[any](t, "given, to "+v.String(), b.Data, given)
				continue
			}
			expect.Equal[any](t, "taken, to "+v.String(), a.Data, CardMoved{Seat: 0, From: 1, Why: ByExchange})
			expect.Equal[any](t, "given, to "+v.String(), b.Data, CardMoved{Seat: 1, From: 0, Why: InReturn})
		}
	})
}

// TestHidden checks the hands in views, and the forms of drawn cards that viewers receive.
func TestHidden(t *testing.T) {
	t.Parallel()
	p := given(t, 3, druid(0, 13), druid(1, 6), druid(2, 8)).hold(1, Lug, Sun5)
	p.lands(DruidOf(0), 14)
	drawn := expect.Find[CardDrawn](p, p.do(0, KindLanding, Land{Do: DoDraw}))
	for _, v := range []engine.Viewer{engine.SeatViewer(0), engine.SeatViewer(1), engine.SeatViewer(2), spectator} {
		view := p.view(v)
		expect.Equal(t, "hand sizes for all", []int8{view.Players[0].Cards, view.Players[1].Cards}, []int8{1, 2})
		told, _ := Title{}.Registry().Redact(drawn, v)
		if v.Is(0) {
			expect.Equal[any](t, "the card drawn, to its owner", told.Data, drawn)
			expect.Equal(t, "worth for both cults", len(view.Worth), 2)
		} else {
			expect.Equal[any](t, "the card drawn, to "+v.String(), told.Data, SeatOnly{Seat: 0})
		}
		switch seat, ok := v.Seat(); {
		case !ok:
			expect.Equal(t, "hand of a spectator", view.Hand, nil)
			expect.Equal(t, "worth for a spectator", view.Worth, nil)
		case seat == 1:
			expect.Equal(t, "own hand", view.Hand, []Card{Sun5, Lug})
		case slices.Contains(view.Hand, Lug):
			t.Errorf("%s sees Lug", v)
		}
		expect.Equal(t, "all hands before the end", view.Hands, nil)
	}
}
