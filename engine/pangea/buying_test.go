package pangea_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestBuy(t *testing.T) {
	t.Parallel()
	swamp, seller := on(Swamp, 4), tribe(Green, Swamp, 0)
	buy := Buy{DoBuy, 0, Green, Crescent, 1}

	// shop is a table with seat 0 in its buying phase: 9 goods, and tribe 0 on the swamp of capacity 4.
	shop := func(t *testing.T, facts ...[]engine.Event) *table {
		t.Helper()
		facts = append([][]engine.Event{laid(nil), tower(Purple, 14), tower(Green, 13), goods(0, 9), stand(swamp, 0)}, facts...)
		return given(t, 2, append(facts, turn(0, 1), asks(KindBuying, 0))...)
	}

	t.Run("from a producing tribe of another player: it gets 1 good, the rest is spent [P23]", func(t *testing.T) {
		t.Parallel()
		p := shop(t, stand(swamp, seller), holds(0, Star, Circle))
		got := p.Do(0, KindBuying, Buy{DoBuy, 0, Green, Crescent, 3})
		expect.Deep(t, got[0].(AmuletBought), AmuletBought{0, 0, Crescent, 3, Green, 1, 1}, "bought")
		expect.Deep(t, []int16{p.player(0).Goods, p.player(1).Goods}, []int16{6, 1}, "goods")
		expect.Deep(t, p.tribe(0).Carries, Crescent, "carries")
		expect.Deep(t, p.player(0).Amulets, []Amulet{Circle, Star}, "tower")
	})

	t.Run("from a neutral people: all is spent [P23]", func(t *testing.T) {
		t.Parallel()
		p := shop(t, stand(swamp, tribe(Yellow, Swamp, 0)))
		got := p.Do(0, KindBuying, Buy{DoBuy, 0, Yellow, Crescent, 1})
		expect.Deep(t, got[0].(AmuletBought), AmuletBought{0, 0, Crescent, 1, Yellow, engine.NoSeat, 0}, "bought")
		expect.Deep(t, []int16{p.player(0).Goods, p.player(1).Goods}, []int16{8, 0}, "goods")
	})

	t.Run("the buyer names the people and the own tribe [P23]", func(t *testing.T) {
		t.Parallel()
		p := shop(t, stand(swamp, 4, seller, tribe(Yellow, Swamp, 0)))
		expect.Deep(t, listed[Buy](p), []Buy{
			{DoBuy, 0, Green, Crescent, 1}, {DoBuy, 0, Yellow, Crescent, 1}, {DoBuy, 4, Green, Crescent, 1}, {DoBuy, 4, Yellow, Crescent, 1},
		}, "choices")
	})

	for name, c := range map[string]struct {
		facts []engine.Event
		sells bool
	}{
		"two sellers of a people are one":             {stand(swamp, seller, seller+1), true},
		"not from a tribe that is not at home":        {stand(swamp, tribe(Green, Forest, 0)), false},
		"not from the own people":                     {stand(swamp, tribe(Purple, Swamp, 0)), false},
		"not from another tile":                       {stand(on(Swamp, 3), seller), false},
		"a full tile sells":                           {stand(swamp, seller, 20, 21), true},
		"an overcrowded tile does not":                {stand(swamp, seller, 20, 21, 22), false},
		"not from a tribe that carries":               {append(stand(swamp, seller), carry(seller, Star)...), false},
		"not with a tribe that carries":               {append(stand(swamp, seller), carry(0, Star)...), false},
		"a kind that another own tribe carries":       {append(append(stand(swamp, seller), stand(3, 1)...), carry(1, Crescent)...), false},
		"a kind in the tower":                         {append(stand(swamp, seller), holds(0, Crescent)...), false},
		"a kind that a tribe of another carries":      {append(append(stand(swamp, seller), stand(3, 9)...), carry(9, Crescent)...), true},
		"under a spell":                               {append(stand(swamp, seller), spell(1, at(2, 3))...), true},
		"a price that cannot be paid":                 {append(stand(swamp, seller), goods(0, -9)...), false},
		"the last good":                               {append(stand(swamp, seller), goods(0, -8)...), true},
		"a carrier counts for overcrowding":           {append(stand(swamp, seller, 20, 21, 9), carry(9, Star)...), false},
		"a seller of a neutral people is at home too": {stand(swamp, tribe(Yellow, Swamp, 1)), true},
	} {
		t.Run(name+" [P12, P23]", func(t *testing.T) {
			t.Parallel()
			p := shop(t, c.facts)
			expect.Deep(t, len(listed[Buy](p)) > 0, c.sells, "can buy")
		})
	}

	t.Run("with a tribe at home, which then does not produce [P12, P23]", func(t *testing.T) {
		t.Parallel()
		own := tribe(Purple, Swamp, 0)
		p := shop(t, stand(swamp, own, seller))
		expect.Deep(t, p.player(0).Production, 1, "production foreseen")
		p.Do(0, KindBuying, Buy{DoBuy, own, Green, Crescent, 1})
		expect.Deep(t, p.player(0).Production, 0, "production foreseen")
	})

	t.Run("any number of purchases, at one price [P23]", func(t *testing.T) {
		t.Parallel()
		forest := on(Forest, 4)
		p := shop(t, stand(swamp, seller), stand(forest, 1, tribe(Green, Forest, 0)), holds(0, Circle))
		p.Do(0, KindBuying, Buy{DoBuy, 0, Green, Crescent, 2})
		expect.Deep(t, listed[Buy](p), []Buy{{DoBuy, 1, Green, Star, 2}}, "left")
		p.Do(0, KindBuying, Buy{DoBuy, 1, Green, Star, 2})
		expect.Deep(t, []int16{p.player(0).Goods, p.player(1).Goods}, []int16{5, 2}, "goods")
		expect.Deep(t, []Amulet{p.tribe(0).Carries, p.tribe(1).Carries}, []Amulet{Crescent, Star}, "both carried")
	})

	t.Run("what is bought by the own tower is handed in a turn later [P22, P23]", func(t *testing.T) {
		t.Parallel()
		p := shop(t, stand(swamp, seller), tower(Purple, swamp))
		got := p.Do(0, KindBuying, buy)
		expect.Deep(t, eventtest.Has[AmuletDelivered](got), false, "delivered")
		expect.Deep(t, p.tribe(0).Delivers, true, "will be")
		expect.Deep(t, len(p.player(0).Amulets), 0, "in the tower")
	})

	t.Run("skipped when nothing can be bought at its start [P23]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 14), tower(Green, 13), stand(swamp, 0, seller), turn(0, 1), asks(KindMovement, 0))
		got := p.end(0, KindMovement)
		expect.Deep(t, []bool{len(got) == 3, eventtest.Has[GoodsProduced](got)}, []bool{true, true}, "told of")
		p.Open(0, KindSpell)
	})

	t.Run("nothing is asked of others while one buys [P23]", func(t *testing.T) {
		t.Parallel()
		p := shop(t, stand(swamp, seller))
		expect.Deep(t, fmt.Sprint(p.view(0).Waiting), "[0]", "waiting")
	})
}

func TestProduction(t *testing.T) {
	t.Parallel()

	t.Run("one good for each own tribe that produces [P24]", func(t *testing.T) {
		t.Parallel()
		mountain, grass := on(Mountain, 2), on(Grassland, 2)
		g := tribe(Purple, Grassland, 0)
		p := given(t, 2, tower(Purple, 14), tower(Green, 13), stand(mountain, 0, 1), stand(grass, 2, g), stand(on(Mountain, 4), 3, 8),
			stand(on(Grassland, 3), g+1), carry(g+1, Star), turn(0, 1), asks(KindMovement, 0))
		expect.Deep(t, p.player(0).Production, 4, "foreseen")
		got := p.end(0, KindMovement)
		expect.Deep(t, eventtest.Find[GoodsProduced](p, got), GoodsProduced{0, []int8{0, 1, 3, g}, 4}, "produced")
		expect.Deep(t, []int16{p.player(0).Goods, p.player(1).Goods}, []int16{4, 0}, "goods")
	})

	t.Run("goods have no ceiling [P2]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 14), goods(0, 480), stand(0, 0, 1), turn(0, 1), asks(KindMovement, 0))
		p.end(0, KindMovement)
		expect.Deep(t, p.player(0).Goods, 482, "goods")
	})
}
