package chance

import (
	"math"
	"testing"
)

func TestBelow_RejectsTheIncompleteRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		n     uint64
		give  []uint64
		want  uint64
		spent int
	}{
		{"one outcome takes any number", 1, []uint64{math.MaxUint64}, 0, 1},
		{"a power of two has no incomplete run", 8, []uint64{math.MaxUint64}, 7, 1},
		// 2^64 is 6k+4, so the last four numbers are the incomplete run.
		{"six, last of the whole runs", 6, []uint64{math.MaxUint64 - 4}, 5, 1},
		{"six, first of the incomplete run", 6, []uint64{math.MaxUint64 - 3, 9}, 3, 2},
		{"six, the very last", 6, []uint64{math.MaxUint64, math.MaxUint64 - 1, 0}, 0, 3},
		// For 2^63+1 there is one complete run; almost half of all numbers are rejected.
		{"a range over half", 1<<63 + 1, []uint64{1<<63 + 1, math.MaxUint64, 1 << 63}, 1 << 63, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			spent := 0
			got := below(c.n, func() uint64 { spent++; return c.give[spent-1] })
			if got != c.want || spent != c.spent {
				t.Errorf("got %d after %d numbers, want %d after %d", got, spent, c.want, c.spent)
			}
		})
	}
}
