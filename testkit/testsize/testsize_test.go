package testsize_test

import (
	"testing"

	"nemeton/testkit/testsize"
)

func TestPick(t *testing.T) {
	for value, want := range map[string]int{"quick": 1, "": 2, "long": 3} {
		t.Setenv(testsize.Env, value)
		if got := testsize.Pick(1, 2, 3); got != want {
			t.Errorf("%s=%q: got %d, want %d", testsize.Env, value, got, want)
		}
	}
}

func TestGet_UnknownValue(t *testing.T) {
	t.Setenv(testsize.Env, "Long")
	defer func() {
		if recover() == nil {
			t.Error("got no panic for an unknown value")
		}
	}()
	testsize.Get()
}
