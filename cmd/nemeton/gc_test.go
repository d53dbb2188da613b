package main

import "testing"

func TestHeap_IsCalm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		is   heap
		want bool
	}{
		"under load":                          {heap{before: 100 << 20, used: 200 << 20}, false},
		"after a load":                        {heap{before: 200 << 20, used: 201 << 20, given: 10 << 20}, true},
		"nothing happened since":              {heap{before: 201 << 20, used: 202 << 20, given: 201 << 20}, false},
		"much is free":                        {heap{before: 201 << 20, used: 202 << 20, given: 201 << 20, free: 30 << 20}, true},
		"a slow game, for a while":            {heap{before: 201 << 20, used: 203 << 20, given: 180 << 20}, true},
		"a slow game, where it was just done": {heap{before: 201 << 20, used: 203 << 20, given: 200 << 20}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.is.isCalm(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
