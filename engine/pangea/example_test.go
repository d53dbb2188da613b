package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/expect"
)

// The worked examples of the rules.
func TestExamples(t *testing.T) {
	t.Parallel()

	t.Run("1: a swamp for two with a swamp tribe and another; a third arrives [P12]", func(t *testing.T) {
		t.Parallel()
		tile, near, own := on(Swamp, 2), on(Forest, 4), tribe(Purple, Swamp, 0)
		p := given(t, 2, laid(map[int8]int8{tile: at(3, 3), near: at(3, 4)}), tower(Purple, 0), stand(tile, own, 0), stand(near, 1),
			turn(0, 1), asks(KindMovement, 0))
		expect.Deep(t, p.tribe(own).Produces, true, "produces")
		expect.Deep(t, p.tribe(0).Produces, false, "the other")
		p.Do(0, KindMovement, Step{DoMove, 1, tile, false})
		expect.Deep(t, p.tribe(own).Produces, false, "produces")
		expect.Deep(t, p.view(0).Tiles[tile].Overcrowded, true, "overcrowded")
		expect.Deep(t, p.player(0).Production, 0, "production")
	})

	t.Run("2: blue with 3 amulets buys from orange [P21, P23]", func(t *testing.T) {
		t.Parallel()
		const orange, blue = 2, 3
		buyer, seller := tribe(Blue, Grassland, 0), tribe(Orange, Mountain, 0)
		p := given(t, 4, tower(Blue, on(Forest, 4)), tower(Orange, on(Desert, 4)), holds(blue, Crescent, Circle, Square), goods(blue, 5),
			stand(on(Mountain, 2), buyer, seller), turn(blue, 1), asks(KindBuying, blue))
		p.Do(blue, KindBuying, Buy{DoBuy, buyer, Orange, Triangle, 4})
		expect.Deep(t, []int16{p.player(blue).Goods, p.player(orange).Goods}, []int16{1, 1}, "goods")
		expect.Deep(t, p.player(blue).Magic, 3, "magic")
	})

	t.Run("3: blue pays 1 with none; 3 with two in the tower and one carried [P23]", func(t *testing.T) {
		t.Parallel()
		const blue = 3
		buyer, seller := tribe(Blue, Grassland, 0), tribe(Orange, Mountain, 0)
		facts := [][]engine.Event{laid(nil), tower(Blue, on(Forest, 4)), goods(blue, 9), stand(on(Mountain, 2), buyer, seller)}
		p := given(t, 4, append(facts, turn(blue, 1), asks(KindBuying, blue))...)
		expect.Deep(t, listed[Buy](p), []Buy{{DoBuy, buyer, Orange, Triangle, 1}}, "with none")
		facts = append(facts, holds(blue, Circle, Star), stand(on(Swamp, 4), buyer+1), carry(buyer+1, Square))
		p = given(t, 4, append(facts, turn(blue, 1), asks(KindBuying, blue))...)
		expect.Deep(t, listed[Buy](p), []Buy{{DoBuy, buyer, Orange, Triangle, 3}}, "with two and one carried")
	})

	t.Run("4: a carrier at home does not produce and cannot sell; it counts for overcrowding [P12, P23]", func(t *testing.T) {
		t.Parallel()
		tile, carrier, home := on(Swamp, 2), tribe(Green, Swamp, 0), tribe(Green, Swamp, 1)
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), stand(tile, carrier), carry(carrier, Star), stand(tile, 0), goods(0, 9),
			turn(0, 1), asks(KindBuying, 0))
		expect.Deep(t, p.tribe(carrier).AtHome, true, "at home")
		expect.Deep(t, p.tribe(carrier).Produces, false, "produces")
		expect.Deep(t, listed[Buy](p), []Buy{}, "sells")
		p.Facts(append(stand(tile, home), asks(KindBuying, 0)...)...)
		expect.Deep(t, p.tribe(home).Produces, false, "three on two")
		expect.Deep(t, listed[Buy](p), []Buy{}, "sells")
	})

	t.Run("5: the last player of the round overtakes the start player [P30, P31]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), low(0, 20), turn(0, 9), asks(KindSpell, 0))
		p.end(0, KindSpell)
		expect.Deep(t, *p.view(0).LastRound, LastRoundView{ReasonRank}, "announced")
		p.Facts(high(1)...)
		p.Facts(asks(KindSpell, 1)...)
		p.end(1, KindSpell)
		expect.Deep(t, p.State.Outcome().Winners, []engine.Seat{1}, "winners")
	})

	t.Run("6: over the edge, (0,2) up to (6,2) and (2,0) left to (2,5) [P6]", func(t *testing.T) {
		t.Parallel()
		up, left := on(Swamp, 2), on(Forest, 2)
		p := given(t, 2, laid(map[int8]int8{up: at(0, 2), left: at(2, 0)}, at(6, 2), at(2, 5)), magic(0, 1, 2), asks(KindMagic, 0))
		p.Do(0, KindMagic, Shift{DoShift, up, at(6, 2), true})
		p.Do(0, KindMagic, Shift{DoShift, left, at(2, 5), true})
		expect.Deep(t, []int8{p.view(0).Tiles[up].Field, p.view(0).Tiles[left].Field}, []int8{at(6, 2), at(2, 5)}, "fields")
	})
}
