package traffic

import (
	"context"
	"sync/atomic"
)

// barrier holds all slots until the last one has arrived and the run opens it.
type barrier struct {
	remaining atomic.Int64
	complete  chan struct{} // closed by the last slot
	open      chan struct{} // closed by the run
}

func newBarrier(slots int) *barrier {
	g := &barrier{complete: make(chan struct{}), open: make(chan struct{})}
	if g.remaining.Store(int64(slots)); slots == 0 {
		close(g.complete)
	}
	return g
}

// arrive is called once by each slot. It waits until the barrier opens, and returns false if ctx ends first.
func (g *barrier) arrive(ctx context.Context) bool {
	if g.remaining.Add(-1) == 0 {
		close(g.complete)
	}
	return waitFor(ctx, g.open)
}

// awaitAll waits until all slots have arrived. It returns false if ctx ends first.
func (g *barrier) awaitAll(ctx context.Context) bool { return waitFor(ctx, g.complete) }

func waitFor(ctx context.Context, c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}
