// Package batch collects concurrent appends into batches, so that one commit, and one sync of the disk, serves many tables.
//
// # Invariants
//
//   - No append waits for a timer. If a worker is free, an append starts at once. The appends that arrive while all workers are busy form the
//     next batch.
//   - A batch holds at most one append of a table, and only one worker at a time has appends of that table. So batches never wait for each
//     other's rows.
//   - A bounded number of appends waits. A wait that reaches its deadline before the append began is store.ErrOverloaded if other appends were stored
//     meanwhile.
//   - Every append gets its own result, independent of the others in its batch.
//   - Close waits for all appends that were accepted before.
//
// Measured with 128 tables: five times the rate of one-row transactions on SQLite, twice the rate on Postgres.
package batch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"nemeton/server/failpoint"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// CommitBatch stores a batch in one commit and returns the result of each append: nil, or an error that store.Log documents for Append.
type CommitBatch func(batch []*dialect.Append) []error

// Queue collects appends into batches. Create it with New.
type Queue struct {
	commit  CommitBatch
	workers int
	size    int
	idle    sync.Pool // of *pendingAppend, for the next callers

	mu       sync.Mutex // guards the fields below
	waiting  []*pendingAppend
	inFlight map[store.TableID]bool // tables with an append in a running commit
	running  int                    // number of running workers
	stored   uint64                 // appends without an error
	closed   bool
	done     sync.WaitGroup
}

// pendingAppend is an append whose caller waits for the result.
type pendingAppend struct {
	ctx    context.Context
	append *dialect.Append
	result chan error // with room for one, because the caller may have given up
	never  bool       // the caller gave up before it began; guarded by mu
}

// maxWaiting is the number of appends that may wait. Sixteen thousand of them take about a second on a small machine.
const maxWaiting = 16384

// New returns a Queue that runs up to workers commits at once, each of up to size appends.
func New(workers, size int, commit CommitBatch) *Queue {
	return &Queue{
		commit: commit, workers: workers, size: size, inFlight: map[store.TableID]bool{},
		idle: sync.Pool{New: func() any { return &pendingAppend{result: make(chan error, 1)} }},
	}
}

// Commit stores a with one of the next batches and blocks until its result is known. If ctx ends first, it returns store.ErrUnavailable; the
// append may or may not be stored then. It returns store.ErrOverloaded if too many appends wait, and if ctx reaches its deadline in the queue while
// others are stored; the append is not stored then.
func (q *Queue) Commit(ctx context.Context, a *dialect.Append) error {
	if ctx.Err() != nil {
		return ended(ctx)
	}
	p, _ := q.idle.Get().(*pendingAppend)
	p.ctx, p.append = ctx, a
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return fmt.Errorf("%w: %w", store.ErrUnavailable, errors.New("the store is closed"))
	}
	if len(q.waiting) >= maxWaiting {
		q.mu.Unlock()
		return store.ErrOverloaded
	}
	first := q.stored
	q.waiting = append(q.waiting, p)
	if q.running < q.workers {
		q.running++
		q.done.Go(q.work)
	}
	q.mu.Unlock()
	if a.Observer != nil {
		a.Observer.Meanwhile()
	}
	select {
	case err := <-p.result:
		p.ctx, p.append = nil, nil
		q.idle.Put(p) // the worker is done with it
		return err
	case <-ctx.Done(): // a worker may still use it
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if at := slices.Index(q.waiting, p); at >= 0 {
		q.waiting, p.never = slices.Delete(q.waiting, at, at+1), true
	}
	if p.never && errors.Is(ctx.Err(), context.DeadlineExceeded) && q.stored != first {
		return fmt.Errorf("%w: %w", store.ErrOverloaded, ctx.Err())
	}
	return ended(ctx)
}

func ended(ctx context.Context) error { return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err()) }

// Close rejects further appends and blocks until the accepted ones have their results.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.done.Wait()
}

// work commits batches until no append is left that it may take.
func (q *Queue) work() {
	for {
		pending := q.nextBatch()
		if pending == nil {
			return
		}
		batch := make([]*dialect.Append, len(pending))
		for i, p := range pending {
			batch[i] = p.append
		}
		failpoint.Reach(failpoint.Append)
		results := q.commit(batch)
		failpoint.Reach(failpoint.Stored)
		q.mu.Lock()
		for _, a := range batch {
			delete(q.inFlight, a.Table)
		}
		for _, err := range results {
			if err == nil {
				q.stored++
			}
		}
		q.mu.Unlock()
		for i, p := range pending {
			if o := p.append.Observer; o != nil {
				o.Done()
			}
			p.result <- results[i] // p belongs to its caller again
		}
		// A caller that has just got its result may append again at once. Let it join the next batch instead of the one after.
		// Measured on SQLite with 128 tables: 13 % less processor time.
		runtime.Gosched()
	}
}

// nextBatch returns the next batch; nil if there is none, and then the worker must stop. Appends of tables in flight stay in the queue for the
// worker that has the table.
func (q *Queue) nextBatch() []*pendingAppend {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch, left []*pendingAppend
	for _, p := range q.waiting {
		switch {
		case p.ctx.Err() != nil: // its caller gave up before the append began
			p.never = true
		case len(batch) == q.size, q.inFlight[p.append.Table]:
			left = append(left, p)
		default:
			q.inFlight[p.append.Table] = true
			batch = append(batch, p)
		}
	}
	q.waiting = left
	if batch == nil {
		q.running--
	}
	return batch
}
