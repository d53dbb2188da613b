package pangea

import "nemeton/engine"

// Undo lets the steps of the current phase be taken back, and the last step of a phase that ended by itself as long as nothing
// follows it [P25]. What a player ends, ends; towers show tribes, and a spell ends the turn.
func (s *State) Undo(events []engine.Event) engine.Undo {
	bears := engine.UndoNever
	for _, e := range events {
		switch e := e.(type) {
		case TribeFounded, TileShifted, NeutralMoved, TribeMoved, AmuletBought:
			bears = engine.UndoFree
		case PhaseEnded:
			if !e.Itself {
				return engine.UndoNever
			}
			bears = engine.UndoLast
		}
	}
	return bears
}
