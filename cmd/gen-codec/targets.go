package main

import (
	"path"
	"reflect"
	"strings"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/example"
	"nemeton/server/wire"
)

// goPackage is a package with types that get encoders.
type goPackage struct {
	folder string         // below the root of the module
	path   string         // of its imports
	view   reflect.Type   // of a title; else nil
	sent   []reflect.Type // to viewers, as encoding/json writes them
	stored []reflect.Type // in canonical form
}

// name is the package's name.
func (p goPackage) name() string { return path.Base(p.path) }

// packages lists the packages: the engine and its chance, the protocol, the titles of the catalog, and the template.
func packages() []goPackage {
	list := []goPackage{enginePackage(), {
		folder: "engine/chance", path: "nemeton/engine/chance", stored: []reflect.Type{reflect.TypeFor[chance.Draw]()},
	}, {
		folder: "server/wire", path: "nemeton/server/wire",
		sent: []reflect.Type{reflect.TypeFor[wire.Result](), reflect.TypeFor[wire.Presence](), reflect.TypeFor[wire.Pong]()},
	}}
	for _, title := range append(catalog.Titles(), example.Title{}) {
		list = append(list, titlePackage(title))
	}
	return list
}

// enginePackage has the entries and the system events. The start of a table is no part of it, because it occurs once.
func enginePackage() goPackage {
	p := goPackage{folder: "engine", path: "nemeton/engine", sent: []reflect.Type{reflect.TypeFor[engine.Outcome]()}, stored: []reflect.Type{reflect.TypeFor[engine.Entry]()}}
	for _, e := range []any{
		engine.TakenBack{}, engine.Left{}, engine.Returned{}, engine.Agreed{}, engine.TakenOver{}, engine.HandedOver{}, engine.Enrolled{}, engine.Conceded{},
		engine.StopProposed{}, engine.StopAgreed{}, engine.StopDeclined{}, engine.TableEnded{}, engine.TableClosed{}, engine.Restored{},
		engine.TimedOut{}, engine.TimeGiven{}, engine.OutagesNoted{},
		engine.PauseProposed{}, engine.PauseAgreed{}, engine.PauseDeclined{}, engine.Paused{}, engine.Vacation{},
	} {
		p.sent, p.stored = append(p.sent, reflect.TypeOf(e)), append(p.stored, reflect.TypeOf(e))
	}
	p.sent = append(p.sent, reflect.TypeFor[engine.RestoredNotice]())
	return p
}

func titlePackage(title engine.Title) goPackage {
	view := catalog.ViewType(title)
	p := goPackage{folder: strings.TrimPrefix(view.PkgPath(), "nemeton/"), path: view.PkgPath(), view: view}
	p.addEvents(title.Registry(), title.Info().MaxSeats)
	for _, kind := range title.Moves().Kinds() {
		for _, t := range title.Moves()[kind] {
			p.sent, p.stored = append(p.sent, reflect.TypeOf(t.Zero)), append(p.stored, reflect.TypeOf(t.Zero))
		}
	}
	return p
}

func (p *goPackage) addEvents(r *engine.Registry, seats int) {
	for _, t := range r.Types() {
		p.stored = append(p.stored, reflect.TypeOf(t.Zero))
		for _, form := range t.Forms(seats) {
			p.sent = append(p.sent, reflect.TypeOf(form))
		}
	}
}
