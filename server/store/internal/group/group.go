// Package group lets appends that come at the same time share a commit, so that the disk is waited for once for all of them.
//
// # Invariants
//
//   - Nobody waits for a timer: where a lane is free an append goes at once; those that come meanwhile go together, next.
//   - A batch holds one append of a table at most, and a table's append is in one lane at a time: batches never wait for
//     each other's rows.
//   - Every append is told its own fate; what becomes of its neighbours is nothing to it.
//   - Close waits until all that was taken on is done.
package group

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CommitBatch stores a batch in one commit and says what became of each append: nil, or an error of store.Log's Append.
type CommitBatch func(batch []*row.Append) []error

// Group gathers appends. It is made by New.
type Group struct {
	commitBatch CommitBatch
	workers     int
	size        int

	mu       sync.Mutex // guards all below
	waiting  []*pendingAppend
	inFlight map[store.TableID]bool // tables of which an append is being stored
	open     int                    // workers at work
	closed   bool
	done     sync.WaitGroup
}

// pendingAppend is an append that somebody waits for.
type pendingAppend struct {
	ctx    context.Context
	what   *row.Append
	result chan error // capacity 1: who gave up is not waited for
}

// New makes a group that stores up to lanes batches at once, of up to size appends each.
func New(lanes, size int, keep CommitBatch) *Group {
	return &Group{commitBatch: keep, workers: lanes, size: size, inFlight: map[store.TableID]bool{}}
}

// Append hands a in and waits for its fate. Where ctx ends first that is store.ErrUnavailable: if its batch was under way
// nobody knows yet what comes of it.
func (g *Group) Append(ctx context.Context, a *row.Append) error {
	if ctx.Err() != nil {
		return over(ctx)
	}
	w := &pendingAppend{ctx: ctx, what: a, result: make(chan error, 1)}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return fmt.Errorf("%w: %w", store.ErrUnavailable, errors.New("the store is closed"))
	}
	g.waiting = append(g.waiting, w)
	if g.open < g.workers {
		g.open++
		g.done.Go(g.work)
	}
	g.mu.Unlock()
	select {
	case err := <-w.result:
		return err
	case <-ctx.Done():
		return over(ctx)
	}
}

func over(ctx context.Context) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err()) }

// Close takes nothing on any more and waits for what was.
func (g *Group) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.done.Wait()
}

// work stores batch after batch until nothing is left that it could take.
func (g *Group) work() {
	for {
		batch := g.take()
		if batch == nil {
			return
		}
		list := make([]*row.Append, len(batch))
		for i, w := range batch {
			list[i] = w.what
		}
		fates := g.commitBatch(list)
		g.mu.Lock()
		for i := range batch {
			delete(g.inFlight, list[i].Table)
		}
		g.mu.Unlock()
		for i, w := range batch {
			w.result <- fates[i]
		}
		// Who was told may have more to append at once: it shall go with the next batch, and not one batch later.
		runtime.Gosched()
	}
}

// take gives the next batch; nil where there is none, and the lane is counted out. What it leaves because the table is
// inFlight is taken by that lane when it comes back.
func (g *Group) take() []*pendingAppend {
	g.mu.Lock()
	defer g.mu.Unlock()
	var batch, left []*pendingAppend
	for _, w := range g.waiting {
		switch {
		case w.ctx.Err() != nil: // has given up, and nothing happened
		case len(batch) == g.size, g.inFlight[w.what.Table]:
			left = append(left, w)
		default:
			g.inFlight[w.what.Table] = true
			batch = append(batch, w)
		}
	}
	g.waiting = left
	if batch == nil {
		g.open--
	}
	return batch
}
