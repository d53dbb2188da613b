package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// The tag view:"shared" marks the members of a title's view that are the same for all viewers. They are encoded once,
// from a spectator's view. A member that is tagged by mistake therefore shows a seat too little, and never another
// seat's secret.

// EncodedMember is a member of an encoded view. Its value is nil if the member is absent.
type EncodedMember struct {
	Name  string
	Value []byte
}

// SharedMembers encodes the members of the view that all viewers share, absent ones included, from a spectator's view. Values that are equal to those
// of before, the members of an earlier view, share their memory. before may be nil. scratch is a buffer whose content is lost.
func (f *Fold) SharedMembers(before []EncodedMember, scratch *[]byte) ([]EncodedMember, error) {
	return f.View(Spectator()).sharedMembers(before, scratch)
}

// AppendOwn appends the members of the view that belong to one viewer, those that SharedMembers leaves out, as a JSON object.
func (f *Fold) AppendOwn(b []byte, v Viewer) ([]byte, error) {
	v.ownOnly = true
	return f.View(v).AppendOwn(b)
}

// Shared encodes the members that all viewers share, as a JSON object.
func (v View) Shared() ([]byte, error) {
	list, err := v.sharedMembers(nil, new([]byte))
	return JoinMembers(list), err
}

func (v View) sharedMembers(before []EncodedMember, scratch *[]byte) ([]EncodedMember, error) {
	l, err := v.layoutOf()
	if err != nil {
		return nil, err
	}
	list, err := l.encodeShared(v.Title, before, scratch)
	if err != nil {
		return nil, err
	}
	var away, outcome []byte
	if len(v.Away) > 0 {
		away = AppendSeats(nil, v.Away)
	}
	if v.Outcome != nil {
		outcome = v.Outcome.AppendJSON(nil)
	}
	return append(list, EncodedMember{"away", away}, EncodedMember{"outcome", outcome}), nil
}

// AppendOwn appends the members that belong to this viewer, those that Shared leaves out, as a JSON object.
func (v View) AppendOwn(b []byte) ([]byte, error) {
	l, err := v.layoutOf()
	if err != nil {
		return b, err
	}
	if b, err = l.appendOwn(append(b, '{'), v.Title); err != nil {
		return b, err
	}
	return append(strconv.AppendBool(append(b, `"canTakeBack":`...), v.CanTakeBack), '}'), nil
}

func (v View) layoutOf() (*layout, error) {
	if v.layout != nil {
		return v.layout, nil
	}
	return layoutOf(v.Title)
}

// JoinMembers encodes a JSON object of the members that are present. The names need no escapes.
func JoinMembers(lists ...[]EncodedMember) []byte {
	size := 2
	for _, list := range lists {
		for _, m := range list {
			size += len(m.Name) + len(m.Value) + len(`"":,`)
		}
	}
	b := append(make([]byte, 0, size), '{')
	for _, list := range lists {
		for _, m := range list {
			if m.Value == nil {
				continue
			}
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(append(append(append(b, '"'), m.Name...), '"', ':'), m.Value...)
		}
	}
	return append(b, '}')
}

// AppendSeats appends a list of seats as encoding/json writes it, which is canonical.
func AppendSeats(b []byte, list []Seat) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, seat := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(seat), 10)
	}
	return append(b, ']')
}

type layout struct {
	members []layoutMember
}

type layoutMember struct {
	name   string
	shared bool         // the same for all viewers
	field  int          // of the struct
	single reflect.Type // a struct with this field alone
}

// layoutOf reads the tags of the type of a title's view. It fails if the view is not a struct.
func layoutOf(title any) (*layout, error) {
	view := reflect.Indirect(reflect.ValueOf(title))
	if view.Kind() != reflect.Struct {
		return nil, fmt.Errorf("the view of a title must be a struct, not %T", title)
	}
	l := &layout{}
	for i := range view.NumField() {
		f := view.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		m := layoutMember{name: name, shared: f.Tag.Get("view") == "shared", field: i}
		if name == "" {
			m.name = f.Name
		}
		f.Offset, f.Index = 0, nil
		m.single = reflect.StructOf([]reflect.StructField{f})
		l.members = append(l.members, m)
	}
	return l, nil
}

func (l *layout) encodeShared(title any, before []EncodedMember, scratch *[]byte) ([]EncodedMember, error) {
	list := make([]EncodedMember, 0, len(l.members)+2)
	for i, m := range l.members {
		if !m.shared {
			continue
		}
		value, err := l.appendMember((*scratch)[:0], title, i)
		if err != nil {
			return nil, err
		}
		*scratch = value
		list = append(list, EncodedMember{Name: m.name})
		switch last := len(list) - 1; {
		case before != nil && bytes.Equal(before[last].Value, value):
			list[last].Value = before[last].Value
		case len(value) > 0:
			list[last].Value = bytes.Clone(value)
		}
	}
	return list, nil
}

// appendOwn appends the names and values of the members that are not shared, each with a comma behind it.
func (l *layout) appendOwn(b []byte, title any) ([]byte, error) {
	for i, m := range l.members {
		if m.shared {
			continue
		}
		start := len(b)
		b = append(append(append(b, '"'), m.name...), `":`...)
		from := len(b)
		var err error
		if b, err = l.appendMember(b, title, i); err != nil {
			return b, err
		}
		if len(b) == from {
			b = b[:start]
		} else {
			b = append(b, ',')
		}
	}
	return b, nil
}

// ViewAppender is a view that encodes its members one by one. `make generate` writes the method for the catalog's titles. Other views are encoded by
// reflection.
type ViewAppender interface {
	// AppendMember appends the value of member i as JSON, or nothing if the member is absent.
	AppendMember(b []byte, i int) []byte
}

// appendMember appends the value of a member, or nothing if it is absent.
func (l *layout) appendMember(b []byte, title any, i int) ([]byte, error) {
	if view, ok := title.(ViewAppender); ok {
		return view.AppendMember(b, i), nil
	}
	raw, err := l.members[i].reflected(title)
	return append(b, raw...), err
}

// reflected encodes one member by reflection; nil if it is absent.
func (m layoutMember) reflected(title any) ([]byte, error) {
	value := reflect.New(m.single)
	value.Elem().Field(0).Set(reflect.Indirect(reflect.ValueOf(title)).Field(m.field))
	raw, err := json.Marshal(value.Interface())
	if err != nil || len(raw) == len("{}") {
		return nil, err
	}
	return raw[len(m.name)+len(`{"":`) : len(raw)-1], nil
}
