// Package eventtest finds events in the tests of titles.
package eventtest

import (
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
