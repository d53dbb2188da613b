package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
)

func TestCircle(t *testing.T) {
	t.Parallel()
	v := given(t, 2).view(spectator)

	t.Run("36 stones with their symbols [D1, D2]", func(t *testing.T) {
		t.Parallel()
		count := map[Symbol]int{}
		for _, s := range v.Stones {
			count[s]++
		}
		expect.Equal(t, "symbols", count, map[Symbol]int{Pentagram: 6, Plant: 9, Spirit: 6, Empty: 15})
		for stone, s := range v.Stones {
			if s == Pentagram && stone >= 12 {
				t.Errorf("a pentagram on stone %d, outside of the inner ring", stone)
			}
		}
		expect.Equal(t, "inner ring, from angle 0", v.Stones[:4], []Symbol{Pentagram, Empty, Pentagram, Plant})
		expect.Equal(t, "middle ring", v.Stones[12:16], []Symbol{Empty, Empty, Plant, Spirit})
		expect.Equal(t, "outer ring", v.Stones[24:28], []Symbol{Plant, Empty, Spirit, Empty})
		expect.Equal(t, "the same every four angles", v.Stones[28:32], v.Stones[24:28])
	})

	t.Run("spokes at 1, 5, 9 and 3, 7, 11 [D1]", func(t *testing.T) {
		t.Parallel()
		expect.Equal(t, "spokes", v.Spokes, [][2]int8{{1, 13}, {5, 17}, {9, 21}, {15, 27}, {19, 31}, {23, 35}})
	})

	t.Run("all start beside the circle [D4, D15]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 5)
		for _, f := range p.view(spectator).Figures {
			where := AtSpirits
			if f.Figure.IsDruid() {
				where = AtTree
			}
			expect.Equal(t, f.Figure.String(), f.At, where)
		}
		expect.Equal(t, "figures", len(p.view(spectator).Figures), 13)
		expect.Equal(t, "cards", p.view(spectator).Players[4].Cards, 0)
		expect.Equal(t, "nobody counts at the place of decision", p.view(spectator).Gathered, 0)
	})
}

func TestStart_DrawsTheStartPlayer(t *testing.T) {
	t.Parallel()
	seen := map[engine.Seat]bool{}
	for seed := range uint64(80) {
		s := begin(5, enginetest.Loose(seed))
		v := s.View(spectator).(View)
		expect.Equal(t, "first to place", s.Open()[0].Seat, v.Start)
		seen[v.Start] = true
	}
	expect.Equal(t, "start players [D15]", len(seen), 5)
}

// TestDeck counts the cards by drawing them all.
func TestDeck(t *testing.T) {
	t.Parallel()
	p := given(t, 2)
	expect.Equal(t, "cards [D10, D11]", p.view(spectator).Deck, 45)
	p.emptyDeck()
	expect.Equal(t, "deck", p.view(spectator).Deck, 0)
	pile := p.view(spectator).Discard
	expect.Equal(t, "cards in the discard pile", len(pile), 45)
	expect.Equal(t, "the pile is open, by kind [D12]", slices.IsSorted(pile), true)
}

func TestPlace(t *testing.T) {
	t.Parallel()
	gates := []int8{0, 2, 4, 6, 8, 10}

	t.Run("on any pentagram, without effect; the start player draws nothing [D20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, asks(KindPlace, 0))
		expect.Equal(t, "stones", p.stones(), gates)
		events := p.do(0, KindPlace, Place{Stone: 4})
		expect.Equal(t, "events", events, []engine.Event{DruidPlaced{Seat: 0, Stone: 4}, Asked{Kind: KindTurn, Seat: 0}})
		expect.Equal(t, "the druid stays", p.figure(DruidOf(0)).Stone, 4)
	})

	t.Run("the others draw one card after placing [D20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 4), asks(KindTurn, 0))
		p.draws = []int{0, 0}
		p.do(0, KindTurn, Roll{Do: DoRoll}) // one pip, two pips
		p.facts(TurnBegan{Seat: 1, Turn: 2, Round: 1}, asks(KindPlace, 1))
		p.draws = []int{44}
		events := p.do(1, KindPlace, Place{Stone: 4})
		expect.Equal(t, "card", expect.Find[CardDrawn](p, events), CardDrawn{Seat: 1, Card: Raven})
		p.open(1, KindTurn)
	})

	t.Run("two to a stone [D3]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 4), druid(1, 4), asks(KindPlace, 2))
		expect.Equal(t, "stones", p.stones(), []int8{0, 2, 6, 8, 10})
	})
}
