package pangea

import (
	"slices"

	"nemeton/engine"
)

var causes = engine.Causes{
	Events: slices.Concat(
		engine.CauseOf("P10", "set_up"), engine.CauseOf("P11", "neutral_settled"), engine.CauseOf("P12", "tribes_drawn", "tower_placed"),
		engine.CauseOf("P21", "turn_began", "tribe_founded", "tile_shifted", "neutral_moved"), engine.CauseOf("P20", "spell_lifted"),
		engine.CauseOf("P22", "tribe_moved", "amulet_delivered"), engine.CauseOf("P23", "amulet_bought"), engine.CauseOf("P24", "goods_produced"),
		engine.CauseOf("P25", "spell_laid"),
		phaseCauses("asked", "kind"), phaseCauses("phase_ended", "phase"),
		engine.CauseIf("P32", "last_round_announced", "reason", ReasonLimit), engine.CauseOf("P31", "last_round_announced", "last_round_fell", "game_ended"),
	),
	Moves: slices.Concat(
		engine.CauseOf("P12", KindPlaceTower), engine.CauseOf("P21", KindMagic), engine.CauseOf("P22", KindMovement),
		engine.CauseOf("P23", KindBuying), engine.CauseOf("P25", KindSpell),
	),
	Scores: engine.CauseOf("P22", amuletNames[1:]...),
}

// phaseCauses are the rules of a public event about a phase. The kinds of decisions have the names of their phases, except for that of the tower.
func phaseCauses(event, member string) []engine.Cause {
	return slices.Concat(
		engine.CauseIf("P12", event, member, KindPlaceTower, string(PhasePlacing)), engine.CauseIf("P21", event, member, PhaseMagic),
		engine.CauseIf("P22", event, member, PhaseMovement), engine.CauseIf("P23", event, member, PhaseBuying), engine.CauseOf("P25", event),
	)
}

// Causes implements engine.Explainer.
func (Title) Causes() engine.Causes { return causes }

// Refusals implements engine.Explainer. Everything that it needs is public.
func (Title) Refusals(k engine.Knowledge, d engine.Decision) (list []engine.Refusal) {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	s := fromView(view, k.Setup)
	add := func(rule string, moves ...engine.Move) {
		for _, m := range moves {
			if !slices.Contains(d.Moves, m) {
				list = append(list, engine.Refusal{Move: m, Rule: rule})
			}
		}
	}
	switch d.Kind {
	case KindPlaceTower:
		add("P12", table.tower[:]...)
	case KindMagic:
		add("P21", table.found[:]...)
		for tile, from := range s.field {
			for _, l := range pangea.links[from] {
				add("P21", table.shift[tile][l.to][l.index()])
			}
		}
		s.standing(d.Moves, "P21", add)
	case KindMovement:
		s.standing(d.Moves, "P22", add)
	}
	return list
}

// standing adds a step to its own tile for each tribe that cannot move now.
func (s *State) standing(offered []engine.Move, rule string, add func(rule string, moves ...engine.Move)) {
	for t := range int8(tribes) {
		moves := slices.ContainsFunc(offered, func(m engine.Move) bool { step, ok := m.(Step); return ok && step.Tribe == t })
		if s.onBoard(t) && !moves {
			add(rule, table.step[t][s.at[t]][0])
		}
	}
}
