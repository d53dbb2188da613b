package meduris

import (
	"slices"

	"nemeton/engine"
)

var causes = engine.Causes{
	Events: slices.Concat(
		engine.CauseOf("M1", "set_up"), engine.CauseOf("M7", "worker_placed"), engine.CauseOf("M10", "turn_began", "die_rolled"),
		[]engine.Cause{{Name: "yielded", Member: "large", Value: "true", Rule: "M20"}}, engine.CauseOf("M11", "yielded"),
		engine.CauseOf("M12", "gained"), engine.CauseOf("M13", "loss_chosen", "losses_returned"),
		engine.CauseOf("M20", "worker_moved"), engine.CauseOf("M22", "payment_begun", "payment_bound", "paid"),
		engine.CauseOf("M21", "hut_built"), engine.CauseOf("M25", "temple_built"), engine.CauseOf("M23", "chip_used"),
		engine.CauseOf("M24", "rune_taken"), engine.CauseOf("M30", "druid_moved"), engine.CauseOf("M35", "river_crossed"),
		engine.CauseIf("M33", "offered", "do", DoChip), engine.CauseOf("M32", "offered"),
		engine.CauseIf("M40", "last_turns_announced", "reason", ReasonBuilt), engine.CauseOf("M40a", "last_turns_announced"),
		engine.CauseOf("M41", "last_lap_began"), engine.CauseOf("M42", "temples_scored"), engine.CauseOf("M43", "runes_scored"),
		engine.CauseOf("M45", "hands_shown"), engine.CauseOf("M44", "game_ended"),
	),
	Moves: slices.Concat(
		engine.CauseOf("M7", KindPlaceWorker), engine.CauseOf("M12", KindGainOne), engine.CauseOf("M13", KindLoseOne),
		engine.CauseIf("M21", KindTurn, "do", DoHut), engine.CauseIf("M25", KindTurn, "do", DoTemple), engine.CauseOf("M20", KindTurn),
		engine.CauseIf("M33", KindOffer, "do", DoChip), engine.CauseOf("M32", KindOffer), engine.CauseOf("M22", KindPay),
	),
	Scores: slices.Concat(
		engine.CauseOf("M23", "chip"), engine.CauseOf("M32", "offering"), engine.CauseOf("M35", "river"), engine.CauseOf("M42", "temple"),
		engine.CauseOf("M43", "rune"),
	),
}

// Causes implements engine.Explainer.
func (Title) Causes() engine.Causes { return causes }

// Refusals implements engine.Explainer. Of the hands it uses the viewer's own alone.
func (Title) Refusals(k engine.Knowledge, d engine.Decision) []engine.Refusal {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	s := fromView(view, k.Setup.Seats())
	var all []engine.Refusal
	add := func(rule string, moves ...engine.Move) {
		for _, m := range moves {
			all = append(all, engine.Refusal{Move: m, Rule: rule})
		}
	}
	switch d.Kind {
	case KindPlaceWorker:
		add("M7", table.place[:]...)
	case KindGainOne:
		add("M12", table.gain[:]...)
	case KindLoseOne:
		add("M13", table.lose[:NoMaterial]...)
	case KindTurn:
		s.turnRefusals(d.Seat, add)
	case KindOffer:
		for _, m := range s.board.fields[s.druid.No].Materials {
			add("M32", table.one[m])
		}
		add("M32", table.both)
		add("M33", table.chip)
	}
	return slices.DeleteFunc(all, func(r engine.Refusal) bool { return slices.Contains(d.Moves, r.Move) })
}

// turnRefusals adds the seat's workers with every other plateau, and the buildings on all fields [M20, M21, M25].
func (s *State) turnRefusals(seat engine.Seat, add func(rule string, moves ...engine.Move)) {
	for from := range s.plateaus {
		for height := range s.plateaus[from].n {
			if s.plateaus[from].seat[height] == seat {
				add("M20", table.yield[from][height][:]...)
			}
		}
	}
	hut, temple := "M21", "M25"
	if s.players[seat].huts == 0 {
		hut = "M1"
	}
	if s.players[seat].temples == 0 {
		temple = "M1"
	}
	add(hut, table.hut[:s.board.size()]...)
	add(temple, table.temple[:s.board.size()]...)
}
