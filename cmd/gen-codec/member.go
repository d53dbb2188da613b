package main

import (
	"fmt"
	"reflect"

	"nemeton/server/wire/jsonfield"
)

// present is the condition under which a member is encoded; empty if it always is. value is the Go expression of the field.
func (p *printer) present(value string, f jsonfield.Field) (string, error) {
	if !f.Optional() {
		return "", nil
	}
	switch f.Type.Kind() {
	case reflect.Bool:
		return value, nil
	case reflect.String:
		return value + ` != ""`, nil
	case reflect.Pointer, reflect.Interface:
		return value + " != nil", nil
	case reflect.Slice:
		if f.OmitZero {
			return value + " != nil", nil
		}
		return "len(" + value + ") > 0", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return value + " != 0", nil
	case reflect.Array, reflect.Struct:
		if f.OmitZero && f.Type.Comparable() {
			return value + " != (" + p.typeName(f.Type) + "{})", nil
		}
	}
	return "", fmt.Errorf("member %s of type %s cannot be left out", f.JSON, f.Type)
}
