package traffic

import (
	"context"
	"sync/atomic"
)

// barrier holds all slots until the last one has come and somebody opens it.
type barrier struct {
	missing atomic.Int64
	all     chan struct{} // closed by the last one
	open    chan struct{} // closed by who opens it
}

func newBarrier(slots int) *barrier {
	g := &barrier{all: make(chan struct{}), open: make(chan struct{})}
	if g.missing.Store(int64(slots)); slots == 0 {
		close(g.all)
	}
	return g
}

// pass is called once by each slot; false where ctx ended first.
func (g *barrier) pass(ctx context.Context) bool {
	if g.missing.Add(-1) == 0 {
		close(g.all)
	}
	return waited(ctx, g.open)
}

// full waits until all slots have come; false where ctx ended first.
func (g *barrier) full(ctx context.Context) bool { return waited(ctx, g.all) }

func waited(ctx context.Context, c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}
