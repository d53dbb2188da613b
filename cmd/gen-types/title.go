package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/server/wire/tsgen"
)

// titleTypes generates the types of a title: its view, its events as stored, and two indexes. Events maps the name of an
// event to all forms in which viewers receive it; Moves maps a kind of decision to its move types.
func titleTypes(title engine.Title) (string, error) {
	types := []reflect.Type{catalog.ViewType(title)}
	for _, t := range title.Registry().Types() {
		types = append(types, reflect.TypeOf(t.Zero))
	}
	return tsgen.Generate(header, types, titleIndexes(title)...)
}

// titleSchemas generates the schemas by which the client checks the views, events and moves of a title.
func titleSchemas(title engine.Title) (string, error) {
	return tsgen.Schemas(header, catalog.ViewType(title), titleIndexes(title)...)
}

// titleIndexes returns the indexes Events and Moves of a title.
func titleIndexes(title engine.Title) []tsgen.Index {
	events := tsgen.Index{Name: "Events"}
	for _, t := range title.Registry().Types() {
		if forms := t.Forms(title.Info().MaxSeats); len(forms) > 0 {
			events.Members = append(events.Members, tsgen.Member{Name: t.Name, Types: typesOf(forms)})
		}
	}
	moves := tsgen.Index{Name: "Moves"}
	for _, kind := range title.Moves().Kinds() {
		var zeros []any
		for _, t := range title.Moves()[kind] {
			zeros = append(zeros, t.Zero)
		}
		moves.Members = append(moves.Members, tsgen.Member{Name: kind, Types: typesOf(zeros)})
	}
	return []tsgen.Index{events, moves}
}

func typesOf(values []any) []reflect.Type {
	types := make([]reflect.Type, len(values))
	for i, v := range values {
		types[i] = reflect.TypeOf(v)
	}
	return types
}

// titleKeys generates the names in a title that its texts must cover: events, kinds of decisions, reasons, kinds of effects, and
// members of the view with those inside each. web/src/games/words.test.ts reads them. The format is that of prettier.
func titleKeys(title engine.Title) string {
	var events, reasons, effects []string
	for _, t := range title.Registry().Types() {
		events = append(events, t.Name)
	}
	if lister, ok := title.(bot.ReasonLister); ok {
		reasons = slices.Sorted(slices.Values(lister.Reasons()))
	}
	if explainer, ok := title.(engine.Explainer); ok {
		effects = slices.Sorted(maps.Keys(explainer.EffectKinds()))
	}
	return "{\n" + strings.Join([]string{
		jsonList("  ", "events", events), jsonList("  ", "decisions", title.Moves().Kinds()), jsonList("  ", "reasons", reasons),
		jsonList("  ", "effects", effects),
		viewMembers(catalog.ViewType(title)),
	}, ",\n") + "\n}\n"
}

// lineWidth is the printWidth of web/.prettierrc.
const lineWidth = 120

// jsonList encodes a member with a list of names, on one line if it fits.
func jsonList(indent, name string, list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = strconv.Quote(s)
	}
	line := fmt.Sprintf("%s%q: [%s]", indent, name, strings.Join(quoted, ", "))
	if len(line)+len(",") <= lineWidth {
		return line
	}
	return fmt.Sprintf("%s%q: [\n%s  %s\n%s]", indent, name, indent, strings.Join(quoted, ",\n  "+indent), indent)
}

// viewMembers encodes the members of a view, each with the names of all members inside it.
func viewMembers(view reflect.Type) string {
	var members []string
	for i := range view.NumField() {
		f := view.Field(i)
		if name := jsonName(f); name != "" {
			members = append(members, jsonList("    ", name, membersIn(f.Type)))
		}
	}
	return "  \"members\": {\n" + strings.Join(members, ",\n") + "\n  }"
}

// jsonName is the name of a field in its encoding; empty if it has none.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// membersIn lists the names of all members that a type encodes, nested ones included.
func membersIn(view reflect.Type) []string {
	names, seen := map[string]bool{}, map[reflect.Type]bool{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			visit(t.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			f := t.Field(i)
			name := jsonName(f)
			if name != "" {
				names[name] = true
			}
			if name != "" || f.Anonymous {
				visit(f.Type)
			}
		}
	}
	visit(view)
	return slices.Sorted(maps.Keys(names))
}

// titleNames generates the names and colors of the titles by id. The client uses them until the server has sent its list, and without a network.
func titleNames(titles []engine.Title) string {
	var b strings.Builder
	b.WriteString(header + "\n/** The names of the titles by id. */\nexport const names: Readonly<Record<string, string>> = {\n")
	for _, title := range titles {
		fmt.Fprintf(&b, "  %s: '%s',\n", title.Info().ID, strings.ReplaceAll(title.Info().Name, "'", `\'`))
	}
	b.WriteString("};\n\n/** The colors that seats may choose from, by title and number of seats, in the order of default assignment. */\n")
	b.WriteString("export const colors: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>> = {\n")
	for _, title := range titles {
		info := title.Info()
		fmt.Fprintf(&b, "  %s: {\n", info.ID)
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			fmt.Fprintf(&b, "    %d: ['%s'],\n", seats, strings.Join(info.ColorsFor(seats), "', '"))
		}
		b.WriteString("  },\n")
	}
	return b.String() + "};\n"
}
