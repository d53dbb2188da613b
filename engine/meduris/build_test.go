package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestBuildHut(t *testing.T) {
	t.Parallel()

	t.Run("a lone hut costs 1 + 1 [M21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, asks(KindTurn, 0))
		got := p.build(0, DoHut, 13) // WB
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 1, Wool: 1}, "paid")
		expect.Deep(t, p.view(0).Stock, Counts{17, 17, 16, 16}, "stock")
		expect.Deep(t, p.hand(0), Counts{0, 0, 1, 1}, "hand")
		expect.Deep(t, p.view(0).Players[0].Huts, 11, "huts left")
		expect.Deep(t, p.view(0).Fields[13].Hut, 0, "owner")
	})

	t.Run("joining two settlements counts both, over river and regions [M21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(0, 31, 30), huts(1, 1), hand(0, Counts{Wool: 4, Copper: 4}), asks(KindTurn, 0))
		got := p.build(0, DoHut, 0) // WC
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wool: 4, Copper: 4}, "paid")
		expect.Deep(t, eventtest.Find[HutBuilt](p, got).Settlement, 4, "settlement")
	})

	t.Run("temples end a settlement [M21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 10, 13), temples(1, 11), hand(0, Counts{Copper: 2, Stone: 2}), asks(KindTurn, 0))
		got := p.build(0, DoHut, 12) // SC, beside 13 and a temple
		expect.Deep(t, eventtest.Find[HutBuilt](p, got).Settlement, 2, "settlement")
	})

	t.Run("only where the hand can pay, on free fields, with a hut left [M21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), huts(1, 3), temples(1, 7), hand(0, Counts{Wood: 1, Copper: 1}), asks(KindTurn, 0))
		for f, c := range p.view(0).Fields {
			able := sorted(c.Materials) == [2]Material{Wood, Copper} && f != 3
			expect.Deep(t, p.Lists(0, KindTurn, Build{DoHut, int8(f)}), able, "hut listed")
		}
		p = given(t, 2, workers(Wood, 0), huts(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), asks(KindTurn, 0))
		for f := range int8(32) {
			expect.Deep(t, p.Lists(0, KindTurn, Build{DoHut, f}), false, "hut listed without a hut")
		}
	})
}

func TestBuildHut_Chips(t *testing.T) {
	t.Parallel()

	t.Run("points: 2 at once, the chip is gone [M23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, chip(13, ChipPoints), asks(KindTurn, 0))
		got := p.build(0, DoHut, 13)
		expect.Deep(t, eventtest.Find[ChipUsed](p, got), ChipUsed{0, 13, ChipPoints, 2}, "used")
		expect.Deep(t, p.points(), []int16{7, 5}, "points")
		expect.Deep(t, p.view(0).Fields[13].Chip, NoChip, "chip")
	})

	t.Run("free hut: no payment, whatever the settlement [M23, M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, chip(13, ChipFree), huts(1, 11, 12, 14, 15), hand(0, Counts{}), asks(KindTurn, 0))
		got := p.Do(0, KindTurn, Build{DoHut, 13})
		expect.Deep(t, eventtest.Find[HutBuilt](p, got).Settlement, 5, "settlement")
		expect.Deep(t, eventtest.Has[Paid](got), false, "paid")
		expect.Deep(t, p.view(0).Fields[13].Chip, NoChip, "chip")
	})

	t.Run("druid: stays under the hut [M23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, chip(13, ChipDruid), asks(KindTurn, 0))
		got := p.build(0, DoHut, 13)
		expect.Deep(t, eventtest.Has[ChipUsed](got), false, "used")
		expect.Deep(t, p.view(0).Fields[13].Chip, ChipDruid, "chip")
	})
}

func TestBuildHut_Rune(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]engine.Seat{"from the supply": engine.NoSeat, "from another player": 1} {
		t.Run("the builder takes the region's rune "+name+" [M24]", func(t *testing.T) {
			t.Parallel()
			p := given(t, 2, asks(KindTurn, 0))
			if from >= 0 {
				p.Facts(runes(from, 3)...)
			}
			expect.Deep(t, eventtest.Find[RuneTaken](p, p.build(0, DoHut, 13)), RuneTaken{0, 3, from}, "taken")
			expect.Deep(t, p.view(0).Runes[3], 0, "holder")
		})
	}

	t.Run("the holder keeps it [M24]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, runes(0, 3), asks(KindTurn, 0))
		expect.Deep(t, eventtest.Has[RuneTaken](p.build(0, DoHut, 13)), false, "taken again")
		expect.Deep(t, p.view(0).Runes[3], 0, "holder")
	})
}

func TestBuildTemple(t *testing.T) {
	t.Parallel()

	t.Run("costs 1 + 1 beside any settlement, no rune, the druid moves [M25, M26]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 10, 11, 12), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 13)
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 1, Wool: 1}, "paid")
		expect.Deep(t, eventtest.Has[RuneTaken](got), false, "rune")
		expect.Deep(t, p.view(0).Druid, Place{AtStone, 1}, "druid")
		expect.Deep(t, p.view(0).Players[0].Temples, 1, "temples left")
	})

	t.Run("not on a chip, not without a temple left [M25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), chip(13, ChipPoints), huts(1, 9), asks(KindTurn, 0))
		for f := range int8(32) {
			expect.Deep(t, p.Lists(0, KindTurn, Build{DoTemple, f}), f != 13 && f != 9, "temple listed")
		}
		p = given(t, 2, workers(Wood, 0), temples(0, 1, 2), asks(KindTurn, 0))
		expect.Deep(t, p.Lists(0, KindTurn, Build{DoTemple, 13}), false, "third temple listed")
	})
}
