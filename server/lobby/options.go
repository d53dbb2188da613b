package lobby

import (
	"slices"

	"nemeton/engine"
)

// Hints is the option of every table that lets its players ask what a bot would do.
const Hints = "hints"

// optionsOf lists what can be chosen with a table: the title's options and those of every table.
func optionsOf(info engine.Info) []engine.Option {
	return append(slices.Clone(info.Options), engine.Option{ID: Hints, Kind: "bool"})
}
