package engine

// View is the part of a table's state that a viewer may know: the title's view and the engine's own members.
type View struct {
	Title       any // the title's view type, a struct
	CanTakeBack bool
	Away        []Seat
	Outcome     *Outcome
	parts       *parts // of the title's view; nil: derived when the view is encoded
}

// MarshalJSON encodes the shared members first, then the viewer's own. The engine's members are away, outcome (once the
// game is over) and canTakeBack.
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

// View is the part of the state that v may know.
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

// Decisions lists the open decisions with their ids; only v's own include moves. It is never nil.
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

// Redact reduces an entry's events, as Decode or Apply returned them, to what v may know. It is never nil.
func (f *Fold) Redact(events []Event, v Viewer) []RedactedEvent {
	list := make([]RedactedEvent, 0, len(events))
	for _, e := range events {
		registry := f.events
		if isSystemEvent(e.EventName()) {
			registry = f.systemEvents
		}
		if redacted, ok := registry.Redact(e, v); ok {
			list = append(list, redacted)
		}
	}
	return list
}

// Knowledge is what v may know, before it is encoded.
func (f *Fold) Knowledge(v Viewer) Knowledge {
	return Knowledge{Viewer: v, Setup: f.start.Setup, View: f.state.View(v), Decisions: f.Decisions(v)}
}

// State is the whole state, for tests, bots and benchmarks. Code that sends data to viewers must not use it.
func (f *Fold) State() State { return f.state }
