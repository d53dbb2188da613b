// Package expect is what tests of titles say of events and values.
package expect

import (
	"reflect"
	"slices"
	"testing"

	"nemeton/engine"
)

// Find is the first event of a type; else the test ends.
func Find[E engine.Event](t testing.TB, events []engine.Event) E {
	t.Helper()
	for _, e := range events {
		if found, ok := e.(E); ok {
			return found
		}
	}
	var none E
	t.Fatalf("no %s among %+v", none.EventName(), events)
	return none
}

// Has tells whether there is an event of a type.
func Has[E engine.Event](events []engine.Event) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool { _, ok := e.(E); return ok })
}

// Equal compares, deeply.
func Equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}
