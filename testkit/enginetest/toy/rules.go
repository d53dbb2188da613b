package toy

import "nemeton/engine"

// Causes implements engine.Explainer.
func (t Title) Causes() engine.Causes {
	c := engine.Causes{
		Events: engine.CauseOf("T1", "dealt", "picked", "drawn", "revealed", "placed", "rolled", "round_ended"),
		Moves:  engine.CauseOf("T2", "pick", "place", "end"),
		Scores: engine.CauseOf("T2", "round"),
	}
	switch t.fault {
	case CauseUnknown:
		c.Scores[0].Rule = "T9"
	case CauseMissing:
		c.Events = c.Events[1:]
	case CauseNoKind:
		c.Moves = c.Moves[1:]
	}
	return c
}

// Refusals implements engine.Explainer.
func (t Title) Refusals(k engine.Knowledge, d engine.Decision) []engine.Refusal {
	list := []engine.Refusal{{Move: End{Do: "never"}, Rule: "T2"}}
	switch t.fault {
	case RefusalOffered:
		list = append(list, engine.Refusal{Move: d.Moves[0], Rule: "T2"})
	case RefusalUnknown:
		list[0].Rule = "T9"
	case RefusalLeaks:
		if view, ok := k.View.(View); ok && view.Next > 0 {
			list = append(list, engine.Refusal{Move: Pick{Card: -view.Next}, Rule: "T2"})
		}
	}
	return list
}
