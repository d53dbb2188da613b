// Package tsgen generates TypeScript types and schemas from Go types, so that the web client's types cannot drift from the messages
// of the server. It reads the json tags by reflection, follows the types of fields, and derives the shape of types that
// marshal themselves from their zero values.
package tsgen

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nemeton/server/wire/jsonfield"
)

// Index is a type that maps names to unions of types, such as the name of each event to the types of its data.
type Index struct {
	Name    string
	Members []Member
}

// Member is one name of an Index, with at least one type.
type Member struct {
	Name  string
	Types []reflect.Type
}

// generator encodes types and queues those that it meets on the way.
type generator struct {
	names map[reflect.Type]string
	queue []reflect.Type
	taken map[string]bool
}

// Generate returns a TypeScript module with the given types in order, the types that they use, and the indexes. It fails if
// two types have the same name, or a type has no TypeScript.
func Generate(header string, types []reflect.Type, indexes ...Index) (string, error) {
	g := &generator{names: map[reflect.Type]string{}, taken: map[string]bool{}}
	for _, t := range types {
		g.add(t)
	}
	for _, index := range indexes {
		for _, m := range index.Members {
			for _, t := range m.Types {
				g.add(t)
			}
		}
	}
	var b strings.Builder
	b.WriteString(header)
	for len(g.queue) > 0 {
		t := g.queue[0]
		g.queue = g.queue[1:]
		if err := g.open(&b, t.Name()); err != nil {
			return "", err
		}
		if err := g.members(&b, t); err != nil {
			return "", fmt.Errorf("%s: %w", t.Name(), err)
		}
		b.WriteString("};\n")
	}
	for _, index := range indexes {
		if err := g.open(&b, index.Name); err != nil {
			return "", err
		}
		for _, m := range index.Members {
			names := make([]string, len(m.Types))
			for i, t := range m.Types {
				names[i] = g.names[t]
			}
			fmt.Fprintf(&b, "  %s: %s;\n", m.Name, strings.Join(names, " | "))
		}
		b.WriteString("};\n")
	}
	return b.String(), nil
}

// open begins a type. An alias, unlike an interface, can be used as an object of unknown members. It fails if the name is taken.
func (g *generator) open(b *strings.Builder, name string) error {
	if g.taken[name] {
		return fmt.Errorf("two types are called %s", name)
	}
	g.taken[name] = true
	fmt.Fprintf(b, "\nexport type %s = {\n", name)
	return nil
}

// add queues a struct to be declared, and returns its name.
func (g *generator) add(t reflect.Type) string {
	if _, known := g.names[t]; !known {
		g.names[t] = t.Name()
		g.queue = append(g.queue, t)
	}
	return g.names[t]
}

func (g *generator) members(b *strings.Builder, t reflect.Type) error {
	list, err := jsonfield.Of(t)
	if err != nil {
		return err
	}
	for _, f := range list {
		text, err := g.encode(f.Type)
		if err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		mark := ""
		if f.Optional() {
			mark = "?"
			text = strings.TrimSuffix(text, " | null")
		}
		fmt.Fprintf(b, "  %s%s: %s;\n", f.JSON, mark, text)
	}
	return nil
}

// encode returns the TypeScript for a use of the type.
func (g *generator) encode(t reflect.Type) (string, error) {
	if t.Kind() == reflect.Pointer {
		text, err := g.encode(t.Elem())
		return text + " | null", err
	}
	if name := scalar(t); name != "" {
		return name, nil
	}
	if t.Implements(reflect.TypeFor[json.Marshaler]()) {
		value, err := zeroJSON(t)
		return shape(value), err
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		text, err := g.encode(t.Elem())
		if strings.Contains(text, " | ") {
			text = "(" + text + ")"
		}
		return text + "[]", err
	case reflect.Map:
		text, err := g.encode(t.Elem())
		return "Record<string, " + text + ">", err
	case reflect.Struct:
		return g.add(t), nil
	default:
		return "", fmt.Errorf("type %s has no TypeScript", t)
	}
}

// zeroJSON returns the decoded encoding of a zero value, which has the shape of a type that marshals itself.
func zeroJSON(t reflect.Type) (any, error) {
	raw, err := json.Marshal(reflect.Zero(t).Interface())
	if err != nil {
		return nil, err
	}
	var value any
	err = json.Unmarshal(raw, &value)
	return value, err
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
