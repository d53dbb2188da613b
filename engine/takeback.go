package engine

import (
	"fmt"
	"slices"

	"nemeton/engine/codec"
)

// takeBack is the part of a fold that take-back needs: the oldest state that can be restored, and the entries since then.
// It is empty for titles without take-back. It does not grow with the log, because older entries are forgotten.
type takeBack struct {
	state State        `state:"derived"` // after entry seq; never changed in place. The snapshot encodes it as the fold's state
	seq   Seq          // 0: the title has no take-back
	open  []DecisionID // open after entry seq, or after a later system entry that preceded the first step
	steps []step       // the entries since then, all by seat; each can be taken back
	seat  Seat         // the seat whose steps these are
	last  bool         // the newest step is UndoLast: the steps before it cannot be taken back any more once another follows
}

// step is one entry that can be taken back, and the decisions that were open after it.
type step struct {
	seq    Seq
	events []Stored
	open   []DecisionID
}

func (t *takeBack) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"seq": &t.seq, "open": &t.open, "steps": &t.steps, "seat": &t.seat, "last": &t.last}
}

func (s *step) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"seq": &s.seq, "events": &s.events, "open": &s.open}
}

// target is the seq that the next take-back restores; ok is false if the seat has no step to take back.
func (t takeBack) target(seat Seat) (to Seq, ok bool) {
	n := len(t.steps)
	switch {
	case n == 0 || t.seat != seat:
		return 0, false
	case n == 1:
		return t.seq, true
	default:
		return t.steps[n-2].seq, true
	}
}

// undoTo rebuilds the state after entry to. It does not check whether the step may be taken back, because the event is a
// fact; TakeBack has checked it. An entry that no take-back could name is ErrCorrupt.
func (f *Fold) undoTo(to Seq) error {
	at := slices.IndexFunc(f.back.steps, func(s step) bool { return s.seq == to }) + 1 // number of steps that remain
	if to == 0 || at == 0 && to != f.back.seq {
		return fmt.Errorf("%w: entry %d cannot be restored", ErrCorrupt, to)
	}
	kept := f.back.open
	if at > 0 {
		kept = f.back.steps[at-1].open
	}
	f.back.steps, f.back.last = f.back.steps[:at:at], false
	state, err := f.replaySteps()
	if err != nil {
		return err
	}
	f.state = state
	// A decision that is open before and after keeps its id; one that opens again gets a new id.
	f.open = slices.DeleteFunc(slices.Clone(f.open), func(d Decision) bool { return !slices.Contains(kept, d.ID) })
	return nil
}

// replaySteps returns the oldest state that can be restored with all steps since applied.
func (f *Fold) replaySteps() (State, error) {
	state := f.back.state.Clone()
	for _, s := range f.back.steps {
		events, err := f.Decode(Entry{Events: s.events})
		if err != nil {
			return nil, err
		}
		for _, event := range events {
			state.Evolve(event)
		}
	}
	return state, nil
}

// remember records the data that take-back needs of an entry just applied. It does nothing for titles without take-back.
func (f *Fold) remember(e Entry, events []Event) error {
	undoer, ok := f.state.(Undoer)
	if !ok {
		return nil
	}
	if e.Kind == KindSystem {
		// A system entry is no step of its own; only the decisions open after the previous step change.
		if n := len(f.back.steps); n > 0 {
			f.back.steps = slices.Clone(f.back.steps)
			f.back.steps[n-1].open = f.openIDs()
		} else {
			f.back.open = f.openIDs()
		}
		return nil
	}
	if e.Kind == KindStart || len(e.Draws) > 0 {
		f.forgetSteps(e.Seq)
		return nil
	}
	effect := undoer.Undo(events)
	if effect == UndoNever {
		f.forgetSteps(e.Seq)
		return nil
	}
	if f.back.last || f.back.seat != e.Seat {
		if err := f.forgetOlderSteps(); err != nil {
			return err
		}
	}
	n := len(f.back.steps)
	f.back.steps = append(f.back.steps[:n:n], step{seq: e.Seq, events: e.Events, open: f.openIDs()})
	f.back.seat, f.back.last = e.Seat, effect == UndoLast
	return nil
}

// forgetSteps makes the present state, after entry seq, the oldest that can be restored.
func (f *Fold) forgetSteps(seq Seq) {
	f.back = takeBack{state: f.state.Clone(), seq: seq, open: f.openIDs(), seat: NoSeat}
}

// forgetOlderSteps makes the state after the newest step the oldest that can be restored.
func (f *Fold) forgetOlderSteps() error {
	n := len(f.back.steps)
	if n == 0 {
		return nil
	}
	state, err := f.replaySteps()
	if err != nil {
		return err
	}
	f.back = takeBack{state: state, seq: f.back.steps[n-1].seq, open: f.back.steps[n-1].open, seat: NoSeat}
	return nil
}

func (f *Fold) openIDs() []DecisionID {
	ids := make([]DecisionID, len(f.open))
	for i, d := range f.open {
		ids[i] = d.ID
	}
	return ids
}
