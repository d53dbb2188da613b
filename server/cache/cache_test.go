package cache_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"nemeton/server/cache"
	"nemeton/testkit/expect"
)

// Concurrent requests build one export. It is built although the first request ends.
func TestCache_OneFlight(t *testing.T) {
	t.Parallel()
	c := cache.New(100, func(raw []byte) int { return len(raw) })
	var built atomic.Int32
	building, hold := make(chan struct{}), make(chan struct{})
	build := func(ctx context.Context) ([]byte, error) {
		built.Add(1)
		close(building)
		<-hold
		return []byte("export"), ctx.Err()
	}
	leaving, leave := context.WithCancel(t.Context())
	results := make(chan error)
	go func() {
		_, err := c.Get(leaving, "tag", build)
		results <- err
	}()
	<-building
	for range 8 {
		go func() {
			raw, err := c.Get(t.Context(), "tag", build)
			if err == nil && string(raw) != "export" {
				err = errors.New("got other bytes")
			}
			results <- err
		}()
	}
	leave()
	expect.Error(t, <-results, context.Canceled, "the request that ended")
	close(hold)
	for range 8 {
		expect.Error(t, <-results, nil)
	}
	expect.Equal(t, built.Load(), 1, "builds")
}

// The cache keeps the exports that were used last, within its size, and no failures.
func TestCache_Bounded(t *testing.T) {
	t.Parallel()
	c := cache.New(100, func(raw []byte) int { return len(raw) })
	get := func(tag string, size int) (built bool) {
		raw, err := c.Get(t.Context(), tag, func(context.Context) ([]byte, error) { built = true; return make([]byte, size), nil })
		if err != nil || len(raw) != size {
			t.Errorf("%s: got %d bytes, %v", tag, len(raw), err)
		}
		return built
	}
	for _, step := range []struct {
		tag   string
		size  int
		built bool
	}{
		{"a", 40, true}, {"b", 40, true}, {"a", 40, false}, {"c", 40, true}, {"a", 40, false}, {"c", 40, false}, {"b", 40, true},
		{"large", 101, true}, {"large", 101, true}, {"b", 40, false},
	} {
		expect.Equal(t, get(step.tag, step.size), step.built, step.tag, "built")
	}
	broken := errors.New("broken")
	expect.Error(t, expect.Second(c.Get(t.Context(), "new", func(context.Context) ([]byte, error) { return nil, broken })), broken, "the failure")
	if !get("new", 1) {
		t.Error("a failure was cached")
	}
}
