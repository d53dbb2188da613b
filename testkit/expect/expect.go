// Package expect compares results of tests with the expected ones.
package expect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Equal reports an error at its caller's line if the values differ. The parts of what, joined by spaces, tell what was compared.
func Equal[T comparable](t testing.TB, got, want T, what ...any) {
	t.Helper()
	if got != want {
		report(t, got, want, what)
	}
}

// Slice is Equal for slices. A nil one equals an empty one.
func Slice[T comparable](t testing.TB, got, want []T, what ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		report(t, got, want, what)
	}
}

// Deep is Equal for values that are compared as by reflect.DeepEqual.
func Deep[T any](t testing.TB, got, want T, what ...any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		report(t, got, want, what)
	}
}

func report(t testing.TB, got, want any, what []any) {
	t.Helper()
	verb := "%+v"
	if kind := reflect.TypeOf(got); kind != nil && kind.Kind() == reflect.String {
		verb = "%q"
	}
	label := strings.TrimSpace(fmt.Sprintln(what...))
	if label != "" {
		label += ": "
	}
	t.Errorf("%sgot "+verb+", want "+verb, label, got, want)
}
