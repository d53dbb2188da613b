package engine

// View is what a viewer may know of a table's state: the title's view with what the frame adds to it.
type View struct {
	Title       any // the title's view type, a struct; see Shared
	CanTakeBack bool
	Away        []Seat
	Outcome     *Outcome
	parts       *parts // of the title's view; nil: found when it is spelled
}

// MarshalJSON puts what is the viewer's own behind what all share: of the frame canTakeBack, and away, and outcome once the game is over.
func (v View) MarshalJSON() ([]byte, error) {
	shared, err := v.Shared()
	if err != nil {
		return nil, err
	}
	own, err := v.Own()
	if err != nil {
		return nil, err
	}
	return JoinObjects(shared, own), nil
}

// View is what v may know of the state.
func (f *Fold) View(v Viewer) View {
	seat, seated := v.Seat()
	return View{
		Title:       f.state.View(v),
		CanTakeBack: seated && f.canTakeBack(seat),
		Away:        f.Away(),
		Outcome:     f.Outcome(),
		parts:       f.parts,
	}
}

// Decisions lists the open decisions with their ids; the moves only in v's own. Never nil.
func (f *Fold) Decisions(v Viewer) []Decision {
	list := make([]Decision, len(f.open))
	for i, d := range f.open {
		if !v.Is(d.Seat) {
			d.Moves = nil
		}
		list[i] = d
	}
	return list
}

// Redact is what v may know of an entry's events, as Facts or Apply gave them. Never nil.
func (f *Fold) Redact(events []Event, v Viewer) []RedactedEvent {
	list := make([]RedactedEvent, 0, len(events))
	for _, e := range events {
		registry := f.events
		if isSystemEvent(e.EventName()) {
			registry = f.systemEvents
		}
		if told, ok := registry.Redact(e, v); ok {
			list = append(list, told)
		}
	}
	return list
}

// State is the bare state, for suites and benchmarks. Nothing that talks to viewers may use it.
func (f *Fold) State() State { return f.state }
