package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/expect"
)

func TestMovement(t *testing.T) {
	t.Parallel()
	tile, next, far := on(Swamp, 2), on(Forest, 2), on(Desert, 2)
	world := laid(map[int8]int8{tile: at(3, 3), next: at(3, 4), far: at(3, 5)}, at(2, 3), at(3, 2), at(4, 3), at(2, 4))

	t.Run("each own tribe once, to an adjacent tile, however crowded [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0, 1), stand(next, 8, 16, 17), turn(0, 1), asks(KindMovement, 0))
		expect.Equal(t, "moves", listed[Step](p), []Step{{DoMove, 0, next, false}, {DoMove, 1, next, false}})
		got := p.do(0, KindMovement, Step{DoMove, 0, next, false})
		expect.Equal(t, "moved", got[0].(TribeMoved), TribeMoved{0, 0, tile, next, false})
		expect.Equal(t, "mark", p.tribe(0).Moved, true)
		expect.Equal(t, "moves left", listed[Step](p), []Step{{DoMove, 1, next, false}})
	})

	t.Run("one that was founded in this turn may move too [P21, P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), turn(0, 1), asks(KindMagic, 0))
		id := p.do(0, KindMagic, Found{DoFound, Purple})[0].(TribeFounded).Tribe
		expect.Equal(t, "moves", p.lists(Step{DoMove, id, next, false}), true)
	})

	t.Run("all may move again in the next turn [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), turn(0, 1), asks(KindMovement, 0))
		p.do(0, KindMovement, Step{DoMove, 0, next, false})
		p.facts(append(turn(0, 2), asks(KindMovement, 0)...))
		expect.Equal(t, "back", p.lists(Step{DoMove, 0, tile, false}), true)
	})

	t.Run("spells do not hold tribes [P21]", func(t *testing.T) {
		t.Parallel()
		for _, field := range []int8{at(3, 3), at(3, 4)} {
			p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), spell(1, field), turn(0, 1), asks(KindMovement, 0))
			expect.Equal(t, "moves", p.lists(Step{DoMove, 0, next, false}), true)
		}
	})
}

func TestDeliver(t *testing.T) {
	t.Parallel()
	tile, next := on(Swamp, 2), on(Forest, 2)
	world := laid(map[int8]int8{tile: at(3, 3), next: at(3, 4)})

	t.Run("when movement ends, every carrier by the own tower, one that stood still too [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), tower(Green, next), stand(tile, 0, 1, 8), stand(next, 2, 9), carry(0, Star), carry(1, Circle),
			carry(2, Square), carry(8, Crescent), carry(9, Triangle), turn(0, 1), asks(KindMovement, 0))
		expect.Equal(t, "will deliver", []bool{p.tribe(0).Delivers, p.tribe(2).Delivers, p.tribe(8).Delivers, p.tribe(9).Delivers}, []bool{true, false, false, true})
		got := p.do(0, KindMovement, Step{DoMove, 1, next, false})
		expect.Equal(t, "before the end", expect.Has[AmuletDelivered](got), false)
		p.do(0, KindMovement, Step{DoMove, 2, tile, false})
		got = p.end(0, KindMovement)
		expect.Equal(t, "delivered", got[1:3], []engine.Event{AmuletDelivered{0, 0, Star, 1}, AmuletDelivered{0, 2, Square, 2}})
		expect.Equal(t, "tower", p.player(0).Amulets, []Amulet{Square, Star})
		expect.Equal(t, "carried", []Amulet{p.tribe(0).Carries, p.tribe(1).Carries, p.tribe(8).Carries}, []Amulet{NoAmulet, Circle, Crescent})
	})

	t.Run("this turn's price counts it, this turn's magic did not [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0, 1), stand(next, 2, tribe(Green, Forest, 0)), carry(0, Circle),
			holds(0, Square), goods(0, 9), turn(0, 1), asks(KindMagic, 0))
		expect.Equal(t, "magic", p.view(0).Turn.Actions, 1)
		p.end(0, KindMagic)
		p.end(0, KindMovement)
		expect.Equal(t, "price", listed[Buy](p)[0].Price, 3)
		expect.Equal(t, "magic of the next turn", p.player(0).Magic, 2)
	})

	t.Run("also where nothing can move [P22, P25]", func(t *testing.T) {
		t.Parallel()
		alone := laid(map[int8]int8{tile: at(3, 5)}, at(2, 5), at(4, 5), at(3, 4), at(3, 0))
		p := given(t, 2, alone, tower(Purple, tile), stand(tile, 0), carry(0, Star), turn(0, 1), asks(KindMagic, 0))
		got := p.end(0, KindMagic)
		expect.Equal(t, "delivered", expect.Find[AmuletDelivered](p, got), AmuletDelivered{0, 0, Star, 1})
		expect.Equal(t, "phase told of", len(got), 4) // the end of magic, the amulet, production, the spell decision
	})
}
