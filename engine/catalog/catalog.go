// Package catalog is the list of titles that this program serves: one line each.
package catalog

import (
	"nemeton/engine"
	"nemeton/engine/druids"
	"nemeton/engine/meduris"
	"nemeton/engine/pangea"
)

// Titles lists all titles, in the order in which they are offered. The list is new at each call.
func Titles() []engine.Title {
	return []engine.Title{
		meduris.Title{},
		druids.Title{},
		pangea.Title{},
	}
}

// Find is the title with the given id; ok is false where there is none.
func Find(id string) (title engine.Title, ok bool) {
	for _, t := range Titles() {
		if t.Info().ID == id {
			return t, true
		}
	}
	return nil, false
}
