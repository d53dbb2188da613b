package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// plays is the move that plays a card on a figure.
func plays(c Card, f Figure) Play {
	return Play{Do: DoPlay, Card: c, Figure: f, Seat: engine.NoSeat}
}

func (p *table) played() []Card {
	var list []Card
	for _, m := range p.State.Open()[0].Moves {
		if m, ok := m.(Play); ok && !slices.Contains(list, m.Card) {
			list = append(list, m.Card)
		}
	}
	return list
}

// sixFree lists the spirit stones.
var sixFree = []int8{15, 19, 23, 26, 30, 34}

func TestPlay(t *testing.T) {
	t.Parallel()
	// own is a table where seat 0 has a druid and a spirit, and these cards.
	own := func(t *testing.T, cards ...Card) *table {
		p := given(t, 3, druid(0, 16), spirit(0, Belenus, 35), druid(1, 6), spirit(1, Sulis, 25), druid(2, 20))
		p.hold(0, cards...)
		p.Facts(asks(KindTurn, 0))
		return p
	}

	t.Run("only what can do something [D11]", func(t *testing.T) {
		t.Parallel()
		all := []Card{Mist, Calling, Banishing, SecondSight, Raven}
		expect.Deep(t, own(t, all...).played(), all[:4], "nobody else holds a card: no Raven")
		p := given(t, 2, druid(0, 0), entered(DruidOf(0)), druid(1, 6))
		p.hold(0, all...).hold(1, Sun5)
		p.Facts(asks(KindTurn, 0))
		expect.Deep(t, p.played(), []Card{Calling, SecondSight, Raven}, "nobody on a stone but the other druid: no Mist, no Banishing")
		p = given(t, 2, druid(0, 0), druid(1, 6)).hold(0, Calling)
		for i, stone := range sixFree {
			p.Facts(spirit(0, Belenus+Figure(i), stone), spirit(0, Belenus+Figure(i), stone))
		}
		p.Facts(druid(0, 15), druid(1, 19), spirit(0, DwarfKing, 23), asks(KindTurn, 0))
		expect.Deep(t, p.played(), []Card{Calling}, "spirit stones with room are left")
	})

	t.Run("kept cards and plants are not played [D11]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, own(t, Cauldron, Harp, MagicImage, Teutates, Lug, Sun5, Mistletoe, Belladonna).played(), []Card(nil), "played")
	})

	t.Run("one a turn, then the dice roll [D11, D21]", func(t *testing.T) {
		t.Parallel()
		p := own(t, SecondSight, SecondSight)
		events := p.Do(0, KindTurn, plays(SecondSight, NoFigure))
		expect.Deep(t, len(p.hand(0)), 3, "cards: one left and two drawn")
		expect.Deep(t, p.view(spectator).Discard, []Card{SecondSight}, "discarded after its effect")
		expect.Deep(t, eventtest.Has[DiceRolled](events), true, "rolled")
	})

	t.Run("Mist moves an own figure anywhere but to pentagrams, and nothing follows [D11]", func(t *testing.T) {
		t.Parallel()
		p := own(t, Mist)
		p.Facts(spirit(0, Morrigan, 9), asks(KindTurn, 0))
		if p.Lists(0, KindTurn, plays(Mist, Sulis)) {
			t.Error("another player's spirit can be moved")
		}
		p.hold(1, Sun5)
		p.Facts(asks(KindTurn, 0))
		p.Do(0, KindTurn, plays(Mist, Morrigan))
		expect.Deep(t, *p.view(spectator).Card, Mist, "in play")
		for _, stone := range []int8{0, 6, 9} {
			if slices.Contains(p.stones(), stone) {
				t.Errorf("stone %d is listed", stone)
			}
		}
		events := p.Do(0, KindPut, Put{Stone: 20})
		expect.Deep(t, eventtest.Has[ControlTaken](events), false, "nobody is robbed")
		expect.Deep(t, p.figure(Morrigan).Stone, 20, "where she is")
		expect.Deep(t, eventtest.Has[DiceRolled](events), true, "rolled")
	})

	t.Run("Calling puts a spirit on a spirit stone [D11, D36]", func(t *testing.T) {
		t.Parallel()
		p := own(t, Calling)
		p.Facts(druid(1, 15))
		p.hold(1, Sun5, Sun5)
		p.Facts(asks(KindTurn, 0))
		p.Do(0, KindTurn, plays(Calling, Morrigan))
		expect.Deep(t, p.stones(), sixFree, "stones")
		p.Do(0, KindPut, Put{Stone: 15})
		events := p.Do(0, KindRob, Rob{Cards: 2})
		expect.Deep(t, p.hand(0), []Card{Sun5, Sun5}, "robbed")
		expect.Deep(t, p.figure(Morrigan).Seat, 1, "hers now")
		expect.Deep(t, eventtest.Has[DiceRolled](events), true, "rolled")
	})

	t.Run("Banishing sends any spirit on a stone back [D11, D33]", func(t *testing.T) {
		t.Parallel()
		p := own(t, Banishing)
		events := p.Do(0, KindTurn, plays(Banishing, Sulis))
		expect.Deep(t, eventtest.Find[SpiritBanished](p, events), SpiritBanished{Seat: 0, Figure: Sulis, From: 1, Stone: 25}, "event")
		expect.Deep(t, p.figure(Sulis), FigureView{Figure: Sulis, At: AtSpirits, Stone: -1, Seat: -1, Cult: Sun}, "back")
	})

	t.Run("Raven takes a random card [D11]", func(t *testing.T) {
		t.Parallel()
		p := own(t, Raven)
		p.hold(2, Sun5, Lug, Harp)
		p.Facts(asks(KindTurn, 0))
		p.Draws = []int{2, 5, 5}
		events := p.Do(0, KindTurn, Play{Do: DoPlay, Card: Raven, Figure: NoFigure, Seat: 2})
		expect.Deep(t, eventtest.Find[CardTaken](p, events), CardTaken{Seat: 0, From: 2, Card: Lug, Why: ByRaven}, "taken")
		expect.Deep(t, p.hand(0), []Card{Lug}, "hand")
	})
}

func TestDraw(t *testing.T) {
	t.Parallel()

	t.Run("the discard pile becomes the deck when a card is missing [D12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), spirit(0, DwarfKing, 15), druid(1, 6)).discarded(Mist, Raven)
		for p.view(spectator).Deck > 1 {
			p.hold(1, p.nextCard())
		}
		p.Facts(TurnBegan{Seat: 0, Turn: 3, Round: 2})
		p.rolled(pips(1), pips(5), 2).use(0, DwarfKing, 14)
		events := p.Do(0, KindLanding, Land{Do: DoDraw})
		expect.Deep(t, []bool{eventtest.Has[CardDrawn](events[:1]), eventtest.Has[Reshuffled](events[1:2]), eventtest.Has[CardDrawn](events[2:3])}, []bool{true, true, true}, "reshuffled between the two cards")
		expect.Deep(t, []int{int(p.view(spectator).Deck), len(p.view(spectator).Discard)}, []int{1, 0}, "deck and pile")
	})

	t.Run("every card of the deck is as likely [D12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, druid(0, 13), druid(1, 6)).rolled(pips(1), pips(5), 1)
		p.use(0, DruidOf(0), 14)
		d := p.Open(0, KindLanding)
		seen := map[Card]int{}
		for n := range 45 {
			p.Draws = []int{n}
			seen[eventtest.Find[CardDrawn](p, p.State.Decide(d, Land{Do: DoDraw}, p)).Card]++
		}
		expect.Deep(t, seen, map[Card]int{
			Sun5: 4, Sun10: 4, Sun15: 4, Moon5: 4, Moon10: 4, Moon15: 4, Mistletoe: 2, Belladonna: 1, Cauldron: 2, Harp: 2,
			MagicImage: 2, Teutates: 1, Lug: 1, Mist: 2, Calling: 2, Banishing: 2, SecondSight: 2, Raven: 2,
		}, "cards")
	})
}
