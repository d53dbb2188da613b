// Package tsgen spells Go types as TypeScript, so that the web client's types cannot drift from what the server sends. It
// reads the json tags by reflection, finds the types that others use by itself, and learns what types that marshal
// themselves look like from their zero values.
package tsgen

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// generator spells types and collects those it meets on the way.
type generator struct {
	names map[reflect.Type]string
	queue []reflect.Type
}

// Generate is a TypeScript module of the types in the order given, each followed by those it uses. Two types of one name
// and types that cannot be spelled are errors.
func Generate(header string, types ...reflect.Type) (string, error) {
	g := &generator{names: map[reflect.Type]string{}}
	for _, t := range types {
		g.meet(t)
	}
	var b strings.Builder
	b.WriteString(header)
	taken := map[string]bool{}
	for len(g.queue) > 0 {
		t := g.queue[0]
		g.queue = g.queue[1:]
		if taken[t.Name()] {
			return "", fmt.Errorf("two types are called %s", t.Name())
		}
		taken[t.Name()] = true
		fmt.Fprintf(&b, "\nexport interface %s {\n", t.Name())
		if err := g.members(&b, t); err != nil {
			return "", fmt.Errorf("%s: %w", t.Name(), err)
		}
		b.WriteString("}\n")
	}
	return b.String(), nil
}

// meet names a struct and queues it to be declared.
func (g *generator) meet(t reflect.Type) string {
	if _, known := g.names[t]; !known {
		g.names[t] = t.Name()
		g.queue = append(g.queue, t)
	}
	return g.names[t]
}

func (g *generator) members(b *strings.Builder, t reflect.Type) error {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Tag.Get("json") == "" {
			if err := g.members(b, f.Type); err != nil {
				return err
			}
			continue
		}
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			return fmt.Errorf("field %s has no json name", f.Name)
		}
		text, err := g.spell(f.Type)
		if err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		mark := ""
		if slices.Contains(strings.Split(rest, ","), "omitempty") || slices.Contains(strings.Split(rest, ","), "omitzero") {
			mark = "?"
			text = strings.TrimSuffix(text, " | null")
		}
		fmt.Fprintf(b, "  %s%s: %s;\n", name, mark, text)
	}
	return nil
}

// spell is the TypeScript of a type where it is used.
func (g *generator) spell(t reflect.Type) (string, error) {
	if t.Kind() == reflect.Pointer {
		text, err := g.spell(t.Elem())
		return text + " | null", err
	}
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return "unknown", nil
	case t == reflect.TypeFor[time.Time](), t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "string", nil
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return fromZero(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean", nil
	case reflect.String:
		return "string", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "number", nil
	case reflect.Interface:
		return "unknown", nil
	case reflect.Slice, reflect.Array:
		text, err := g.spell(t.Elem())
		if strings.Contains(text, " | ") {
			text = "(" + text + ")"
		}
		return text + "[]", err
	case reflect.Map:
		text, err := g.spell(t.Elem())
		return "Record<string, " + text + ">", err
	case reflect.Struct:
		return g.meet(t), nil
	default:
		return "", fmt.Errorf("type %s has no TypeScript", t)
	}
}

// fromZero learns the shape of a type that marshals itself from what its zero value becomes.
func fromZero(t reflect.Type) (string, error) {
	raw, err := json.Marshal(reflect.Zero(t).Interface())
	if err != nil {
		return "", err
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return "", err
	}
	return shape(value), nil
}

func shape(value any) string {
	switch v := value.(type) {
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		return "number"
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for i, k := range keys {
			keys[i] = k + ": " + shape(v[k])
		}
		return "{ " + strings.Join(keys, "; ") + " }"
	default:
		return "unknown"
	}
}
