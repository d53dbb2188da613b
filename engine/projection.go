package engine

import (
	"reflect"
	"slices"
)

// View is the part of a table's state that a viewer may know: the title's view and the engine's own members.
type View struct {
	Title       any // the title's view type, a struct
	CanTakeBack bool
	Away        []Seat
	Outcome     *Outcome
	layout      *layout // of the title's view; nil: derived when the view is encoded
}

// MarshalJSON encodes the shared members first, then the viewer's own. The engine's members are away, outcome (once the
// game is over) and canTakeBack.
func (v View) MarshalJSON() ([]byte, error) {
	shared, err := v.Shared()
	if err != nil {
		return nil, err
	}
	own, err := v.AppendOwn(nil)
	if err != nil {
		return nil, err
	}
	return JoinObjects(shared, own), nil
}

// JoinObjects joins two encoded JSON objects into one. They must not share a member name.
func JoinObjects(a, b []byte) []byte {
	joined := make([]byte, 0, len(a)+len(b))
	joined = append(joined, a[:len(a)-1]...)
	if len(a) > len("{}") && len(b) > len("{}") {
		joined = append(joined, ',')
	}
	return append(joined, b[1:]...)
}

func (f *Fold) View(v Viewer) View { return f.viewOf(f.state.View(v), v) }

func (f *Fold) viewOf(title any, v Viewer) View {
	seat, seated := v.Seat()
	return View{
		Title:       title,
		CanTakeBack: seated && f.canTakeBack(seat),
		Away:        f.Away(),
		Outcome:     f.Outcome(),
		layout:      f.layout,
	}
}

// Decisions lists the open decisions with their ids; only v's own include moves. It is never nil.
func (f *Fold) Decisions(v Viewer) []Decision {
	list := make([]Decision, len(f.open))
	for i, d := range f.open {
		list[i] = known(d, v)
	}
	return list
}

func known(d Decision, v Viewer) Decision {
	if !v.Is(d.Seat) {
		d.Moves = nil
	}
	return d
}

// Owes reports whether v owes a decision now. The decisions of all viewers who owe none are equal.
func (f *Fold) Owes(v Viewer) bool {
	return slices.ContainsFunc(f.open, func(d Decision) bool { return v.Is(d.Seat) })
}

// Redact reduces an entry's events, as Decode or Apply returned them, to what v may know. It is never nil.
func (f *Fold) Redact(events []Event, v Viewer) []RedactedEvent {
	list := make([]RedactedEvent, 0, len(events))
	for _, e := range events {
		if redacted, ok := f.redact(e, v); ok {
			list = append(list, redacted)
		}
	}
	return list
}

func (f *Fold) redact(e Event, v Viewer) (RedactedEvent, bool) { return f.registry(e).Redact(e, v) }

// rule is the row of an event's type; nil for unknown types.
func (f *Fold) rule(e Event) *EventType { return f.registry(e).of[reflect.TypeOf(e)] }

// registry is the registry of an event: that of the title, or that of the system events.
func (f *Fold) registry(e Event) *Registry {
	if systemEvents.of[reflect.TypeOf(e)] != nil {
		return systemEvents
	}
	return f.events
}

func (f *Fold) Knowledge(v Viewer) Knowledge {
	return Knowledge{Viewer: v, Setup: f.start.Setup, View: f.state.View(v), Decisions: f.Decisions(v)}
}

// State is the whole state, for tests, bots and benchmarks. Code that sends data to viewers must not use it.
func (f *Fold) State() State { return f.state }
