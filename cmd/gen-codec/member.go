package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// member is a member of an encoded object.
type member struct {
	name   string
	field  string // the Go name; promoted fields need no path
	of     reflect.Type
	empty  bool // left out if empty
	zero   bool // left out if zero
	shared bool // of a view
}

// membersOf lists the members of a struct, those of embedded structs included, as encoding/json does.
func membersOf(t reflect.Type) ([]member, error) {
	var list []member
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Tag.Get("json") == "" {
			embedded, err := membersOf(f.Type)
			if err != nil {
				return nil, err
			}
			list = append(list, embedded...)
			continue
		}
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			return nil, fmt.Errorf("field %s of %s has no json name", f.Name, t)
		}
		flags := strings.Split(rest, ",")
		list = append(list, member{
			name: name, field: f.Name, of: f.Type, shared: f.Tag.Get("view") == "shared",
			empty: slices.Contains(flags, "omitempty"), zero: slices.Contains(flags, "omitzero"),
		})
	}
	return list, nil
}

// present is the condition under which the member is encoded; empty if it always is.
func (m member) present(value string, p *printer) (string, error) {
	if !m.empty && !m.zero {
		return "", nil
	}
	switch m.of.Kind() {
	case reflect.Bool:
		return value, nil
	case reflect.String:
		return value + ` != ""`, nil
	case reflect.Pointer, reflect.Interface:
		return value + " != nil", nil
	case reflect.Slice:
		if m.zero {
			return value + " != nil", nil
		}
		return "len(" + value + ") > 0", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return value + " != 0", nil
	case reflect.Array, reflect.Struct:
		if m.zero && m.of.Comparable() {
			return value + " != (" + p.typeName(m.of) + "{})", nil
		}
	}
	return "", fmt.Errorf("member %s of type %s cannot be left out", m.name, m.of)
}
