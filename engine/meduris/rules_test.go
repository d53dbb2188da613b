package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/expect"
)

// refusal is the rule that forbids a move of a seat; empty if none is named.
func (p *table) refusal(seat engine.Seat, kind string, m engine.Move) string {
	p.Helper()
	d := p.Open(seat, kind)
	k := engine.Knowledge{Viewer: engine.SeatViewer(seat), Setup: setup(len(p.view(seat).Players)), View: p.State.View(engine.SeatViewer(seat))}
	for _, r := range (Title{}).Refusals(k, d) {
		if r.Move == m {
			return r.Rule
		}
	}
	return ""
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	p := given(t, 2, workers(Wood, 0), workers(Wool, 1, 1, 1), chip(13, ChipPoints), huts(1, 9), asks(KindTurn, 0))
	for _, c := range []struct {
		what string
		move engine.Move
		want string
	}{
		{"a hut on a free field is offered", Build{DoHut, 13}, ""},
		{"no hut on a field with a hut", Build{DoHut, 9}, "M21"},
		{"no temple on a chip", Build{DoTemple, 13}, "M25"},
		{"a worker goes to a plateau with room", Yield{Do: DoYield, From: Wood, Height: 1, To: Stone}, ""},
		{"no worker goes to a full plateau", Yield{Do: DoYield, From: Wood, Height: 1, To: Wool}, "M20"},
	} {
		expect.Deep(t, p.refusal(0, KindTurn, c.move), c.want, c.what)
	}
	p = given(t, 2, workers(Wood, 0), temples(0, 1, 2), asks(KindTurn, 0))
	expect.Deep(t, p.refusal(0, KindTurn, Build{DoTemple, 13}), "M1", "no third temple")
}
