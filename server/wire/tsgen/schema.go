package tsgen

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"nemeton/server/wire/jsonfield"
)

// schemas collects the consts of the structs in use, each after those that it uses itself.
type schemas struct {
	text  strings.Builder
	known map[reflect.Type]bool
	open  map[reflect.Type]bool // in progress; a second visit is a recursive type
}

// Schemas returns a TypeScript module of the schemas by which the client checks JSON. It has the const view for the given type, and a table
// for each index, named after it in lower case. web/src/lib/wire/schema.ts describes the format. The module imports the types from
// types.gen.ts, the result of Generate. Schemas fails for recursive types and for types that Generate refuses.
func Schemas(header string, view reflect.Type, indexes ...Index) (string, error) {
	s := &schemas{known: map[reflect.Type]bool{}, open: map[reflect.Type]bool{}}
	s.text.WriteString(header)
	s.text.WriteString("import type { Merged, Schema } from '../../lib/wire/schema';\nimport type * as types from './types.gen';\n")
	viewMembers, err := s.object(view)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&s.text, "\nexport const view: Schema<types.%s> = %s;\n", view.Name(), viewMembers)
	for _, index := range indexes {
		if err := s.table(index); err != nil {
			return "", err
		}
	}
	return s.text.String(), nil
}

// table declares the const of an index. It has one schema for each member: the only type, or all of them merged.
func (s *schemas) table(index Index) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nexport const %s: { readonly [Name in keyof types.%s]: Schema<Merged<types.%[2]s[Name]>> } = {\n",
		strings.ToLower(index.Name), index.Name)
	for _, m := range index.Members {
		text, err := s.merged(m.Types)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", m.Name, index.Name, err)
		}
		fmt.Fprintf(&b, "  %s: %s,\n", m.Name, text)
	}
	b.WriteString("};\n")
	s.text.WriteString(b.String())
	return nil
}

// merged returns one schema for values of all given structs: a member that some of them lack is optional. It fails if two of them have
// different types for one member.
func (s *schemas) merged(types []reflect.Type) (string, error) {
	if len(types) == 1 {
		return s.schema(types[0])
	}
	var names []string
	required, count := map[string]string{}, map[string]int{}
	for _, t := range types {
		list, err := jsonfield.Of(t)
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name(), err)
		}
		for _, f := range list {
			text, err := s.member(f)
			if err != nil {
				return "", fmt.Errorf("%s: %w", t.Name(), err)
			}
			if !f.Optional() {
				count[f.JSON]++
			}
			if known, ok := required[f.JSON]; !ok {
				names = append(names, f.JSON)
			} else if known != text {
				return "", fmt.Errorf("member %s is both %s and %s", f.JSON, known, text)
			}
			required[f.JSON] = text
		}
	}
	lines := make([]string, len(names))
	for i, name := range names {
		lines[i] = line(name, required[name], count[name] < len(types))
	}
	return braced(lines, "  "), nil
}

func (s *schemas) schema(t reflect.Type) (string, error) {
	wrap := func(tag string) (string, error) {
		inner, err := s.schema(t.Elem())
		return "['" + tag + "', " + inner + "]", err
	}
	switch {
	case t.Kind() == reflect.Pointer:
		return wrap("nullable")
	case scalar(t) != "":
		return "'" + scalar(t) + "'", nil
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		value, err := zeroJSON(t)
		return shapeSchema(value), err
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return wrap("list")
	case reflect.Map:
		return wrap("record")
	case reflect.Struct:
		return s.reference(t)
	default:
		return "", fmt.Errorf("type %s has no schema", t)
	}
}

// scalar returns the TypeScript of a type that is one JSON value without parts, or "".
func scalar(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return "unknown"
	case t == reflect.TypeFor[time.Time](), t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "string"
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Interface:
		return "unknown"
	default:
		return ""
	}
}

// reference returns the name of the const of a struct, which it declares on first use.
func (s *schemas) reference(t reflect.Type) (string, error) {
	if s.known[t] {
		return t.Name(), nil
	}
	members, err := s.object(t)
	if err != nil {
		return "", err
	}
	s.known[t] = true
	fmt.Fprintf(&s.text, "\nconst %s: Schema<types.%[1]s> = %s;\n", t.Name(), members)
	return t.Name(), nil
}

func (s *schemas) object(t reflect.Type) (string, error) {
	if s.open[t] {
		return "", fmt.Errorf("%s is recursive", t.Name())
	}
	s.open[t] = true
	defer delete(s.open, t)
	list, err := jsonfield.Of(t)
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.Name(), err)
	}
	lines := make([]string, len(list))
	for i, f := range list {
		text, err := s.member(f)
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name(), err)
		}
		lines[i] = line(f.JSON, text, f.Optional())
	}
	return braced(lines, ""), nil
}

// member returns the schema of a field that is present. An optional pointer is never null.
func (s *schemas) member(f jsonfield.Field) (string, error) {
	t := f.Type
	if f.Optional() && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	text, err := s.schema(t)
	if err != nil {
		return "", fmt.Errorf("field %s: %w", f.Name, err)
	}
	return text, nil
}

func line(name, schema string, optional bool) string {
	if optional {
		schema = "['optional', " + schema + "]"
	}
	return name + ": " + schema + ","
}

// braced formats an object with one member a line.
func braced(lines []string, indent string) string {
	if len(lines) == 0 {
		return "{}"
	}
	return "{\n" + indent + "  " + strings.Join(lines, "\n"+indent+"  ") + "\n" + indent + "}"
}

func shapeSchema(value any) string {
	members, isObject := value.(map[string]any)
	if !isObject {
		return "'" + shape(value) + "'"
	}
	lines := make([]string, 0, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		lines = append(lines, name+": "+shapeSchema(members[name]))
	}
	return "{ " + strings.Join(lines, ", ") + " }"
}
