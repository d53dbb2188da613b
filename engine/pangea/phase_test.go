package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/expect"
)

func TestSpell(t *testing.T) {
	t.Parallel()

	t.Run("on any tile or free water field, or on none; it ends the turn [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		expect.Equal(t, "fields", len(listed[LaySpell](p)), 26)
		expect.Equal(t, "none", p.lists(End{DoEnd}), true)
		tile := p.view(0).Tiles[4]
		got := p.do(0, KindSpell, LaySpell{DoLay, tile.Field})
		expect.Equal(t, "laid", got[0].(SpellLaid), SpellLaid{0, tile.Field, 4})
		expect.Equal(t, "next turn", expect.Find[TurnBegan](p, got), TurnBegan{1, 1, 2, 1})
		expect.Equal(t, "stays", p.view(0).Peoples[Purple].Spell, tile.Field)
		p.open(1, KindMagic)
	})

	t.Run("on water it names no tile [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		expect.Equal(t, "laid", p.do(0, KindSpell, LaySpell{DoLay, 25})[0].(SpellLaid), SpellLaid{0, 25, -1})
	})

	t.Run("two on one place [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), spell(1, 7), turn(0, 1), asks(KindSpell, 0))
		p.do(0, KindSpell, LaySpell{DoLay, 7})
		expect.Equal(t, "both", []int8{p.view(0).Peoples[Purple].Spell, p.view(0).Peoples[Green].Spell}, []int8{7, -1}) // seat 1 lifts its own [P20]
		p = given(t, 3, tower(Purple, 0), tower(Green, 3), tower(Orange, 6), spell(2, 7), turn(0, 1), asks(KindSpell, 0))
		p.do(0, KindSpell, LaySpell{DoLay, 7})
		expect.Equal(t, "both", []int8{p.view(0).Peoples[Purple].Spell, p.view(0).Peoples[Orange].Spell}, []int8{7, 7})
	})

	t.Run("declined [P25]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, tower(Purple, 0), tower(Green, 3), turn(0, 1), asks(KindSpell, 0))
		got := p.end(0, KindSpell)
		expect.Equal(t, "ended", got[0].(PhaseEnded), PhaseEnded{0, PhaseSpell, false})
		expect.Equal(t, "spell", p.view(0).Peoples[Purple].Spell, -1)
		p.open(1, KindMagic)
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
		expect.Equal(t, "magic", p.end(0, KindMagic)[0].(PhaseEnded), PhaseEnded{0, PhaseMagic, false})
		expect.Equal(t, "movement", p.end(0, KindMovement)[0].(PhaseEnded), PhaseEnded{0, PhaseMovement, false})
		expect.Equal(t, "buying", p.end(0, KindBuying)[0].(PhaseEnded), PhaseEnded{0, PhaseBuying, false})
		expect.Equal(t, "phase", p.view(0).Turn.Phase, PhaseSpell)
		p.end(0, KindSpell)
		expect.Equal(t, "turn", p.view(0).Turn, TurnView{Seat: 1, Number: 2, Round: 1, Phase: PhaseMagic, Actions: 1})
	})

	t.Run("each ends by itself when nothing is left to do [P25]", func(t *testing.T) {
		t.Parallel()
		p := busy(t)
		got := p.do(0, KindMagic, Shift{DoShift, tile, at(3, 2), false})
		expect.Equal(t, "magic", got[1].(PhaseEnded), PhaseEnded{0, PhaseMagic, true})
		p = busy(t)
		p.end(0, KindMagic)
		p.do(0, KindMovement, Step{DoMove, 0, next, false})
		got = p.do(0, KindMovement, Step{DoMove, 1, next, false})
		expect.Equal(t, "movement", got[1].(PhaseEnded), PhaseEnded{0, PhaseMovement, true})
		p = busy(t)
		p.end(0, KindMagic)
		p.end(0, KindMovement)
		got = p.do(0, KindBuying, Buy{DoBuy, 1, Green, Crescent, 1})
		expect.Equal(t, "buying", got[1].(PhaseEnded), PhaseEnded{0, PhaseBuying, true})
		expect.Equal(t, "production", expect.Find[GoodsProduced](p, got).Goods, 0)
		p.open(0, KindSpell)
	})

	t.Run("steps of a phase in any order [P21, P22]", func(t *testing.T) {
		t.Parallel()
		p := busy(t)
		p.facts(append(magic(0, 1, 2), asks(KindMagic, 0)...))
		for _, list := range [][]engine.Move{
			{Found{DoFound, Purple}, Shift{DoShift, tile, at(3, 2), false}},
			{Shift{DoShift, tile, at(3, 2), false}, Found{DoFound, Purple}},
			{Shift{DoShift, tile, at(3, 2), false}, Shift{DoShift, tile, at(3, 3), false}},
		} {
			q := &table{T: t, s: p.s.Clone()}
			for _, m := range list {
				q.do(0, KindMagic, m)
			}
			q.open(0, KindMovement)
		}
	})
}
