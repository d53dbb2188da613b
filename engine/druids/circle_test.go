package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
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
		expect.Deep(t, count, map[Symbol]int{Pentagram: 6, Plant: 9, Spirit: 6, Empty: 15}, "symbols")
		for stone, s := range v.Stones {
			if s == Pentagram && stone >= 12 {
				t.Errorf("a pentagram on stone %d, outside of the inner ring", stone)
			}
		}
		expect.Deep(t, v.Stones[:4], []Symbol{Pentagram, Empty, Pentagram, Plant}, "inner ring, from angle 0")
		expect.Deep(t, v.Stones[12:16], []Symbol{Empty, Empty, Plant, Spirit}, "middle ring")
		expect.Deep(t, v.Stones[24:28], []Symbol{Plant, Empty, Spirit, Empty}, "outer ring")
		expect.Deep(t, v.Stones[28:32], v.Stones[24:28], "the same every four angles")
	})

	t.Run("spokes at 1, 5, 9 and 3, 7, 11 [D1]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, v.Spokes, [][2]int8{{1, 13}, {5, 17}, {9, 21}, {15, 27}, {19, 31}, {23, 35}}, "spokes")
	})

	t.Run("all start beside the circle [D4, D15]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 5)
		for _, f := range p.view(spectator).Figures {
			where := AtSpirits
			if f.Figure.IsDruid() {
				where = AtTree
			}
			expect.Deep(t, f.At, where, f.Figure.String())
		}
		expect.Deep(t, len(p.view(spectator).Figures), 13, "figures")
		expect.Deep(t, p.view(spectator).Players[4].Cards, 0, "cards")
		expect.Deep(t, p.view(spectator).Gathered, 0, "nobody counts at the place of decision")
	})
}

func TestStart_DrawsTheStartPlayer(t *testing.T) {
	t.Parallel()
	seen := map[engine.Seat]bool{}
	for seed := range uint64(80) {
		s := begin(5, enginetest.Loose(seed))
		v := s.View(spectator).(View)
		expect.Deep(t, s.Open()[0].Seat, v.Start, "first to place")
		seen[v.Start] = true
	}
	expect.Deep(t, len(seen), 5, "start players [D15]")
}

// TestDeck counts the cards by drawing them all.
func TestDeck(t *testing.T) {
	t.Parallel()
	p := given(t, 2)
	expect.Deep(t, p.view(spectator).Deck, 45, "cards [D10, D11]")
	p.emptyDeck()
	expect.Deep(t, p.view(spectator).Deck, 0, "deck")
	pile := p.view(spectator).Discard
	expect.Deep(t, len(pile), 45, "cards in the discard pile")
	expect.Deep(t, slices.IsSorted(pile), true, "the pile is open, by kind [D12]")
}

func TestPlace(t *testing.T) {
	t.Parallel()
	gates := []int8{0, 2, 4, 6, 8, 10}

	t.Run("on any pentagram, without effect; the start player draws nothing [D20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, asks(KindPlace, 0))
		expect.Deep(t, p.stones(), gates, "stones")
		events := p.Do(0, KindPlace, Place{Stone: 4})
		expect.Deep(t, events, []engine.Event{DruidPlaced{Seat: 0, Stone: 4}, Asked{Kind: KindTurn, Seat: 0}}, "events")
		expect.Deep(t, p.figure(DruidOf(0)).Stone, 4, "the druid stays")
	})

	t.Run("the others draw one card after placing [D20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 4), asks(KindTurn, 0))
		p.Draws = []int{0, 0}
		p.Do(0, KindTurn, Roll{Do: DoRoll}) // one pip, two pips
		p.Facts(TurnBegan{Seat: 1, Turn: 2, Round: 1}, asks(KindPlace, 1))
		p.Draws = []int{44}
		events := p.Do(1, KindPlace, Place{Stone: 4})
		expect.Deep(t, eventtest.Find[CardDrawn](p, events), CardDrawn{Seat: 1, Card: Raven}, "card")
		p.Open(1, KindTurn)
	})

	t.Run("two to a stone [D3]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, druid(0, 4), druid(1, 4), asks(KindPlace, 2))
		expect.Deep(t, p.stones(), []int8{0, 2, 6, 8, 10}, "stones")
	})
}
