package engine

// Event is a fact that a command produced: a value (not a pointer) of one of the types in the title's registry.
type Event any

// Redaction reduces an event to the part that v may know. If ok is false, v may know nothing. The result is a value of
// a type without secret fields; for a public event it is the event itself.
type Redaction func(e Event, v Viewer) (public any, ok bool)

// Public is the redaction of an event that everybody may know in full.
func Public(e Event, _ Viewer) (any, bool) { return e, true }

// Withhold is the redaction of an event that is sent to nobody, because the open decisions already show its content.
func Withhold(Event, Viewer) (any, bool) { return nil, false }

// ToSeat returns a redaction by seat: the seat that owner returns receives the whole event, all others receive
// hide(event).
func ToSeat[E Event](owner func(E) Seat, hide func(E) any) Redaction {
	return func(e Event, v Viewer) (any, bool) {
		own, ok := e.(E)
		if !ok {
			return nil, false
		}
		if v.Is(owner(own)) {
			return own, true
		}
		return hide(own), true
	}
}

// RedactedEvent is the part of an event that one viewer may know.
type RedactedEvent struct {
	Name string `json:"name"`
	Data any    `json:"data"`
}
