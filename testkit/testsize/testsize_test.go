package testsize_test

import (
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/testsize"
)

func TestPick(t *testing.T) {
	for value, want := range map[string]int{"quick": 1, "": 2, "all": 2, "long": 3} {
		t.Setenv(testsize.Env, value)
		expect.Equal(t, testsize.Pick(1, 2, 3), want, testsize.Env, "=", value)
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

func TestLongOnly(t *testing.T) {
	for value, want := range map[string]bool{"quick": true, "": true, "all": false, "long": false} {
		t.Run("NEMETON_TESTS="+value, func(t *testing.T) {
			t.Setenv(testsize.Env, value)
			skipped := true
			t.Run("", func(t *testing.T) {
				testsize.LongOnly(t)
				skipped = false
			})
			expect.Equal(t, skipped, want, "skipped")
		})
	}
}
