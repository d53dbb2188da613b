package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
)

// ErrUnknownEvent is a stored event whose name or version this program does not know.
var ErrUnknownEvent = errors.New("unknown event")

// Stored is an event as it lies in an entry.
type Stored struct {
	Name    string          `json:"name"`
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// EventType is one row of a registry.
type EventType struct {
	Name    string
	Version int       // the version written today, from 1
	Redact  Redaction // nil: told to nobody
	// Reveals marks events that make public what was hidden until this moment, with the rule that says so. The
	// two-worlds law cannot ask for equal events from there on.
	Reveals string
	Zero    Event // the zero value of the type
	read    map[int]func([]byte) (Event, error)
}

// NewEventType describes events of type E, written as the given version.
func NewEventType[E Event](version int, redact Redaction) EventType {
	var zero E
	t := EventType{Name: zero.EventName(), Version: version, Redact: redact, Zero: zero}
	t.read = map[int]func([]byte) (Event, error){version: func(data []byte) (Event, error) {
		var e E
		err := json.Unmarshal(data, &e)
		return e, err
	}}
	return t
}

// Versions lists the versions that can be read, the oldest first.
func (t EventType) Versions() []int { return slices.Sorted(maps.Keys(t.read)) }

// Revealing is the type with its Reveals set to the rule that makes the hidden public.
func (t EventType) Revealing(rule string) EventType {
	t.Reveals = rule
	return t
}

// Older adds a reader for a version that was written once: Old as it was stored, raise to today's meaning.
func Older[Old any, E Event](t EventType, version int, raise func(Old) E) EventType {
	read := make(map[int]func([]byte) (Event, error), len(t.read)+1)
	for v, f := range t.read {
		read[v] = f
	}
	read[version] = func(data []byte) (Event, error) {
		var old Old
		if err := json.Unmarshal(data, &old); err != nil {
			return nil, err
		}
		return raise(old), nil
	}
	t.read = read
	return t
}

// Registry knows the event types of a title: how they are stored, and who may see what of them.
type Registry struct{ types map[string]EventType }

// NewRegistry collects event types. A name that stands twice, or one of the frame's, is a programming error: it panics.
func NewRegistry(types ...EventType) *Registry {
	r := &Registry{types: make(map[string]EventType, len(types))}
	for _, t := range types {
		if _, twice := r.types[t.Name]; twice || isSystemEvent(t.Name) {
			panic("engine: event name " + t.Name + " is taken")
		}
		r.types[t.Name] = t
	}
	return r
}

// Types lists the registered types by name.
func (r *Registry) Types() []EventType {
	list := make([]EventType, 0, len(r.types))
	for _, t := range r.types {
		list = append(list, t)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Type finds the row of an event name.
func (r *Registry) Type(name string) (EventType, bool) {
	t, ok := r.types[name]
	return t, ok
}

// Encode turns an event into its stored form, its data in canonical JSON.
func (r *Registry) Encode(e Event) (Stored, error) {
	t, ok := r.types[e.EventName()]
	if !ok {
		return Stored{}, fmt.Errorf("%w: %q", ErrUnknownEvent, e.EventName())
	}
	data, err := Canonical(e)
	if err != nil {
		return Stored{}, fmt.Errorf("encode event %q: %w", t.Name, err)
	}
	return Stored{Name: t.Name, Version: t.Version, Data: data}, nil
}

// Decode turns a stored event of any version ever written into today's form. Errors: ErrUnknownEvent, or bad data.
func (r *Registry) Decode(s Stored) (Event, error) {
	t, ok := r.types[s.Name]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrUnknownEvent, s.Name)
	}
	read, ok := t.read[s.Version]
	if !ok {
		return nil, fmt.Errorf("%w: %q version %d", ErrUnknownEvent, s.Name, s.Version)
	}
	e, err := read(s.Data)
	if err != nil {
		return nil, fmt.Errorf("decode event %q version %d: %w", s.Name, s.Version, err)
	}
	return e, nil
}

// Redact is what v may know of e. Closed by default: unknown types and types without a rule are told to nobody.
func (r *Registry) Redact(e Event, v Viewer) (RedactedEvent, bool) {
	t, ok := r.types[e.EventName()]
	if !ok || t.Redact == nil {
		return RedactedEvent{}, false
	}
	public, ok := t.Redact(e, v)
	if !ok {
		return RedactedEvent{}, false
	}
	return RedactedEvent{Name: t.Name, Data: public}, true
}
