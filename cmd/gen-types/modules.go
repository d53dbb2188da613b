package main

import (
	"path"
	"reflect"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/wire"
	"nemeton/server/wire/tsgen"
)

const header = "// Made by `make generate` from the Go types; do not edit.\n"

// module is one generated file, its path below web/src.
type module struct {
	path  string
	types []reflect.Type
}

func (m module) spell() (string, error) { return tsgen.Generate(header, m.types...) }

func modules() []module {
	list := []module{{path: "lib/wire/types.gen.ts", types: wireTypes()}}
	for _, title := range catalog.Titles() {
		list = append(list, module{path: path.Join("games", title.Info().ID, "types.gen.ts"), types: titleTypes(title)})
	}
	return list
}

func wireTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[wire.Snapshot](),
		reflect.TypeFor[wire.Update](),
		reflect.TypeFor[wire.Result](),
		reflect.TypeFor[wire.Presence](),
		reflect.TypeFor[wire.TableMessage](),
		reflect.TypeFor[wire.Log](),
		reflect.TypeFor[wire.ClientMessage](),
		reflect.TypeFor[engine.RedactedEvent](),
		reflect.TypeFor[engine.Decision](),
		reflect.TypeFor[engine.Outcome](),
		reflect.TypeFor[wire.Title](),
		reflect.TypeFor[wire.OneTable](),
		reflect.TypeFor[wire.TableList](),
		reflect.TypeFor[wire.SignedIn](),
		reflect.TypeFor[wire.Here](),
		reflect.TypeFor[wire.SessionList](),
		reflect.TypeFor[wire.Link](),
		reflect.TypeFor[wire.Done](),
	}
}

// titleTypes are the title's view and its events, as far as they are told whole.
func titleTypes(title engine.Title) []reflect.Type {
	info := title.Info()
	options, _ := engine.Options{}.Complete(info.Options)
	setup := engine.Setup{Colors: info.ColorsFor(info.MinSeats)[:info.MinSeats], Options: options}
	types := []reflect.Type{reflect.TypeOf(title.Blank(setup).View(engine.Spectator()))}
	for _, t := range title.Registry().Types() {
		types = append(types, reflect.TypeOf(t.Zero))
	}
	return types
}
