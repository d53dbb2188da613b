package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestDruid_Stones(t *testing.T) {
	t.Parallel()
	rich := Counts{Wood: 4, Wool: 4, Copper: 4, Stone: 4}

	t.Run("the first three builds move him one stone each, huts or temples [M30, M26]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(0, rich), hand(1, rich), asks(KindTurn, 0))
		for i, do := range []Do{DoHut, DoTemple, DoHut} {
			seat := engine.Seat(i % 2)
			got := p.build(seat, do, int8(4*i))
			expect.Deep(t, eventtest.Find[DruidMoved](p, got).To, Place{AtStone, int8(i + 1)}, "druid")
			expect.Deep(t, p.view(0).Turn.Seat, 1-seat, "next turn")
			p.gain(1-seat, 2)
		}
	})

	t.Run("he waits on the third stone until the first hut [M31]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, temples(1, 5, 8), temples(2, 12), stone(3), hand(1, rich), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 20)
		expect.Deep(t, eventtest.Has[DruidMoved](got), false, "moved")
		p.gain(1, 3)
		got = p.build(1, DoHut, 13)
		move := eventtest.Find[DruidMoved](p, got)
		expect.Deep(t, move.To, Place{AtField, 13}, "to")
		expect.Deep(t, len(move.Path), 14, "path")
		expect.Deep(t, eventtest.Has[RiverCrossed](got), false, "runes counted")
		p.Open(1, KindOffer)
	})
}

func TestDruid_Walk(t *testing.T) {
	t.Parallel()

	t.Run("passes temples and free fields, clockwise, to the next hut [M30]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 4, 9), temples(1, 6), field(4), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 7)
		expect.Deep(t, eventtest.Find[DruidMoved](p, got).Path, []int8{5, 6, 7, 8, 9}, "path")
	})

	t.Run("the only hut: once round, runes count [M30, M35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 4), field(4), runes(1, 0), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 7)
		move := eventtest.Find[DruidMoved](p, got)
		expect.Deep(t, move.To, Place{AtField, 4}, "to")
		expect.Deep(t, len(move.Path), 32, "fields walked")
		expect.Deep(t, eventtest.Find[RiverCrossed](p, got).Points, []int16{0, 1}, "runes")
		p.Open(1, KindOffer)
	})

	t.Run("a hut built right before him: he begins there, not at the settlement's first [M34]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 12, 14, 15), field(12), hand(0, Counts{Wood: 5, Wool: 5}), asks(KindTurn, 0))
		p.build(0, DoHut, 13)
		p.Do(0, KindOffer, Offer{DoBoth})
		got := p.pay(0)
		expect.Deep(t, eventtest.Find[Offered](p, got).Points, 4, "points of the whole settlement [M32]")
		p.Do(1, KindOffer, Offer{DoNothing})
		got = p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, eventtest.Find[TurnBegan](p, got).Seat, engine.Seat(1), "the hut behind him is not visited")
		expect.Deep(t, p.view(0).Druid, Place{AtField, 15}, "druid")
	})

	t.Run("the river inside a ritual: runes count between two offerings [M34, M35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 31, 0, 5), runes(0, 1, 2), field(31), asks(KindOffer, 1))
		got := p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, eventtest.Find[DruidMoved](p, got).Path, []int8{0}, "path")
		expect.Deep(t, eventtest.Find[RiverCrossed](p, got).Points, []int16{2, 0}, "runes")
		p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, p.view(0).Druid, Place{AtField, 0}, "he stays where no hut is adjacent")
	})
}

func TestOffer(t *testing.T) {
	t.Parallel()

	t.Run("nothing costs a point, never below 0 [M32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 2, 3, 4, 5, 6, 7, 8), field(2), hand(1, Counts{}), asks(KindOffer, 1))
		for range 6 {
			expect.Deep(t, p.Open(1, KindOffer).Moves, []engine.Move{Offer{DoNothing}}, "moves")
			p.Do(1, KindOffer, Offer{DoNothing})
		}
		expect.Deep(t, p.points(), []int16{5, 0}, "points")
		got := p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, eventtest.Find[Offered](p, got).Points, 0, "change")
	})

	t.Run("both at a lone hut: 1 point, one unit each [M32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 13), field(13), asks(KindOffer, 1))
		p.Do(1, KindOffer, Offer{DoBoth})
		got := p.pay(1)
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 1, Wool: 1}, "paid")
		expect.Deep(t, eventtest.Find[Offered](p, got), Offered{1, 13, DoBoth, NoMaterial, 1}, "offered")
	})

	t.Run("one unit each whatever the settlement [M32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 11, 12, 13), field(13), asks(KindOffer, 1))
		p.Do(1, KindOffer, Offer{DoBoth})
		got := p.pay(1)
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 1, Wool: 1}, "paid")
		expect.Deep(t, eventtest.Find[Offered](p, got).Points, 3, "points")
	})

	t.Run("the chip counts as both, once, and may be kept [M33]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, chip(3, ChipDruid), huts(1, 2, 3), field(2), hand(1, Counts{}), asks(KindOffer, 1))
		expect.Deep(t, p.Lists(1, KindOffer, Offer{DoChip}), false, "chip of another field")
		p.Do(1, KindOffer, Offer{DoNothing})
		kept := p.State.Clone()
		got := p.Do(1, KindOffer, Offer{DoChip})
		expect.Deep(t, eventtest.Find[Offered](p, got), Offered{1, 3, DoChip, NoMaterial, 2}, "offered")
		expect.Deep(t, eventtest.Find[ChipUsed](p, got), ChipUsed{1, 3, ChipDruid, 0}, "used")
		expect.Deep(t, p.view(0).Fields[3].Chip, NoChip, "chip")
		p.Facts(asks(KindOffer, 1)...)
		expect.Deep(t, p.Lists(1, KindOffer, Offer{DoChip}), false, "used twice")
		p.State = kept
		p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, p.view(0).Fields[3].Chip, ChipDruid, "kept")
	})
}
