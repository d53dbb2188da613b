package druids

import "nemeton/engine"

// Undo implements engine.Undoer. The choice of a figure can be taken back, because it has no effect yet and is public.
// Effects of cards, dice or other players stay.
func (s *State) Undo(events []engine.Event) engine.Undo {
	if len(events) != 2 {
		return engine.UndoNever
	}
	if _, chosen := events[0].(FigureChosen); !chosen {
		return engine.UndoNever
	}
	return engine.UndoFree
}
