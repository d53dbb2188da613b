package enginetest

import (
	"bytes"
	"fmt"
	"reflect"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// viewEncoding: after each entry, every viewer's events, view and decisions are JSON objects of whole numbers without
// repeated members. The view is no larger than MaxView. Members tagged as shared are equal for all viewers. An event
// has one of the forms that EventType.Forms lists, because the client's types are generated from them.
func viewEncoding(x suite) error {
	largest, forms := 0, x.forms()
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
				return fmt.Errorf("the shared members are %s for %s, and %s for a spectator", part, v, shared)
			}
			view, err := codec.Canonical(g.fold.View(v))
			if err != nil {
				return fmt.Errorf("the view of %s: %w", v, err)
			}
			if largest = max(largest, len(view)); len(view) > x.MaxView {
				return fmt.Errorf("the view of %s has %d bytes, more than %d: %.400s", v, len(view), x.MaxView, view)
			}
			if _, err := codec.Canonical(g.fold.Decisions(v)); err != nil {
				return fmt.Errorf("the decisions of %s: %w", v, err)
			}
			for _, e := range g.fold.Redact(events, v) {
				raw, err := codec.Canonical(e.Data)
				if err != nil {
					return fmt.Errorf("event %q for %s: %w", e.Name, v, err)
				}
				if raw[0] != '{' {
					return fmt.Errorf("event %q for %s is not an object: %s", e.Name, v, raw)
				}
				if form := reflect.TypeOf(e.Data); forms[e.Name] != nil && !forms[e.Name][form] {
					return fmt.Errorf("event %q for %s is a %s, which EventType.Forms does not list: choose the type by the event's seats alone", e.Name, v, form)
				}
			}
		}
		return nil
	})
	x.Logf("largest view: %d bytes", largest)
	return err
}

// forms lists the types in which viewers receive events, by event name.
func (x suite) forms() map[string]map[reflect.Type]bool {
	forms := map[string]map[reflect.Type]bool{}
	for _, t := range x.title.Registry().Types() {
		forms[t.Name] = map[reflect.Type]bool{}
		for _, form := range t.Forms(x.title.Info().MaxSeats) {
			forms[t.Name][reflect.TypeOf(form)] = true
		}
	}
	return forms
}
