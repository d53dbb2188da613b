package toy

import "nemeton/engine"

// EffectKinds implements engine.Explainer.
func (Title) EffectKinds() engine.EffectKinds {
	return engine.EffectKinds{"pick": {"card"}, "place": {"slot"}, "roll": {"pips"}}
}

// Effects implements engine.Explainer.
func (t Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	list := make([][]engine.Effect, len(d.Moves))
	for i, m := range d.Moves {
		if e, ok := t.effect(m); ok {
			list[i] = append(list[i], e)
		}
		if view, ok := k.View.(View); ok && view.Next > 0 {
			list[i] = append(list[i], engine.NewEffect("pick", engine.Whole("card", view.Next)))
		}
	}
	return list
}

func (t Title) effect(m engine.Move) (engine.Effect, bool) {
	switch m := m.(type) {
	case Pick:
		switch t.fault {
		case EffectLies:
			return engine.NewEffect("pick", engine.Whole("card", m.Card+1)), true
		case EffectStrange:
			return engine.NewEffect("pick", engine.Whole("pip", m.Card)), true
		}
		return engine.NewEffect("pick", engine.Whole("card", m.Card)), true
	case Place:
		if m.Do != "roll" {
			return engine.NewEffect("place", engine.Whole("slot", m.Slot)), t.fault != EffectMissing
		}
		most := 6
		if t.fault == EffectNarrow {
			most = 3
		}
		return engine.NewEffect("roll", engine.Between("pips", 1, most)), true
	}
	return engine.Effect{}, false
}

// Happened tells what a move did.
func Happened(events []engine.Event) (list []engine.Effect) {
	for _, e := range events {
		switch e := e.(type) {
		case Picked:
			list = append(list, engine.NewEffect("pick", engine.Whole("card", e.Card)))
		case Placed:
			list = append(list, engine.NewEffect("place", engine.Whole("slot", e.Slot)))
		case Rolled:
			list = append(list, engine.NewEffect("roll", engine.Whole("pips", e.Pips)))
		}
	}
	return list
}
