package pangea

import "nemeton/engine"

// Undo implements engine.Undoer. Steps of the current phase can be taken back [P25]. So can the last step of a phase
// that ended without the player's choice, until something follows. A chosen End, towers (they reveal tribes) and spells
// (they end the turn) cannot.
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
