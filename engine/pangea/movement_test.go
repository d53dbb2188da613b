package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestMovement(t *testing.T) {
	t.Parallel()
	tile, next, far := on(Swamp, 2), on(Forest, 2), on(Desert, 2)
	world := laid(map[int8]int8{tile: at(3, 3), next: at(3, 4), far: at(3, 5)}, at(2, 3), at(3, 2), at(4, 3), at(2, 4))

	t.Run("each own tribe once, to an adjacent tile, however crowded [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0, 1), stand(next, 8, 16, 17), turn(0, 1), asks(KindMovement, 0))
		expect.Deep(t, listed[Step](p), []Step{{DoMove, 0, next, false}, {DoMove, 1, next, false}}, "moves")
		got := p.Do(0, KindMovement, Step{DoMove, 0, next, false})
		expect.Deep(t, got[0].(TribeMoved), TribeMoved{0, 0, tile, next, false}, "moved")
		expect.Deep(t, p.tribe(0).Moved, true, "mark")
		expect.Deep(t, listed[Step](p), []Step{{DoMove, 1, next, false}}, "moves left")
	})

	t.Run("one that was founded in this turn may move too [P21, P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), turn(0, 1), asks(KindMagic, 0))
		id := p.Do(0, KindMagic, Found{DoFound, Purple})[0].(TribeFounded).Tribe
		expect.Deep(t, p.lists(Step{DoMove, id, next, false}), true, "moves")
	})

	t.Run("all may move again in the next turn [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), turn(0, 1), asks(KindMovement, 0))
		p.Do(0, KindMovement, Step{DoMove, 0, next, false})
		p.Facts(append(turn(0, 2), asks(KindMovement, 0)...)...)
		expect.Deep(t, p.lists(Step{DoMove, 0, tile, false}), true, "back")
	})

	t.Run("spells do not hold tribes [P21]", func(t *testing.T) {
		t.Parallel()
		for _, field := range []int8{at(3, 3), at(3, 4)} {
			p := given(t, 2, world, tower(Purple, tile), stand(tile, 0), spell(1, field), turn(0, 1), asks(KindMovement, 0))
			expect.Deep(t, p.lists(Step{DoMove, 0, next, false}), true, "moves")
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
		expect.Deep(t, []bool{p.tribe(0).Delivers, p.tribe(2).Delivers, p.tribe(8).Delivers, p.tribe(9).Delivers}, []bool{true, false, false, true}, "will deliver")
		got := p.Do(0, KindMovement, Step{DoMove, 1, next, false})
		expect.Deep(t, eventtest.Has[AmuletDelivered](got), false, "before the end")
		p.Do(0, KindMovement, Step{DoMove, 2, tile, false})
		got = p.end(0, KindMovement)
		expect.Deep(t, got[1:3], []engine.Event{AmuletDelivered{0, 0, Star, 1}, AmuletDelivered{0, 2, Square, 2}}, "delivered")
		expect.Deep(t, p.player(0).Amulets, []Amulet{Square, Star}, "tower")
		expect.Deep(t, []Amulet{p.tribe(0).Carries, p.tribe(1).Carries, p.tribe(8).Carries}, []Amulet{NoAmulet, Circle, Crescent}, "carried")
	})

	t.Run("this turn's price counts it, this turn's magic did not [P22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, tile), stand(tile, 0, 1), stand(next, 2, tribe(Green, Forest, 0)), carry(0, Circle),
			holds(0, Square), goods(0, 9), turn(0, 1), asks(KindMagic, 0))
		expect.Deep(t, p.view(0).Turn.Actions, 1, "magic")
		p.end(0, KindMagic)
		p.end(0, KindMovement)
		expect.Deep(t, listed[Buy](p)[0].Price, 3, "price")
		expect.Deep(t, p.player(0).Magic, 2, "magic of the next turn")
	})

	t.Run("also where nothing can move [P22, P25]", func(t *testing.T) {
		t.Parallel()
		alone := laid(map[int8]int8{tile: at(3, 5)}, at(2, 5), at(4, 5), at(3, 4), at(3, 0))
		p := given(t, 2, alone, tower(Purple, tile), stand(tile, 0), carry(0, Star), turn(0, 1), asks(KindMagic, 0))
		got := p.end(0, KindMagic)
		expect.Deep(t, eventtest.Find[AmuletDelivered](p, got), AmuletDelivered{0, 0, Star, 1}, "delivered")
		expect.Deep(t, len(got), 4, "phase told of") // the end of magic, the amulet, production, the spell decision
	})
}
