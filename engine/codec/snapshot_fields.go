package codec

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// SnapshotFields lists the parts of a value that its encoding holds: a pointer to each part, by a name that never changes. One list
// serves both directions, so that a part is written and read or neither:
//
//	func (p *player) SnapshotFields() codec.SnapshotFields {
//		return codec.SnapshotFields{"hand": &p.hand, "points": &p.points, "field": codec.Within(&p.field, noField, fields-1)}
//	}
//
// A part that is or has SnapshotFields is encoded by them; so are the elements of an array or slice. All other parts are encoded as encoding/json does. A
// field that can be derived from the table's setup carries the tag state:"derived" and is not listed.
type SnapshotFields map[string]any

// Snapshotter is a pointer to a value that is encoded by its fields.
type Snapshotter interface{ SnapshotFields() SnapshotFields }

// Bounded is a number of a seat. CheckBounds refuses one that a table of so many seats does not have.
type Bounded interface{ CheckBounds(seats int) error }

// Checked is a part that must pass a check after it was read.
type Checked struct {
	Part  any
	Check func() error
}

// Within is a part whose whole numbers, in arrays and slices too, are from low to high.
func Within[T any, N ~int | ~int8 | ~int16 | ~uint8 | ~uint16](part *T, low, high N) any {
	return Checked{part, func() error {
		return eachNumber(reflect.ValueOf(part).Elem(), func(n int64) error {
			if n < int64(low) || n > int64(high) {
				return fmt.Errorf("%d is not from %d to %d", n, low, high)
			}
			return nil
		})
	}}
}

// OneOf is a part that has one of the values, or the zero value.
func OneOf[T comparable](part *T, values ...T) any {
	return Checked{part, func() error {
		var zero T
		if *part != zero && !slices.Contains(values, *part) {
			return fmt.Errorf("%v is not one of %v", *part, values)
		}
		return nil
	}}
}

// eachNumber calls visit with each whole number of a number, array or slice.
func eachNumber(v reflect.Value, visit func(n int64) error) error {
	switch {
	case v.CanInt():
		return visit(v.Int())
	case v.CanUint():
		return visit(int64(v.Uint()))
	}
	for i := range v.Len() {
		if err := eachNumber(v.Index(i), visit); err != nil {
			return err
		}
	}
	return nil
}

func appendPart(out []byte, part any) ([]byte, error) {
	switch p := part.(type) {
	case Checked:
		return appendPart(out, p.Part)
	case SnapshotFields:
		return AppendFields(out, p)
	case Snapshotter:
		return AppendFields(out, p.SnapshotFields())
	}
	v := reflect.ValueOf(part).Elem()
	if !isList(v.Type()) {
		raw, err := Canonical(part)
		return append(out, raw...), err
	}
	out = append(out, '[')
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = appendPart(out, v.Index(i).Addr().Interface()); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

// AppendFields appends the canonical encoding of an object. The names of members are ASCII, so their order by bytes is the canonical one.
func AppendFields(out []byte, members SnapshotFields) ([]byte, error) {
	out = append(out, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, name), ':')
		var err error
		if out, err = appendPart(out, members[name]); err != nil {
			return nil, fmt.Errorf("member %q: %w", name, err)
		}
	}
	return append(out, '}'), nil
}

// readPart reads a part of a table with so many seats. It accepts more than canonical bytes: the caller must compare raw with the encoding
// of the result.
func readPart(raw []byte, part any, seats int) error {
	switch p := part.(type) {
	case Checked:
		if err := readPart(raw, p.Part, seats); err != nil {
			return err
		}
		return p.Check()
	case SnapshotFields:
		return ReadFields(raw, p, seats)
	case Snapshotter:
		return ReadFields(raw, p.SnapshotFields(), seats)
	}
	v := reflect.ValueOf(part).Elem()
	if isList(v.Type()) {
		return readList(raw, v, seats)
	}
	v.SetZero()
	if err := json.Unmarshal(raw, part); err != nil {
		return err
	}
	return checkSeats(v, seats)
}

// readList reads an array or a slice by its elements. An empty slice becomes nil.
func readList(raw []byte, v reflect.Value, seats int) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	v.SetZero()
	if v.Kind() == reflect.Slice && len(list) > 0 {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	if len(list) != v.Len() {
		return fmt.Errorf("a list of %d elements, not %d", len(list), v.Len())
	}
	for i, element := range list {
		if err := readPart(element, v.Index(i).Addr().Interface(), seats); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	return nil
}

// ReadFields reads the output of AppendFields at a table with so many seats. It accepts more than canonical bytes, like readPart.
func ReadFields(raw []byte, members SnapshotFields, seats int) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(raw, &values); err != nil {
		return err
	}
	if len(values) != len(members) {
		return fmt.Errorf("an object of %d members, not %d", len(values), len(members))
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value, ok := values[name]
		if !ok {
			return fmt.Errorf("member %q is missing", name)
		}
		if err := readPart(value, members[name], seats); err != nil {
			return fmt.Errorf("member %q: %w", name, err)
		}
	}
	return nil
}

var (
	snapshotterType   = reflect.TypeFor[Snapshotter]()
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	boundedType       = reflect.TypeFor[Bounded]()
)

// isList reports whether the elements of a type are encoded one by one: it is an array of parts with SnapshotFields, or a slice. Other arrays are left to
// encoding/json, which is faster.
func isList(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(marshalerType) {
		return false
	}
	switch t.Kind() {
	case reflect.Slice:
		return true
	case reflect.Array:
		return reflect.PointerTo(t.Elem()).Implements(snapshotterType) || isList(t.Elem())
	}
	return false
}

// checkSeats refuses seats that the table does not have.
func checkSeats(v reflect.Value, seats int) error {
	switch {
	case v.CanInterface() && v.Type().Implements(boundedType): // no text sets an unexported field
		return v.Interface().(Bounded).CheckBounds(seats)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if err := checkSeats(v.Field(i), seats); err != nil {
				return err
			}
		}
	case v.Kind() == reflect.Array || v.Kind() == reflect.Slice:
		for i := range v.Len() {
			if err := checkSeats(v.Index(i), seats); err != nil {
				return err
			}
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return checkSeats(v.Elem(), seats)
	}
	return nil
}

// ErrNotCanonical means that bytes were read which this program would not have written.
var ErrNotCanonical = errors.New("not in canonical form")
