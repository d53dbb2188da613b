package druids

import "nemeton/engine"

// Undo lets a player put a figure back that was only chosen: nothing has happened yet, and all can see it. What a card, a
// die or another player had a part in stays.
func (s *State) Undo(events []engine.Event) engine.Undo {
	if len(events) != 2 {
		return engine.UndoNever
	}
	if _, chosen := events[0].(FigureChosen); !chosen {
		return engine.UndoNever
	}
	return engine.UndoFree
}
