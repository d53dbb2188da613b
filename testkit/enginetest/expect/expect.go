// Package expect holds assertions about events and values for the tests of titles.
package expect

import (
	"reflect"
	"slices"
	"testing"

	"nemeton/engine"
)

// Find returns the first event of a type, or ends the test.
func Find[E engine.Event](t testing.TB, events []engine.Event) E {
	t.Helper()
	for _, e := range events {
		if found, ok := e.(E); ok {
			return found
		}
	}
	var none E
	t.Fatalf("no %T among %+v", none, events)
	return none
}

// Has reports whether the list contains an event of a type.
func Has[E engine.Event](events []engine.Event) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool { _, ok := e.(E); return ok })
}

// Equal asserts deep equality.
func Equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}
