package codec

import (
	"maps"
	"reflect"
	"slices"
)

// UncoveredFields returns the fields of the value at v that are missing from its SnapshotFields, sorted, so that a test can refuse them. A field must be covered by a member or carry the tag
// state:"derived". Fields of parts that encoding/json encodes must be exported. Tests call it, so that a new field cannot be forgotten.
func UncoveredFields(v any, members SnapshotFields) []string {
	c := coverage{seen: map[reflect.Type]bool{}}
	c.owner(reflect.ValueOf(v).Elem(), members)
	slices.Sort(c.lost)
	return c.lost
}

type coverage struct {
	seen map[reflect.Type]bool
	lost []string
}

type span struct{ from, to uintptr }

func (c *coverage) owner(v reflect.Value, members SnapshotFields) {
	if c.seen[v.Type()] || v.Kind() != reflect.Struct {
		return
	}
	c.seen[v.Type()] = true
	c.fields(v, v.Type().String(), c.spans(members))
}

func (c *coverage) spans(members SnapshotFields) (list []span) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		part := members[name]
		if p, ok := part.(Checked); ok {
			part = p.Part
		}
		if nested, ok := part.(SnapshotFields); ok {
			list = append(list, c.spans(nested)...)
			continue
		}
		v := reflect.ValueOf(part).Elem()
		list = append(list, span{v.UnsafeAddr(), v.UnsafeAddr() + v.Type().Size()})
		c.part(v)
	}
	return list
}

func (c *coverage) fields(v reflect.Value, path string, covered []span) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Tag.Get("state") == "derived" || value.Type().Size() == 0 {
			continue
		}
		from, to := value.UnsafeAddr(), value.UnsafeAddr()+value.Type().Size()
		switch name := path + "." + field.Name; {
		case slices.ContainsFunc(covered, func(s span) bool { return s.from <= from && to <= s.to }):
		case value.Kind() == reflect.Struct:
			c.fields(value, name, covered)
		default:
			c.lost = append(c.lost, name)
		}
	}
}

func (c *coverage) part(v reflect.Value) {
	t := v.Type()
	if m, ok := v.Addr().Interface().(Snapshotter); ok {
		c.owner(v, m.SnapshotFields())
		return
	}
	if c.seen[t] || reflect.PointerTo(t).Implements(marshalerType) || reflect.PointerTo(t).Implements(textMarshalerType) {
		return
	}
	c.seen[t] = true
	switch t.Kind() {
	case reflect.Array, reflect.Slice, reflect.Pointer, reflect.Map:
		c.part(reflect.New(t.Elem()).Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !f.IsExported() || f.Tag.Get("json") == "-" {
				c.lost = append(c.lost, t.String()+"."+f.Name)
			} else {
				c.part(reflect.New(f.Type).Elem())
			}
		}
	}
}
