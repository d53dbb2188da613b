package example

import "nemeton/engine"

var effectKinds = engine.EffectKinds{
	"left": {"pebbles"}, // the pebbles of the seat after the round [F4]
}

func (Title) EffectKinds() engine.EffectKinds { return effectKinds }

// Effects says what each bid leaves.
func (Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	view, ok := k.View.(View)
	if !ok {
		return nil
	}
	list := make([][]engine.Effect, len(d.Moves))
	for i, m := range d.Moves {
		list[i] = []engine.Effect{engine.NewEffect("left", engine.Whole("pebbles", view.Players[d.Seat].Pebbles-m.(Bid).Pebbles))}
	}
	return list
}

// Causes is empty, because no document in docs/rules has the rules.
func (Title) Causes() engine.Causes { return engine.Causes{} }

// Refusals is empty for the same reason.
func (Title) Refusals(engine.Knowledge, engine.Decision) []engine.Refusal { return nil }
