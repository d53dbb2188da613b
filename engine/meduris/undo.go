package meduris

import "nemeton/engine"

// Undo implements engine.Undoer. An answer can be taken back until the die rolls or another seat answers, if it showed
// nothing hidden. A completed payment shows tokens of a hand [M22], returned losses show choices [M13], and the end shows all
// hands [M45]; these stay. The events are listed one by one, so that a new event stays too.
func (s *State) Undo(events []engine.Event) engine.Undo {
	for _, e := range events {
		switch e.(type) {
		case Asked, WorkerPlaced, Gained, LossChosen, WorkerMoved, Yielded, PaymentBegun, PaymentBound,
			HutBuilt, ChipUsed, RuneTaken, DruidMoved, RiverCrossed, Offered, LastTurnsAnnounced, LastLapBegan:
		default:
			return engine.UndoNever
		}
	}
	return engine.UndoFree
}
