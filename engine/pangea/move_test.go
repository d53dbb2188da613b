package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
)

// TestMoves checks the encoding of moves.
func TestMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, raw string
		move      engine.Move
	}{
		{KindPlaceTower, `{"do":"tower","tile":5}`, PlaceTower{DoTower, 5}},
		{KindMagic, `{"do":"found","people":"orange"}`, Found{DoFound, Orange}},
		{KindMagic, `{"do":"shift","over":true,"tile":3,"to":17}`, Shift{DoShift, 3, 17, true}},
		{KindMagic, `{"do":"move","over":false,"to":14,"tribe":39}`, Step{DoMove, 39, 14, false}},
		{KindMovement, `{"do":"move","over":true,"to":0,"tribe":7}`, Step{DoMove, 7, 0, true}},
		{KindBuying, `{"amulet":"star","do":"buy","price":3,"seller":"blue","tribe":2}`, Buy{DoBuy, 2, Blue, Star, 3}},
		{KindSpell, `{"do":"lay","field":25}`, LaySpell{DoLay, 25}},
		{KindMagic, `{"do":"end"}`, End{DoEnd}},
		{KindMovement, `{"do":"end"}`, End{DoEnd}},
		{KindBuying, `{"do":"end"}`, End{DoEnd}},
		{KindSpell, `{"do":"end"}`, End{DoEnd}},
	} {
		got, err := Title{}.Moves().Parse(c.kind, []byte(c.raw))
		if err != nil || got != c.move {
			t.Errorf("%s %s: got %+v, %v, want %+v", c.kind, c.raw, got, err, c.move)
		}
	}
	for _, c := range []struct{ kind, raw string }{
		{"unknown", `{"do":"end"}`},
		{KindPlaceTower, `{"do":"end"}`},
		{KindPlaceTower, `{"tile":5}`},
		{KindMovement, `{"do":"found","people":"orange"}`},
		{KindMagic, `{"do":"found","people":"red"}`},
		{KindMagic, `{"do":"found","people":2}`},
		{KindMagic, `{"do":"shift","tile":3,"to":17}`},
		{KindMagic, `{"do":"shift","over":true,"tile":3,"tile":3,"to":17}`},
		{KindMovement, `{"do":"move","over":true,"to":0,"tribe":1000}`},
		{KindBuying, `{"amulet":"moon","do":"buy","price":3,"seller":"blue","tribe":2}`},
		{KindSpell, `{"do":"lay","field":25,"tile":3}`},
		{KindSpell, `{"do":"end"} x`},
		{KindSpell, `[]`},
	} {
		if m, err := (Title{}).Moves().Parse(c.kind, []byte(c.raw)); err == nil {
			t.Errorf("%s %s was read as %+v", c.kind, c.raw, m)
		}
	}
}
