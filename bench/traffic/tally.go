package traffic

import (
	"time"

	"nemeton/bench/timing"
)

// tally holds the measurements of one slot.
type tally struct {
	results, updated []time.Duration
	updates, bytes   int
	finished         int
	refused          int
}

func sum(tallies []tally, took time.Duration, sockets int) Result {
	r := Result{Sockets: sockets}
	var results, updated [][]time.Duration
	var updates, bytes int
	for i := range tallies {
		t := &tallies[i]
		results, updated = append(results, t.results), append(updated, t.updated)
		updates += t.updates
		bytes += t.bytes
		r.Finished += t.finished
		r.Refused += t.refused
	}
	r.Result, r.LastUpdate = timing.Summarize(results...), timing.Summarize(updated...)
	r.Moves = r.Result.N
	r.MovesPerSecond = float64(r.Moves) / took.Seconds()
	if updates > 0 {
		r.BytesPerUpdate = float64(bytes) / float64(updates)
	}
	return r
}
