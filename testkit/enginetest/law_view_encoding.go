package enginetest

import (
	"bytes"
	"fmt"

	"nemeton/engine"
)

// sight: every viewer is given each entry: what it may know of the events, a view and the open decisions, as JSON objects
// of whole numbers without repeated members, the view no larger than MaxView. What a title marks as shared is the same for all.
func sight(x exam) error {
	largest := 0
	err := x.each(lively, func(g *game, _ engine.Record, events []engine.Event) error {
		shared, err := g.fold.View(engine.Spectator()).Shared()
		if err != nil {
			return err
		}
		for _, v := range g.viewers {
			part, err := g.fold.View(v).Shared()
			if err != nil {
				return err
			}
			if !bytes.Equal(part, shared) {
				return fmt.Errorf("what all share is %s for %s, and %s for a spectator", part, v, shared)
			}
			view, err := engine.Canonical(g.fold.View(v))
			if err != nil {
				return fmt.Errorf("the view of %s: %w", v, err)
			}
			if largest = max(largest, len(view)); len(view) > x.MaxView {
				return fmt.Errorf("the view of %s has %d bytes, more than %d: %.400s", v, len(view), x.MaxView, view)
			}
			if _, err := engine.Canonical(g.fold.Decisions(v)); err != nil {
				return fmt.Errorf("the decisions of %s: %w", v, err)
			}
			for _, told := range g.fold.Redact(events, v) {
				raw, err := engine.Canonical(told.Data)
				if err != nil {
					return fmt.Errorf("event %q as told to %s: %w", told.Name, v, err)
				}
				if raw[0] != '{' {
					return fmt.Errorf("event %q as told to %s is not an object: %s", told.Name, v, raw)
				}
			}
		}
		return nil
	})
	x.Logf("largest view: %d bytes", largest)
	return err
}
