package main

import (
	"os"
	"runtime/debug"
	"testing"
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
			if got := c.heap.isIdle(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// The memory limit follows that of the container, and a limit of the operator goes before it. Not parallel: it sets the limit of the process.
func TestMemoryLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	for _, c := range []struct {
		env   map[string]string
		group string
		want  int64
	}{
		{nil, "", 0}, {nil, "max\n", 0}, {nil, "1073741824\n", 966367620}, {map[string]string{"MEMORY_LIMIT": "1000000000000"}, "max\n", 900000000000},
		{map[string]string{"MEMORY_LIMIT": "1000000000000", "GOMEMLIMIT": "5MiB"}, "2000\n", 0},
	} {
		read := func(string) ([]byte, error) {
			if c.group == "" {
				return nil, os.ErrNotExist
			}
			return []byte(c.group), nil
		}
		if got := setMemoryLimit(func(name string) string { return c.env[name] }, read); got != c.want {
			t.Errorf("%v, %q: got %d, want %d", c.env, c.group, got, c.want)
		}
	}
}
