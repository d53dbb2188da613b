package wiring

import (
	"slices"
	"testing"
)

func TestProcessors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		usual, all int
		want       []int // the limit after each change
		resets     int
	}{
		"the whole machine":           {4, 4, []int{5, 6, 5, 4, 5, 4}, 2},
		"some of its processors only": {2, 4, []int{2, 2, 2, 2, 2, 2}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit, resets := c.usual, 0
			p := &processors{all: c.all, reset: func() { resets++ }}
			p.limit = func(n int) int {
				before := limit
				if n > 0 {
					limit = n
				}
				return before
			}
			var got []int
			for _, change := range []int{1, 1, -1, -1, 1, -1} {
				p.search(change)
				got = append(got, limit)
			}
			if !slices.Equal(got, c.want) || resets != c.resets {
				t.Errorf("got limits %v and %d resets, want %v and %d", got, resets, c.want, c.resets)
			}
		})
	}
}
