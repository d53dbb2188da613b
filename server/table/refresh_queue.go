package table

import (
	"context"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// refreshTimeout is the time that the store may take for one refresh after a node message.
const refreshTimeout = 5 * time.Second

// refreshRequest is the work at one table that node messages ask for.
type refreshRequest struct {
	seq             engine.Seq // the log has at least this entry
	rowChanged      bool
	presenceChanged bool // on another node
}

// refreshQueue holds the pending requests. The messages that arrive while a table is busy are merged into one request per table, so
// the queue never grows with the number of messages.
type refreshQueue struct {
	mu      sync.Mutex
	pending map[store.TableID]*refreshRequest // has an entry for each table that a goroutine works at
	closed  bool
}

func (q *refreshQueue) close() { q.unlessClosed(func() { q.closed = true }) }

// unlessClosed calls do with the lock held, unless the queue is closed.
func (q *refreshQueue) unlessClosed(do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		do()
	}
}

// enqueueRefresh merges work into the request of a table. A goroutine does the work; enqueueRefresh does not block.
func (r *Registry) enqueueRefresh(id store.TableID, merge func(*refreshRequest)) {
	if r.inMemory(id) == nil {
		return // no subscribers here
	}
	r.refreshes.unlessClosed(func() {
		q, busy := r.refreshes.pending[id]
		if !busy {
			q = &refreshRequest{}
			r.refreshes.pending[id] = q
			r.done.Go(func() { r.runRefreshes(id) })
		}
		merge(q)
	})
}

// runRefreshes handles the requests of a table until none is left.
func (r *Registry) runRefreshes(id store.TableID) {
	for {
		r.refreshes.mu.Lock()
		q := *r.refreshes.pending[id]
		if q == (refreshRequest{}) || r.refreshes.closed {
			delete(r.refreshes.pending, id)
			r.refreshes.mu.Unlock()
			return
		}
		*r.refreshes.pending[id] = refreshRequest{}
		r.refreshes.mu.Unlock()
		if l := r.inMemory(id); l != nil {
			l.handle(q)
		}
	}
}

func (l *live) handle(q refreshRequest) {
	ctx, cancel := context.WithTimeout(context.Background(), refreshTimeout)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.evicted || l.fold == nil || len(l.subs) == 0 {
		return // no subscribers; other uses of the table read the store first
	}
	if q.rowChanged || q.seq > l.fold.Seq() {
		if err := l.refresh(ctx); err != nil {
			l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not refresh a table after a node message; the next poll will")
			l.stale = true
		}
	}
	if q.presenceChanged {
		l.broadcastPresence()
	}
}
