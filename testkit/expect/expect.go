// Package expect compares results of tests with the expected ones.
package expect

import (
	"errors"
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

// Error reports an error at its caller's line unless got is the error want, or wraps it.
func Error(t testing.TB, got, want error, what ...any) {
	t.Helper()
	if !errors.Is(got, want) {
		report(t, got, want, what)
	}
}

// Failure reports an error at its caller's line if err is nil.
func Failure(t testing.TB, err error, what ...any) {
	t.Helper()
	if err == nil {
		report(t, err, "an error", what)
	}
}

// Contains reports an error at its caller's line unless the text has the part.
func Contains(t testing.TB, text, part string, what ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		report(t, text, part, append(what, "(a part of the text)"))
	}
}

// First returns the first of the two values of a call.
func First[A, B any](a A, _ B) A { return a }

// Second returns the second of the two values of a call, such as its error.
func Second[A, B any](_ A, b B) B { return b }

// Third returns the last of the three values of a call, such as its error.
func Third[A, B, C any](_ A, _ B, c C) C { return c }

func report(t testing.TB, got, want any, what []any) {
	t.Helper()
	verb := "%+v"
	if kind := reflect.TypeOf(got); kind != nil && kind.Kind() == reflect.String {
		verb = "%q"
		if strings.Contains(fmt.Sprint(got, want), "\n") {
			verb = "\n%s\n"
		}
	}
	label := strings.TrimSpace(fmt.Sprintln(what...))
	if label != "" {
		label += ": "
	}
	t.Errorf("%sgot "+verb+", want "+verb, label, got, want)
}
