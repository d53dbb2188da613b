package druids_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/expect"
)

func TestRefusals_OfStones(t *testing.T) {
	t.Parallel()
	p := given(t, 3, druid(0, 0), druid(1, 2), spirit(1, Morrigan, 2)).rolled(pips(2), pips(4), 1)
	p.Facts(FigureChosen{Seat: 0, Figure: 0, Why: WhyDie}, asks(KindGo, 0))
	rules := map[int8]string{}
	for _, r := range (Title{}).Refusals(engine.Knowledge{Viewer: engine.SeatViewer(0), Setup: setup(3), View: p.State.View(engine.SeatViewer(0))}, p.Open(0, KindGo)) {
		m, ok := r.Move.(Go)
		if !ok {
			t.Fatalf("got %+v, want moves to stones", r.Move)
		}
		rules[m.Stone] = r.Rule
	}
	expect.Deep(t, rules[2], "D26", "a stone with two figures")
	expect.Deep(t, rules[6], "D24", "a stone too far away")
	for _, m := range p.Open(0, KindGo).Moves {
		expect.Deep(t, rules[m.(Go).Stone], "", "a stone within reach")
	}
}
