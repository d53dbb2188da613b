package lobby

import (
	"maps"
	"slices"

	"nemeton/engine"
	"nemeton/engine/clock"
)

// Hints is the common option that lets players ask for the move of a bot. It is on by default. A table without a value has no hints, because it
// is older than the option.
const Hints = "hints"

// optionsOf lists the options of a table: the title's and the common ones.
func optionsOf(info engine.Info) []engine.Option {
	return append(slices.Clone(info.Options), commonOptions()...)
}

func commonOptions() []engine.Option {
	takeover := engine.Option{ID: clock.OptionTakeover, Kind: "choice"}
	for _, t := range clock.TakeoverTimes() {
		takeover.Choices = append(takeover.Choices, t.ID)
	}
	return []engine.Option{{ID: Hints, Kind: "bool", Default: 1}, takeover}
}

// asStored returns a copy of a table's options in which a table that is older than the option Hints has none.
func asStored(o engine.Options) engine.Options {
	full := engine.Options{Hints: 0}
	maps.Copy(full, o)
	return full
}
