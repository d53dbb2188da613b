package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
)

// TestMoves checks the encoding of moves.
func TestMoves(t *testing.T) {
	t.Parallel()
	const due = `"due":{"copper":0,"stone":0,"wood":2,"wool":2}`
	for _, c := range []struct {
		kind, raw string
		move      engine.Move
	}{
		{KindPlaceWorker, `{"plateau":"wood"}`, PlaceWorker{Wood}},
		{KindGainOne, `{"material":"copper"}`, GainOne{Copper}},
		{KindLoseOne, `{"material":"none"}`, LoseOne{NoMaterial}},
		{KindTurn, `{"do":"yield","from":"wood","height":2,"to":"stone"}`, Yield{DoYield, Wood, 2, Stone}},
		{KindTurn, `{"do":"hut","field":18}`, Build{DoHut, 18}},
		{KindTurn, `{"do":"temple","field":0}`, Build{DoTemple, 0}},
		{KindOffer, `{"do":"nothing"}`, Offer{DoNothing}},
		{KindOffer, `{"do":"one","material":"wool"}`, OfferOne{DoOne, Wool}},
		{KindOffer, `{"do":"both"}`, Offer{DoBoth}},
		{KindOffer, `{"do":"chip"}`, Offer{DoChip}},
		{KindPay, `{"do":"replace",` + due + `,"goal":{"do":"hut","field":13,"material":"none"},"units":{"copper":0,"stone":0,"wood":1,"wool":0}}`,
			replaces(Goal{DoHut, 13, NoMaterial}, Counts{Wood: 2, Wool: 2}, Counts{Wood: 1})},
		{KindPay, `{"do":"give",` + due + `,"goal":{"do":"hut","field":13,"material":"none"},"units":{"copper":0,"stone":0,"wood":1,"wool":0},` +
			`"for":"wood","with":{"copper":0,"stone":3,"wood":0,"wool":0},"bound":{"copper":0,"stone":0,"wood":1,"wool":2}}`,
			Give{DoGive, Goal{DoHut, 13, NoMaterial}, Counts{Wood: 2, Wool: 2}, Counts{Wood: 1}, Wood, Counts{Stone: 3}, Counts{Wood: 1, Wool: 2}}},
	} {
		got, err := Title{}.Moves().Parse(c.kind, []byte(c.raw))
		if err != nil || got != c.move {
			t.Errorf("%s %s: got %+v, %v, want %+v", c.kind, c.raw, got, err, c.move)
		}
	}
	for _, c := range []struct{ kind, raw string }{
		{"unknown", `{}`},
		{KindGainOne, `{"material":"gold"}`},
		{KindGainOne, `{"material":0}`},
		{KindGainOne, `{}`},
		{KindTurn, `{"do":"nothing"}`},
		{KindOffer, `{"do":"hut","field":18}`},
		{KindOffer, `{"do":"both","field":18}`},
		{KindTurn, `{"do":"hut","field":18,"field":18}`},
		{KindTurn, `{"do":"hut","Field":18}`},
		{KindTurn, `{"do":"hut","field":1000}`},
		{KindTurn, `{"do":"hut","field":18} ` + `x`},
		{KindTurn, `[]`},
		{KindPay, `{"do":"replace","goal":{"do":"hut","field":13,"material":"none"},"due":{"wood":2},"units":{"wood":1}}`},
	} {
		if m, err := (Title{}).Moves().Parse(c.kind, []byte(c.raw)); err == nil {
			t.Errorf("%s %s was read as %+v", c.kind, c.raw, m)
		}
	}
}
