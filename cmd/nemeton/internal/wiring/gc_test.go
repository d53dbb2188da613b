package wiring

import (
	"testing"

	"nemeton/testkit/expect"
)

func TestHeap_IsIdle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heap heap
		want bool
	}{
		"under load":                            {heap{before: 100 << 20, allocated: 200 << 20}, false},
		"after a load":                          {heap{before: 200 << 20, allocated: 201 << 20, returned: 10 << 20}, true},
		"nothing happened since the return":     {heap{before: 201 << 20, allocated: 202 << 20, returned: 201 << 20}, false},
		"much memory is free":                   {heap{before: 201 << 20, allocated: 202 << 20, returned: 201 << 20, free: 30 << 20}, true},
		"a slow game, long after the return":    {heap{before: 201 << 20, allocated: 203 << 20, returned: 180 << 20}, true},
		"a slow game, shortly after the return": {heap{before: 201 << 20, allocated: 203 << 20, returned: 200 << 20}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Equal(t, c.heap.isIdle(), c.want)
		})
	}
}
