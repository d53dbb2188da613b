package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// The worked examples of the rules, on board A.
func TestExamples(t *testing.T) {
	t.Parallel()

	t.Run("1: wood is rolled, every worker gives one [M11]", func(t *testing.T) {
		t.Parallel()
		const green, blue = 2, 1
		p := given(t, 3, workers(Wood, green, blue, blue), workers(Wool, 0), asks(KindTurn, 0))
		p.Draws = []int{int(FaceWood)}
		got := p.Do(0, KindTurn, Yield{Do: DoYield, From: Wool, Height: 1, To: Copper})
		expect.Deep(t, eventtest.Find[Yielded](p, got[2:]).Workers, []WorkerYield{{blue, 3, 1}, {blue, 2, 1}, {green, 1, 1}}, "yield")
		expect.Deep(t, p.hand(green)[Wood], 2, "green")
		expect.Deep(t, p.hand(blue)[Wood], 3, "blue")
	})

	t.Run("2: a large yield pays by height [M20]", func(t *testing.T) {
		t.Parallel()
		const red, green = 0, 1
		for _, c := range []struct {
			below      []engine.Seat
			red, green int8
		}{{[]engine.Seat{red, green}, 4, 2}, {[]engine.Seat{green, red}, 5, 1}} {
			p := given(t, 3, workers(Stone, c.below...), workers(Wool, red), asks(KindTurn, red))
			p.Do(red, KindTurn, Yield{Do: DoYield, From: Wool, Height: 1, To: Stone})
			expect.Deep(t, p.hand(red)[Stone], 1+c.red, "red")
			expect.Deep(t, p.hand(green)[Stone], 1+c.green, "green")
		}
	})

	t.Run("3: the druid leaves the stones and stops at the next hut [M30, M32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, huts(1, 2), stone(3), hand(0, Counts{Wood: 1, Stone: 1}), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 4)
		expect.Deep(t, p.view(0).Druid, Place{AtField, 2}, "druid")
		expect.Deep(t, eventtest.Has[RiverCrossed](got), false, "runes counted")
		p.Do(1, KindOffer, OfferOne{DoOne, Wool})
		p.pay(1)
		expect.Deep(t, p.points(), []int16{5, 6, 5}, "points")
	})

	t.Run("4: a settlement across the river; the druid begins at field 0 [M30, M32]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, huts(1, 31), huts(2, 0), stone(3), hand(0, Counts{Wood: 1, Stone: 1}), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 4)
		expect.Deep(t, p.view(0).Druid, Place{AtField, 0}, "druid")
		p.Do(2, KindOffer, Offer{DoBoth})
		got = append(got, p.pay(2)...)
		expect.Deep(t, p.points(), []int16{5, 5, 7}, "points")
		expect.Deep(t, eventtest.Has[RiverCrossed](got), false, "runes counted")
	})

	t.Run("5: a third hut in a settlement, and its ritual [M21, M24, M32, M34]", func(t *testing.T) {
		t.Parallel()
		const blue, red = 0, 1
		p := given(t, 3, huts(red, 19, 20), temples(2, 21), huts(2, 16), field(16),
			hand(blue, Counts{Wood: 4, Stone: 4}), asks(KindTurn, blue))
		p.Do(blue, KindTurn, Build{DoHut, 18})
		got := p.pay(blue)
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 3, Stone: 3}, "cost")
		expect.Deep(t, eventtest.Find[RuneTaken](p, got), RuneTaken{blue, 5, engine.NoSeat}, "rune")
		expect.Deep(t, p.view(blue).Druid, Place{AtField, 18}, "druid")
		p.Do(blue, KindOffer, Offer{DoBoth})
		p.pay(blue)
		p.Do(red, KindOffer, Offer{DoNothing})
		expect.Deep(t, p.view(blue).Druid, Place{AtField, 20}, "druid")
		p.Do(red, KindOffer, OfferOne{DoOne, Wood})
		p.pay(red)
		expect.Deep(t, p.points(), []int16{8, 5, 5}, "points")
		expect.Deep(t, p.view(blue).Druid, Place{AtField, 20}, "druid")
		expect.Deep(t, p.view(blue).Turn.Seat, red, "turn")
	})

	t.Run("6: crossing the river counts runes before the ritual [M35]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, huts(1, 2, 31), field(31), runes(1, 0), runes(2, 3, 4), asks(KindTurn, 0))
		got := p.build(0, DoTemple, 10)
		expect.Deep(t, eventtest.Find[DruidMoved](p, got).Path, []int8{0, 1, 2}, "path")
		expect.Deep(t, eventtest.Find[RiverCrossed](p, got).Points, []int16{0, 1, 2}, "runes")
		expect.Deep(t, p.points(), []int16{5, 6, 7}, "points")
		p.Open(1, KindOffer)
	})

	t.Run("7: a short stock serves the top worker [M20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(1, Counts{Copper: 15}), workers(Copper, 1, 1), workers(Wood, 0), asks(KindTurn, 0))
		expect.Deep(t, p.view(0).Stock[Copper], 2, "stock before")
		got := p.Do(0, KindTurn, Yield{Do: DoYield, From: Wood, Height: 1, To: Copper})
		expect.Deep(t, eventtest.Find[Yielded](p, got).Workers, []WorkerYield{{0, 3, 2}, {1, 2, 0}, {1, 1, 0}}, "yield")
		expect.Deep(t, p.view(0).Stock[Copper], 0, "stock")
	})

	t.Run("8: five rune stones are 15 points [M43]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, runes(1, 0, 1, 2, 3, 8))
		got := p.last()
		expect.Deep(t, eventtest.Find[RunesScored](p, got).Runes, []RuneScore{{0, 0, 0}, {1, 5, 15}}, "runes")
		expect.Deep(t, p.points(), []int16{5, 20}, "points")
	})
}
