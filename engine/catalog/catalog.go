// Package catalog lists the titles that this program serves, one line each.
package catalog

import (
	"reflect"

	"nemeton/engine"
	"nemeton/engine/druids"
	"nemeton/engine/meduris"
	"nemeton/engine/pangea"
)

// Titles lists all titles in the order of the lobby. The list is new at each call.
func Titles() []engine.Title {
	return []engine.Title{
		meduris.Title{},
		druids.Title{},
		pangea.Title{},
	}
}

// Find returns the title with the given id; ok is false if there is none.
func Find(id string) (title engine.Title, ok bool) {
	for _, t := range Titles() {
		if t.Info().ID == id {
			return t, true
		}
	}
	return nil, false
}

// ViewType is the type of a title's view, for generators.
func ViewType(title engine.Title) reflect.Type {
	info := title.Info()
	options, _ := engine.Options{}.Complete(info.Options)
	setup := engine.Setup{Colors: info.ColorsFor(info.MinSeats)[:info.MinSeats], Options: options}
	return reflect.TypeOf(title.Blank(setup).View(engine.Spectator()))
}
