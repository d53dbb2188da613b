package enginetest

import (
	"fmt"
	"reflect"

	"nemeton/engine"
)

// decisionIDs: an id names one decision forever. It is new when the decision opens, closes with its answer, and is
// never used again. Nothing else closes a decision but a take-back or the end of the game. A seat owes one decision at most. Decisions are sorted by seat.
func decisionIDs(x suite) error {
	var before []engine.Decision
	var closed map[engine.DecisionID]bool
	return x.each(lively, func(g *game, r engine.Record, _ []engine.Event) error {
		if r.Entry.Seq == 1 {
			before, closed = nil, map[engine.DecisionID]bool{}
		}
		open := engineDecisions(g.fold)
		if err := wellNumbered(g, open); err != nil {
			return err
		}
		for _, d := range open {
			if closed[d.ID] {
				return fmt.Errorf("id %s of a closed decision names %q of seat %d", d.ID, d.Kind, d.Seat)
			}
			if d.ID == r.Entry.Decision {
				return fmt.Errorf("decision %s %q is open after its answer", d.ID, d.Kind)
			}
		}
		for _, b := range before {
			now, ok := find(open, b.ID)
			if ok && (now.Seat != b.Seat || now.Kind != b.Kind || now.No != b.No) {
				return fmt.Errorf("id %s named %q of seat %d, number %d, and names %q of seat %d, number %d now",
					b.ID, b.Kind, b.Seat, b.No, now.Kind, now.Seat, now.No)
			}
			if ok {
				continue
			}
			closed[b.ID] = true
			if err := closedForCause(g, b, open, r); err != nil {
				return err
			}
		}
		before = open
		return nil
	})
}

func wellNumbered(g *game, open []engine.Decision) error {
	numbers := map[uint32]bool{}
	for i, d := range open {
		if d.Seat < 0 || int(d.Seat) >= g.seats {
			return fmt.Errorf("decision %s %q is owed by seat %d of %d", d.ID, d.Kind, d.Seat, g.seats)
		}
		if d.No == 0 || numbers[d.No] {
			return fmt.Errorf("decision %q of seat %d has number %d: want a unique number, from 1", d.Kind, d.Seat, d.No)
		}
		numbers[d.No] = true
		if i > 0 && d.Seat < open[i-1].Seat {
			return fmt.Errorf("decisions are not sorted by seat: seat %d follows seat %d", d.Seat, open[i-1].Seat)
		}
		if i > 0 && d.Seat == open[i-1].Seat {
			return fmt.Errorf("seat %d owes two decisions at once, %q and %q", d.Seat, open[i-1].Kind, d.Kind)
		}
	}
	return nil
}

// closedForCause finds a decision that closed without its answer, a take-back or the end of the game.
func closedForCause(g *game, b engine.Decision, open []engine.Decision, r engine.Record) error {
	if b.ID == r.Entry.Decision || r.Entry.Kind == engine.KindSystem || g.fold.Outcome() != nil {
		return nil
	}
	for _, d := range open {
		if d.Seat == b.Seat && d.Kind == b.Kind && reflect.DeepEqual(d.Moves, b.Moves) {
			return fmt.Errorf("seat %d still owes %q, but its id changed from %s to %s when seat %d answered",
				b.Seat, b.Kind, b.ID, d.ID, r.Entry.Seat)
		}
	}
	return fmt.Errorf("decision %s %q of seat %d closed without its answer", b.ID, b.Kind, b.Seat)
}

func find(open []engine.Decision, id engine.DecisionID) (engine.Decision, bool) {
	for _, d := range open {
		if d.ID == id {
			return d, true
		}
	}
	return engine.Decision{}, false
}
