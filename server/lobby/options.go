package lobby

import (
	"maps"
	"slices"
	"time"

	"nemeton/engine"
)

// Hints is the common option that lets players ask for the move of a bot. It is on by default. A table without a value has no hints, because it
// is older than the option.
const Hints = "hints"

// Takeover is the common option for the time after which a bot takes over a seat that keeps others waiting. At 0 the others must
// agree.
const Takeover = "takeover"

// times are the values of Takeover.
var times = []struct {
	id    string
	after time.Duration
}{{"never", 0}, {"2min", 2 * time.Minute}, {"5min", 5 * time.Minute}, {"15min", 15 * time.Minute}, {"1h", time.Hour}, {"1d", 24 * time.Hour}}

// TakeoverDelay returns the time that a table's options set for Takeover. A table with clocks has none.
func TakeoverDelay(o engine.Options) (after time.Duration, limited bool) {
	at := o[Takeover]
	if o.Pace().HasClocks() || at <= 0 || at >= len(times) {
		return 0, false
	}
	return times[at].after, true
}

// optionsOf lists the options of a table: the title's and the common ones.
func optionsOf(info engine.Info) []engine.Option {
	return append(slices.Clone(info.Options), commonOptions()...)
}

func commonOptions() []engine.Option {
	takeover := engine.Option{ID: Takeover, Kind: "choice"}
	for _, t := range times {
		takeover.Choices = append(takeover.Choices, t.id)
	}
	return []engine.Option{{ID: Hints, Kind: "bool", Default: 1}, takeover}
}

// asStored returns a copy of a table's options in which a table that is older than the option Hints has none.
func asStored(o engine.Options) engine.Options {
	full := engine.Options{Hints: 0}
	maps.Copy(full, o)
	return full
}
