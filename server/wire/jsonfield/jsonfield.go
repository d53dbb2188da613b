// Package jsonfield lists the fields of Go structs as JSON has them, for the generators of TypeScript and of encoders.
package jsonfield

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Field is a field of a struct. Its Go name needs no path, even if it is a field of an embedded struct.
type Field struct {
	reflect.StructField
	JSON      string // the name of the member
	OmitEmpty bool   // absent if empty
	OmitZero  bool   // absent if zero
}

// Optional reports whether the member can be absent.
func (f Field) Optional() bool { return f.OmitEmpty || f.OmitZero }

// Of lists the fields that encoding/json writes, those of embedded structs included, in the order of their encoding. It fails for a field without a JSON name.
func Of(t reflect.Type) ([]Field, error) {
	var list []Field
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Tag.Get("json") == "" {
			embedded, err := Of(f.Type)
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
		list = append(list, Field{f, name, slices.Contains(flags, "omitempty"), slices.Contains(flags, "omitzero")})
	}
	return list, nil
}
