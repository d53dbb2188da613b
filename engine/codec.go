package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"

	"nemeton/engine/codec"
)

// ErrUnknownEvent means that this program does not know the name or version of a stored event.
var ErrUnknownEvent = errors.New("unknown event")

// Stored is an event as an entry holds it.
type Stored struct {
	Name    string          `json:"name"`
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// EventType is one row of a Registry.
type EventType struct {
	Name    string
	Version int       // the version that is written today, from 1
	Redact  Redaction // nil: sent to nobody
	// Reveals is the rule by which the event publishes hidden facts; empty for all other events. From such an event on,
	// the noninterference law does not compare events.
	Reveals string
	Zero    Event // the zero value of the type
	read    map[int]func([]byte) (Event, error)
	// Of Redact: everybody gets the whole event, or nobody gets it.
	public, withheld bool
}

// NewEventType describes the events of type E, which are written under a name and as the given version. Stored games contain
// the name, so it is final.
func NewEventType[E Event](name string, version int, redact Redaction) EventType {
	var zero E
	t := EventType{Name: name, Version: version, Redact: redact, Zero: zero}
	t.public, t.withheld = isRule(redact, Public), redact == nil || isRule(redact, Withhold)
	t.read = map[int]func([]byte) (Event, error){version: func(data []byte) (Event, error) { return codec.Decode[E](data) }}
	return t
}

func isRule(redact, rule Redaction) bool {
	return redact != nil && reflect.ValueOf(redact).Pointer() == reflect.ValueOf(rule).Pointer()
}

func (t EventType) Versions() []int { return slices.Sorted(maps.Keys(t.read)) }

// Revealing returns the type with Reveals set to the rule that publishes hidden facts.
func (t EventType) Revealing(rule string) EventType {
	t.Reveals = rule
	return t
}

// Forms lists the zero values of all types that viewers at a table of so many seats receive for this event. Most often
// these are its own type and one for other seats. They are found by redacting the zero event for every viewer. A
// redaction must therefore choose the type by the event's seats alone.
func (t EventType) Forms(seats int) []any {
	var forms []any
	for seat := NoSeat; int(seat) < seats; seat++ {
		form := t.form(SeatViewer(seat))
		if form == nil {
			continue
		}
		if !slices.ContainsFunc(forms, func(f any) bool { return reflect.TypeOf(f) == reflect.TypeOf(form) }) {
			forms = append(forms, reflect.Zero(reflect.TypeOf(form)).Interface())
		}
	}
	return forms
}

// form redacts the zero event for one viewer. It is nil if the rule withholds the event or fails on the zero value, such as
// on an empty list by seat.
func (t EventType) form(v Viewer) (form any) {
	if t.Redact == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			form = nil
		}
	}()
	form, _ = t.Redact(t.Zero, v)
	return form
}

// Older adds a reader for a version that was written in the past. Old is the stored form; raise converts it to today's.
func Older[Old any, E Event](t EventType, version int, raise func(Old) E) EventType {
	read := make(map[int]func([]byte) (Event, error), len(t.read)+1)
	maps.Copy(read, t.read)
	read[version] = func(data []byte) (Event, error) {
		old, err := codec.Decode[Old](data)
		if err != nil {
			return nil, err
		}
		return raise(old), nil
	}
	t.read = read
	return t
}

// Registry holds the event types of a title: how they are stored, and how they are redacted.
type Registry struct {
	types map[string]*EventType
	of    map[reflect.Type]*EventType
}

// NewRegistry collects event types. It panics if a name or a type occurs twice, or a name has the prefix of system events.
func NewRegistry(types ...EventType) *Registry {
	for _, t := range types {
		if isSystemEvent(t.Name) {
			panic("engine: event name " + t.Name + " is reserved")
		}
	}
	return newRegistry(types)
}

func newRegistry(types []EventType) *Registry {
	r := &Registry{types: make(map[string]*EventType, len(types)), of: make(map[reflect.Type]*EventType, len(types))}
	for i := range types {
		t := &types[i]
		r.types[t.Name], r.of[reflect.TypeOf(t.Zero)] = t, t
	}
	if len(r.types) < len(types) || len(r.of) < len(types) {
		panic("engine: an event name or an event type is used twice")
	}
	return r
}

// Name is the name of an event in the log; empty if its type is not registered.
func (r *Registry) Name(e Event) string {
	if t := r.of[reflect.TypeOf(e)]; t != nil {
		return t.Name
	}
	return ""
}

func (r *Registry) Types() []EventType {
	list := make([]EventType, 0, len(r.types))
	for _, t := range r.types {
		list = append(list, *t)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

func (r *Registry) Type(name string) (EventType, bool) {
	if t := r.types[name]; t != nil {
		return *t, true
	}
	return EventType{}, false
}

// Encode returns the stored form of an event, with its data in canonical JSON. Errors: ErrUnknownEvent, or data that
// Canonical rejects.
func (r *Registry) Encode(e Event) (Stored, error) {
	t := r.of[reflect.TypeOf(e)]
	if t == nil {
		return Stored{}, fmt.Errorf("%w: %T", ErrUnknownEvent, e)
	}
	if a, ok := e.(codec.CanonicalAppender); ok {
		return Stored{Name: t.Name, Version: t.Version, Data: a.AppendCanonical(nil)}, nil
	}
	data, err := codec.Canonical(e)
	if err != nil {
		return Stored{}, fmt.Errorf("encode event %q: %w", t.Name, err)
	}
	return Stored{Name: t.Name, Version: t.Version, Data: data}, nil
}

// Decode returns the event that was stored, in today's form, whatever version it has. Errors: ErrUnknownEvent, or
// malformed data.
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

// Redact returns the part of e that v may know; ok is false if v may know nothing. Unknown types and types without a
// rule are withheld from everybody.
func (r *Registry) Redact(e Event, v Viewer) (RedactedEvent, bool) {
	t := r.of[reflect.TypeOf(e)]
	if t == nil || t.Redact == nil {
		return RedactedEvent{}, false
	}
	public, ok := t.Redact(e, v)
	if !ok {
		return RedactedEvent{}, false
	}
	return RedactedEvent{Name: t.Name, Data: public}, true
}
