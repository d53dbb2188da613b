package engine

// Event is a fact that came of a command: a value (not a pointer) of one of the title's event types. Its name in the
// log is a chosen constant.
type Event interface{ EventName() string }

// Redaction turns an event into what v may know of it. ok false: v may know nothing. The result is a value of a type
// without secret fields; for public events the event itself.
type Redaction func(e Event, v Viewer) (public any, ok bool)

// Public is the redaction of an event that everyone may know whole.
func Public(e Event, _ Viewer) (any, bool) { return e, true }

// Withhold is the redaction of an event that says only what the open decisions say as well: everybody is given those, with every entry.
func Withhold(Event, Viewer) (any, bool) { return nil, false }

// ToSeat builds a redaction: the seat that owner names sees the event whole, all others see what hide makes of it.
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

// RedactedEvent is an event as one viewer may know it.
type RedactedEvent struct {
	Name string `json:"name"`
	Data any    `json:"data"`
}
