package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/expect"
)

// The worked examples of the rules.
func TestExamples(t *testing.T) {
	t.Parallel()

	t.Run("1: a swamp for two with a swamp tribe and another; a third arrives [P12]", func(t *testing.T) {
		t.Parallel()
		tile, near, own := on(Swamp, 2), on(Forest, 4), tribe(Purple, Swamp, 0)
		p := given(t, 2, laid(map[int8]int8{tile: at(3, 3), near: at(3, 4)}), tower(Purple, 0), stand(tile, own, 0), stand(near, 1),
			turn(0, 1), asks(KindMovement, 0))
		expect.Equal(t, "produces", p.tribe(own).Produces, true)
		expect.Equal(t, "the other", p.tribe(0).Produces, false)
		p.do(0, KindMovement, Step{DoMove, 1, tile, false})
		expect.Equal(t, "produces", p.tribe(own).Produces, false)
		expect.Equal(t, "overcrowded", p.view(0).Tiles[tile].Overcrowded, true)
		expect.Equal(t, "production", p.player(0).Production, 0)
	})

	t.Run("2: blue with 3 amulets buys from orange [P21, P23]", func(t *testing.T) {
		t.Parallel()
		const orange, blue = 2, 3
		buyer, seller := tribe(Blue, Grassland, 0), tribe(Orange, Mountain, 0)
		p := given(t, 4, tower(Blue, on(Forest, 4)), tower(Orange, on(Desert, 4)), holds(blue, Crescent, Circle, Square), goods(blue, 5),
			stand(on(Mountain, 2), buyer, seller), turn(blue, 1), asks(KindBuying, blue))
		p.do(blue, KindBuying, Buy{DoBuy, buyer, Orange, Triangle, 4})
		expect.Equal(t, "goods", []int16{p.player(blue).Goods, p.player(orange).Goods}, []int16{1, 1})
		expect.Equal(t, "magic", p.player(blue).Magic, 3)
	})

	t.Run("3: blue pays 1 with none; 3 with two in the tower and one carried [P23]", func(t *testing.T) {
		t.Parallel()
		const blue = 3
		buyer, seller := tribe(Blue, Grassland, 0), tribe(Orange, Mountain, 0)
		facts := [][]engine.Event{laid(nil), tower(Blue, on(Forest, 4)), goods(blue, 9), stand(on(Mountain, 2), buyer, seller)}
		p := given(t, 4, append(facts, turn(blue, 1), asks(KindBuying, blue))...)
		expect.Equal(t, "with none", listed[Buy](p), []Buy{{DoBuy, buyer, Orange, Triangle, 1}})
		facts = append(facts, holds(blue, Circle, Star), stand(on(Swamp, 4), buyer+1), carry(buyer+1, Square))
		p = given(t, 4, append(facts, turn(blue, 1), asks(KindBuying, blue))...)
		expect.Equal(t, "with two and one carried", listed[Buy](p), []Buy{{DoBuy, buyer, Orange, Triangle, 3}})
	})

	t.Run("4: a carrier at home does not produce and cannot sell; it counts for overcrowding [P12, P23]", func(t *testing.T) {
		t.Parallel()
		tile, carrier, home := on(Swamp, 2), tribe(Green, Swamp, 0), tribe(Green, Swamp, 1)
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), stand(tile, carrier), carry(carrier, Star), stand(tile, 0), goods(0, 9),
			turn(0, 1), asks(KindBuying, 0))
		expect.Equal(t, "at home", p.tribe(carrier).AtHome, true)
		expect.Equal(t, "produces", p.tribe(carrier).Produces, false)
		expect.Equal(t, "sells", listed[Buy](p), []Buy{})
		p.facts(append(stand(tile, home), asks(KindBuying, 0)...))
		expect.Equal(t, "three on two", p.tribe(home).Produces, false)
		expect.Equal(t, "sells", listed[Buy](p), []Buy{})
	})

	t.Run("5: the last player of the round overtakes the start player [P30, P31]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), low(0, 20), turn(0, 9), asks(KindSpell, 0))
		p.end(0, KindSpell)
		expect.Equal(t, "announced", *p.view(0).LastRound, LastRoundView{ReasonRank})
		p.facts(high(1))
		p.facts(asks(KindSpell, 1))
		p.end(1, KindSpell)
		expect.Equal(t, "winners", p.s.Outcome().Winners, []engine.Seat{1})
	})

	t.Run("6: over the edge, (0,2) up to (6,2) and (2,0) left to (2,5) [P6]", func(t *testing.T) {
		t.Parallel()
		up, left := on(Swamp, 2), on(Forest, 2)
		p := given(t, 2, laid(map[int8]int8{up: at(0, 2), left: at(2, 0)}, at(6, 2), at(2, 5)), magic(0, 1, 2), asks(KindMagic, 0))
		p.do(0, KindMagic, Shift{DoShift, up, at(6, 2), true})
		p.do(0, KindMagic, Shift{DoShift, left, at(2, 5), true})
		expect.Equal(t, "fields", []int8{p.view(0).Tiles[up].Field, p.view(0).Tiles[left].Field}, []int8{at(6, 2), at(2, 5)})
	})
}
