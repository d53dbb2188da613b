package table

import (
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// OutcomeOf returns the outcome of a table that ended with an entry of that time, in milliseconds since 1970 UTC. It is nil if the table has not ended, and
// for a fork, which counts in nobody's figures. The same log gives the same outcome, so the results can be made again from it. recovered are the seats that
// the same person got back.
func OutcomeOf(fold *engine.Fold, recovered []engine.Seat, last int64) *store.Outcome {
	o := fold.Outcome()
	if o == nil || fold.Start().Origin != nil {
		return nil
	}
	outcome := &store.Outcome{FinishedAt: time.UnixMilli(last).UTC(), Scores: o.Scores}
	for n := range o.Scores {
		same := 0
		for _, s := range recovered {
			if s == engine.Seat(n) {
				same++
			}
		}
		if seat := engine.Seat(n); fold.Handovers(seat) > same {
			outcome.HandedOver = append(outcome.HandedOver, seat)
		}
	}
	return outcome
}
