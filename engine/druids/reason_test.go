package druids_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	. "nemeton/engine/druids"
	"nemeton/testkit/expect"
)

func TestReason_IsTrue(t *testing.T) {
	t.Parallel()
	const none = ""
	for _, c := range []struct {
		name  string
		facts []engine.Event
		hand  []Card
		move  engine.Move
		want  string
	}{
		{"the second figure makes both dice usable", []engine.Event{druid(0, 0)}, nil, Summon{Do: DoSummon, Figure: Sulis}, "figure_more"},
		{"the only figure does not", nil, nil, Call{Do: DoCall, Figure: Sulis}, "figure_reaches"},
		{"nor does the third", []engine.Event{druid(0, 0), spirit(0, Grannus, 2)}, nil, Summon{Do: DoSummon, Figure: Sulis}, "figure_reaches"},
		{"a spirit of the cult that gives less", []engine.Event{spirit(1, Sulis, 15)}, []Card{Moon15}, Banish{Do: DoBanish, Figure: Sulis}, "against_you"},
		{"a spirit of the cult that gives more", []engine.Event{spirit(1, Sulis, 15)}, []Card{Sun15}, Banish{Do: DoBanish, Figure: Sulis}, "for_another"},
		{"a spirit that votes for either cult", []engine.Event{spirit(1, DwarfKing, 15)}, []Card{Sun15}, Banish{Do: DoBanish, Figure: DwarfKing}, "for_another"},
		{"a spirit without a vote", []engine.Event{spirit(0, Morrigan, 15)}, nil, Banish{Do: DoBanish, Figure: Morrigan}, "morrigan_costs"},
		{"Morrigan costs only her controller", []engine.Event{spirit(1, Morrigan, 15)}, nil, Banish{Do: DoBanish, Figure: Morrigan}, none},
		{"a vote for the cult that gives more", nil, []Card{Sun15}, Vote{Druid: Sun}, "cult_gains"},
		{"no cult gives more", nil, nil, Vote{Druid: Sun}, none},
	} {
		p := given(t, 2, c.facts...).hold(0, c.hand...)
		key, _ := p.State.(bot.Reasoner).Reason(engine.Decision{Seat: 0}, c.move)
		expect.Deep(t, key, c.want, c.name)
	}
}
