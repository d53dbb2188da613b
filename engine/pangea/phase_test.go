package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestSpell(t *testing.T) {
	t.Parallel()

	t.Run("on any tile or free water field, or on none; it ends the turn [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		expect.Deep(t, len(listed[LaySpell](p)), 26, "fields")
		expect.Deep(t, p.lists(End{DoEnd}), true, "none")
		tile := p.view(0).Tiles[4]
		got := p.Do(0, KindSpell, LaySpell{DoLay, tile.Field})
		expect.Deep(t, got[0].(SpellLaid), SpellLaid{0, tile.Field, 4}, "laid")
		expect.Deep(t, eventtest.Find[TurnBegan](p, got), TurnBegan{1, 1, 2, 1}, "next turn")
		expect.Deep(t, p.view(0).Peoples[Purple].Spell, tile.Field, "stays")
		p.Open(1, KindMagic)
	})

	t.Run("on water it names no tile [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		expect.Deep(t, p.Do(0, KindSpell, LaySpell{DoLay, 25})[0].(SpellLaid), SpellLaid{0, 25, -1}, "laid")
	})

	t.Run("two on one place [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), spell(1, 7), turn(0, 1), asks(KindSpell, 0))
		p.Do(0, KindSpell, LaySpell{DoLay, 7})
		expect.Deep(t, []int8{p.view(0).Peoples[Purple].Spell, p.view(0).Peoples[Green].Spell}, []int8{7, -1}, "both") // seat 1 lifts its own [P20]
		p = given(t, 3, tower(Purple, 0), tower(Green, 3), tower(Orange, 6), spell(2, 7), turn(0, 1), asks(KindSpell, 0))
		p.Do(0, KindSpell, LaySpell{DoLay, 7})
		expect.Deep(t, []int8{p.view(0).Peoples[Purple].Spell, p.view(0).Peoples[Orange].Spell}, []int8{7, 7}, "both")
	})

	t.Run("declined [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		got := p.end(0, KindSpell)
		expect.Deep(t, got[0].(PhaseEnded), PhaseEnded{0, PhaseSpell, false}, "ended")
		expect.Deep(t, p.view(0).Peoples[Purple].Spell, -1, "spell")
		p.Open(1, KindMagic)
	})
}

// TestPhases plays a turn of seat 0, which has moves in every phase.
func TestPhases(t *testing.T) {
	t.Parallel()
	tile, next := on(Swamp, 4), on(Forest, 4)
	busy := func(t *testing.T) *table {
		t.Helper()
		return given(t, 2, laid(map[int8]int8{tile: at(3, 3), next: at(3, 4)}, at(2, 3), at(4, 3), at(3, 2)), tower(Purple, tile), tower(Green, next),
			stand(tile, 0, 1, tribe(Green, Swamp, 0)), goods(0, 5), turn(0, 1), asks(KindMagic, 0))
	}

	t.Run("each ends when the player says so [P25]", func(t *testing.T) {
		t.Parallel()
		p := busy(t)
		expect.Deep(t, p.end(0, KindMagic)[0].(PhaseEnded), PhaseEnded{0, PhaseMagic, false}, "magic")
		expect.Deep(t, p.end(0, KindMovement)[0].(PhaseEnded), PhaseEnded{0, PhaseMovement, false}, "movement")
		expect.Deep(t, p.end(0, KindBuying)[0].(PhaseEnded), PhaseEnded{0, PhaseBuying, false}, "buying")
		expect.Deep(t, p.view(0).Turn.Phase, PhaseSpell, "phase")
		p.end(0, KindSpell)
		expect.Deep(t, p.view(0).Turn, TurnView{Seat: 1, Number: 2, Round: 1, Phase: PhaseMagic, Actions: 1}, "turn")
	})

	t.Run("each ends by itself when nothing is left to do [P25]", func(t *testing.T) {
		t.Parallel()
		p := busy(t)
		got := p.Do(0, KindMagic, Shift{DoShift, tile, at(3, 2), false})
		expect.Deep(t, got[1].(PhaseEnded), PhaseEnded{0, PhaseMagic, true}, "magic")
		p = busy(t)
		p.end(0, KindMagic)
		p.Do(0, KindMovement, Step{DoMove, 0, next, false})
		got = p.Do(0, KindMovement, Step{DoMove, 1, next, false})
		expect.Deep(t, got[1].(PhaseEnded), PhaseEnded{0, PhaseMovement, true}, "movement")
		p = busy(t)
		p.end(0, KindMagic)
		p.end(0, KindMovement)
		got = p.Do(0, KindBuying, Buy{DoBuy, 1, Green, Crescent, 1})
		expect.Deep(t, got[1].(PhaseEnded), PhaseEnded{0, PhaseBuying, true}, "buying")
		expect.Deep(t, eventtest.Find[GoodsProduced](p, got).Goods, 0, "production")
		p.Open(0, KindSpell)
	})

	t.Run("steps of a phase in any order [P21, P22]", func(t *testing.T) {
		t.Parallel()
		p := busy(t)
		p.Facts(append(magic(0, 1, 2), asks(KindMagic, 0)...)...)
		for _, list := range [][]engine.Move{
			{Found{DoFound, Purple}, Shift{DoShift, tile, at(3, 2), false}},
			{Shift{DoShift, tile, at(3, 2), false}, Found{DoFound, Purple}},
			{Shift{DoShift, tile, at(3, 2), false}, Shift{DoShift, tile, at(3, 3), false}},
		} {
			q := &enginetest.Table{TB: t, State: p.State.Clone()}
			for _, m := range list {
				q.Do(0, KindMagic, m)
			}
			q.Open(0, KindMovement)
		}
	})
}
