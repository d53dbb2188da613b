package druids_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest/expect"
)

func TestRefusals_OfStones(t *testing.T) {
	t.Parallel()
	p := given(t, 3, druid(0, 0), druid(1, 2), spirit(1, Morrigan, 2)).rolled(pips(2), pips(4), 1)
	p.facts(FigureChosen{Seat: 0, Figure: 0, Why: WhyDie}, asks(KindGo, 0))
	rules := map[int8]string{}
	for _, r := range (Title{}).Refusals(engine.Knowledge{Viewer: engine.SeatViewer(0), Setup: setup(3), View: p.s.View(engine.SeatViewer(0))}, p.open(0, KindGo)) {
		m, ok := r.Move.(Go)
		if !ok {
			t.Fatalf("got %+v, want moves to stones", r.Move)
		}
		rules[m.Stone] = r.Rule
	}
	expect.Equal(t, "a stone with two figures", rules[2], "D26")
	expect.Equal(t, "a stone too far away", rules[6], "D24")
	for _, m := range p.open(0, KindGo).Moves {
		expect.Equal(t, "a stone within reach", rules[m.(Go).Stone], "")
	}
}
