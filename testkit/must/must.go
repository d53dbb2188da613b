// Package must ends tests whose preparation fails.
package must

import "testing"

// Succeed ends the test at its caller's line if the error is not nil. The parts of what tell what failed.
func Succeed(t testing.TB, err error, what ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(what, err)...)
	}
}

// Return returns the value of a call once it has a test, which the call's error ends: must.Return(os.ReadFile(path))(t).
func Return[V any](value V, err error) func(t testing.TB, what ...any) V {
	return func(t testing.TB, what ...any) V {
		t.Helper()
		Succeed(t, err, what...)
		return value
	}
}
