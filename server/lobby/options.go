package lobby

import (
	"slices"
	"time"

	"nemeton/engine"
)

// Hints is the option of every table that lets its players ask what a bot would do.
const Hints = "hints"

// Takeover is the option of every table that says after what time a bot plays for somebody who keeps the others waiting. At 0 that
// happens only when the others agree.
const Takeover = "takeover"

// times are the choices of Takeover.
var times = []struct {
	id    string
	after time.Duration
}{{"never", 0}, {"2min", 2 * time.Minute}, {"5min", 5 * time.Minute}, {"15min", 15 * time.Minute}, {"1h", time.Hour}, {"1d", 24 * time.Hour}}

// TakeoverDelay is what a table's options say about Takeover.
func TakeoverDelay(o engine.Options) (after time.Duration, limited bool) {
	at := o[Takeover]
	if at <= 0 || at >= len(times) {
		return 0, false
	}
	return times[at].after, true
}

// optionsOf lists what can be chosen with a table: the title's options and those of every table.
func optionsOf(info engine.Info) []engine.Option {
	return append(slices.Clone(info.Options), commonOptions()...)
}

func commonOptions() []engine.Option {
	takeover := engine.Option{ID: Takeover, Kind: "choice"}
	for _, t := range times {
		takeover.Choices = append(takeover.Choices, t.id)
	}
	return []engine.Option{{ID: Hints, Kind: "bool"}, takeover}
}
