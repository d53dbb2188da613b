// Package must ends tests whose preparation fails.
package must

import "testing"

// Succeed ends the test at its caller's line if the error is not nil.
func Succeed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
