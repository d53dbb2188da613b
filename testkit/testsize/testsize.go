// Package testsize sets how much work a test does: how many games, seeds or faults. The environment variable NEMETON_TESTS selects one of
// three sizes: quick (make test-quick), long (make test-long), and a size between the two if the variable is empty (make test) or "all". With all and
// long, the tests that call LongOnly run, too.
package testsize

import (
	"fmt"
	"os"
	"testing"
)

// Env is the name of the environment variable.
const Env = "NEMETON_TESTS"

// Size is the amount of work.
type Size int

// The sizes.
const (
	Quick Size = iota
	Normal
	Long
)

// Get returns the size that the environment selects. It panics on an unknown value, so that a typing error does not make a long run short.
func Get() Size {
	switch value := os.Getenv(Env); value {
	case "quick":
		return Quick
	case "", "all":
		return Normal
	case "long":
		return Long
	default:
		panic(fmt.Sprintf("%s is %q; want quick, all, long or nothing", Env, value))
	}
}

// Pick returns the value for the selected size.
func Pick[T any](quick, normal, long T) T {
	return [...]T{quick, normal, long}[Get()]
}

// LongOnly skips a test that `make test` leaves out because it takes long. scripts/test-go finds such tests by this call, which must be alone on its line.
func LongOnly(t testing.TB) {
	t.Helper()
	if Get() != Long && os.Getenv(Env) != "all" {
		t.Skip("part of make test-long")
	}
}
