package pangea_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestSpellLifted(t *testing.T) {
	t.Parallel()

	t.Run("the own spell comes off as the turn begins, and no other [P20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), spell(0, 7), spell(1, 9), turn(0, 1), asks(KindSpell, 0))
		got := p.Do(0, KindSpell, LaySpell{DoLay, 8})
		expect.Deep(t, eventtest.Find[SpellLifted](p, got), SpellLifted{1, 9}, "lifted")
		expect.Deep(t, []int8{p.view(0).Peoples[Purple].Spell, p.view(0).Peoples[Green].Spell}, []int8{8, -1}, "spells")
	})

	t.Run("a spell that is not laid is not lifted [P20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		expect.Deep(t, eventtest.Has[SpellLifted](p.end(0, KindSpell)), false, "lifted")
	})
}

func TestMagic_Actions(t *testing.T) {
	t.Parallel()
	for n, list := range [][]Amulet{{}, {Star}, {Star, Circle}, {Star, Circle, Square}, {Star, Circle, Square, Triangle}} {
		t.Run(fmt.Sprintf("%d amulets in the tower [P21]", n), func(t *testing.T) {
			t.Parallel()
			p := given(t, 2, tower(Purple, 1), stand(1, 0), holds(0, list...), turn(1, 1), asks(KindSpell, 1))
			p.end(1, KindSpell)
			actions := max(1, n)
			expect.Deep(t, p.player(0).Magic, int8(actions), "magic")
			for left := actions; left > 0; left-- {
				expect.Deep(t, p.view(0).Turn.Actions, int8(left), "left")
				p.Do(0, KindMagic, listed[Shift](p)[0])
			}
			expect.Deep(t, p.view(0).Turn.Actions, 0, "left at the end")
			p.Open(0, KindMovement)
		})
	}
}

func TestMagic_Found(t *testing.T) {
	t.Parallel()

	t.Run("a tribe of the own people or a neutral one, onto the tile of its tower [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 1), tower(Green, 3), tower(Orange, 8), stand(1, 0, 1), magic(0, 1, 2), asks(KindMagic, 0))
		p.Draws = []int{2, 7}
		got := p.Do(0, KindMagic, Found{DoFound, Purple})
		expect.Deep(t, got[0].(TribeFounded), TribeFounded{0, Purple, 4, Swamp, 1}, "own")
		expect.Deep(t, p.tribe(4).Tile, 1, "stands")
		expect.Deep(t, p.lists(Found{DoFound, Green}), false, "a player's people")
		got = p.Do(0, KindMagic, Found{DoFound, Orange})
		expect.Deep(t, got[0].(TribeFounded), TribeFounded{0, Orange, 23, Grassland, 8}, "neutral")
		expect.Deep(t, p.view(0).Peoples[Orange].Left, 7, "left")
		expect.Deep(t, *p.view(1).Peoples[Orange].Bag, BagView{Desert: 4, Mountain: 2, Grassland: 1}, "bag")
	})

	t.Run("each tribe in the bag alike [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 1), stand(1, 0, 3, 7), turn(0, 1), asks(KindMagic, 0))
		met, chance := map[int8]int{}, enginetest.Loose(1)
		for range 500 {
			met[p.State.Decide(p.State.Open()[0], Found{DoFound, Purple}, chance)[0].(TribeFounded).Tribe]++
		}
		expect.Deep(t, len(met), 5, "tribes")
		for id, n := range met {
			if n < 60 || n > 140 {
				t.Errorf("tribe %d came %d times of 500, want about 100", id, n)
			}
		}
	})

	t.Run("an empty bag gives none [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 1), stand(1, 0, 1, 2, 3, 4, 5, 6, 7), tower(Orange, 8), turn(0, 1), asks(KindMagic, 0))
		expect.Deep(t, p.lists(Found{DoFound, Purple}), false, "own")
		expect.Deep(t, p.lists(Found{DoFound, Orange}), true, "neutral")
		expect.Deep(t, *p.view(1).Peoples[Purple].Bag, BagView{}, "bag")
	})
}

func TestMagic_Shift(t *testing.T) {
	t.Parallel()
	tile, here, right := on(Swamp, 3), at(3, 3), at(3, 4)
	around := []int8{at(2, 3), at(4, 3), right, at(3, 2)}

	t.Run("one field, onto free water, with all on it [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, laid(map[int8]int8{tile: here}, around...), tower(Purple, tile), stand(tile, 0, 9), turn(0, 1), asks(KindMagic, 0))
		var to []int8
		for _, m := range listed[Shift](p) {
			if m.Tile == tile {
				to = append(to, m.To)
			}
		}
		expect.Deep(t, to, []int8{at(2, 3), right, at(4, 3), at(3, 2)}, "where to")
		p.Do(0, KindMagic, Shift{DoShift, tile, right, false})
		v := p.view(0)
		expect.Deep(t, v.Tiles[tile].Field, right, "lies")
		expect.Deep(t, v.Peoples[Purple].Tower, tile, "tower")
		expect.Deep(t, []int8{p.tribe(0).Tile, p.tribe(9).Tile}, []int8{tile, tile}, "tribes")
	})

	t.Run("never onto another tile [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, laid(map[int8]int8{tile: here, on(Forest, 2): right}, around[:2]...), turn(0, 1), asks(KindMagic, 0))
		expect.Deep(t, p.lists(Shift{DoShift, tile, right, false}), false, "onto land")
	})

	t.Run("a tile under a spell cannot shift, water under a spell cannot be entered [P21]", func(t *testing.T) {
		t.Parallel()
		facts := [][]engine.Event{laid(map[int8]int8{tile: here}, around...), tower(Purple, 0), tower(Green, 3)}
		p := given(t, 2, append(facts, spell(1, here), turn(0, 1), asks(KindMagic, 0))...)
		for _, m := range listed[Shift](p) {
			expect.Deep(t, m.Tile == tile, false, "shifts under a spell")
		}
		p = given(t, 2, append(facts, spell(1, right), turn(0, 1), asks(KindMagic, 0))...)
		expect.Deep(t, p.lists(Shift{DoShift, tile, at(2, 3), false}), true, "free water")
		for _, m := range listed[Shift](p) {
			expect.Deep(t, m.To == right, false, "enters water under a spell")
		}
	})
}

func TestMagic_MoveNeutral(t *testing.T) {
	t.Parallel()
	tile, next, far := on(Swamp, 2), on(Forest, 2), on(Desert, 2)
	world := laid(map[int8]int8{tile: at(3, 3), next: at(3, 4), far: at(3, 5)}, at(2, 3), at(3, 2))

	t.Run("to an adjacent tile, however crowded, and again [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, 0), stand(0, 0), tower(Orange, tile), stand(tile, 16), stand(next, 17, 18, 19), magic(0, 1, 2), asks(KindMagic, 0))
		got := p.Do(0, KindMagic, Step{DoMove, 16, next, false})
		expect.Deep(t, got[0].(NeutralMoved), NeutralMoved{0, Orange, 16, tile, next, false}, "moved")
		expect.Deep(t, p.view(0).Tiles[next].Tribes, 4, "crowd")
		p.Do(0, KindMagic, Step{DoMove, 16, far, false})
		expect.Deep(t, p.tribe(16).Tile, far, "stands")
	})

	t.Run("not two tiles away, not onto water, and no tribe of a player [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, 0), stand(tile, 0, 8, 16), turn(0, 1), asks(KindMagic, 0))
		for _, m := range listed[Step](p) {
			expect.Deep(t, m.Tribe, 16, "tribe")
			expect.Deep(t, m.To == far, false, "far")
		}
		expect.Deep(t, p.lists(Step{DoMove, 16, next, false}), true, "next")
	})

	t.Run("spells do not hold tribes [P21]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, world, tower(Purple, 0), tower(Green, 3), stand(tile, 16), spell(1, at(3, 3)), turn(0, 1), asks(KindMagic, 0))
		expect.Deep(t, p.lists(Step{DoMove, 16, next, false}), true, "leaves")
		p = given(t, 2, world, tower(Purple, 0), tower(Green, 3), stand(tile, 16), spell(1, at(3, 4)), turn(0, 1), asks(KindMagic, 0))
		expect.Deep(t, p.lists(Step{DoMove, 16, next, false}), true, "enters")
	})
}
