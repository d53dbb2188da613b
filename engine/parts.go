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

// SharedMembers encodes the members of the view that all viewers share, absent ones included, from a spectator's view. before are those of the previous
// entry, and changed the parts that the entry can have changed: see Changed. The others are taken from before. A nil before encodes all. scratch is a
// buffer whose content is lost.
func (f *Fold) SharedMembers(before []EncodedMember, changed Parts, scratch *[]byte) ([]EncodedMember, error) {
	if state, ok := f.state.(PartViewer); ok && before != nil && changed != AllParts {
		return f.viewOf(state.ViewOf(Spectator(), changed), Spectator()).sharedMembers(before, changed, scratch)
	}
	return f.View(Spectator()).sharedMembers(nil, AllParts, scratch)
}

// AppendOwn appends the members of the view that belong to one viewer, those that SharedMembers leaves out, as a JSON object.
func (f *Fold) AppendOwn(b []byte, v Viewer) ([]byte, error) {
	if state, ok := f.state.(PartViewer); ok && f.layout != nil {
		return f.viewOf(state.ViewOf(v, f.layout.own), v).AppendOwn(b)
	}
	return f.View(v).AppendOwn(b)
}

// Shared encodes the members that all viewers share, as a JSON object.
func (v View) Shared() ([]byte, error) {
	list, err := v.sharedMembers(nil, AllParts, new([]byte))
	return JoinMembers(list), err
}

func (v View) sharedMembers(before []EncodedMember, changed Parts, scratch *[]byte) ([]EncodedMember, error) {
	l, err := v.layoutOf()
	if err != nil {
		return nil, err
	}
	list, err := l.encodeShared(v.Title, before, changed, scratch)
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

// Changed is the parts of the title's view that an entry with these events can have changed, for any viewer.
func (f *Fold) Changed(kind Kind, events []Event) Parts {
	state, ok := f.state.(PartViewer)
	if !ok || kind != KindMove {
		return AllParts
	}
	var changed Parts
	for _, e := range events {
		changed |= state.Touched(e)
	}
	return changed
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

// layout is the members of a title's view type.
type layout struct {
	members []layoutMember
	own     Parts // those that viewers do not share
}

type layoutMember struct {
	ViewMember
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
		m := layoutMember{ViewMember: ViewMember{Name: name, Shared: f.Tag.Get("view") == "shared"}, field: i}
		if name == "" {
			m.Name = f.Name
		}
		f.Offset, f.Index = 0, nil
		m.single = reflect.StructOf([]reflect.StructField{f})
		if !m.Shared {
			l.own |= 1 << len(l.members)
		}
		l.members = append(l.members, m)
	}
	if len(l.members) > maxMembers {
		return nil, fmt.Errorf("%T has more than %d members", title, maxMembers)
	}
	return l, nil
}

// encodeShared encodes the members that are shared. Those that have not changed come from before. The new values share one array of their size, so that
// they keep no more memory alive.
func (l *layout) encodeShared(title any, before []EncodedMember, changed Parts, scratch *[]byte) ([]EncodedMember, error) {
	list := make([]EncodedMember, 0, len(l.members)+2)
	var ends [maxMembers]int // of the new values in the scratch buffer, by their index in the list
	made := (*scratch)[:0]
	for i, m := range l.members {
		if !m.Shared {
			continue
		}
		member := EncodedMember{Name: m.Name}
		if before != nil && changed&(1<<i) == 0 {
			member.Value = before[len(list)].Value
		} else {
			var err error
			if made, err = l.appendMember(made, title, i); err != nil {
				return nil, err
			}
		}
		ends[len(list)] = len(made)
		list = append(list, member)
	}
	*scratch = made
	made = bytes.Clone(made)
	from := 0
	for i := range list {
		if end := ends[i]; end > from {
			list[i].Value = made[from:end:end]
			from = end
		}
	}
	return list, nil
}

// maxMembers is the maximum number of members of a view: the bits of Parts.
const maxMembers = 64

// appendOwn appends the names and values of the members that are not shared, each with a comma behind it.
func (l *layout) appendOwn(b []byte, title any) ([]byte, error) {
	for i, m := range l.members {
		if m.Shared {
			continue
		}
		start := len(b)
		b = append(append(append(b, '"'), m.Name...), `":`...)
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
	return raw[len(m.Name)+len(`{"":`) : len(raw)-1], nil
}
