// Package catalog lists the titles that this program serves, one line each.
package catalog

import (
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
