package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nemeton/server/store"
)

const (
	maxChanges = 64
	// maxWaiting is the number of changes that may wait. Two thousand of them take about a second.
	maxWaiting = 8192
)

// changes batches all writes except appends. Those that arrive while others are committed share the next commit, each in a savepoint of its own.
type changes struct {
	mu      sync.Mutex // guards all below
	waiting []*change
	running bool
	closed  bool
	done    sync.WaitGroup
}

type change struct {
	ctx      context.Context
	do       func(context.Context, *sql.Tx) error
	result   chan error // with room for one
	err      error      // of do
	panicked any        // the value of a panic of do
}

// change runs do in a transaction, which is rolled back on any error. do must use the context that it gets. Errors: those of do, and store.ErrOverloaded if
// too many changes wait.
func (s *Store) change(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	c := &change{ctx: ctx, do: do, result: make(chan error, 1)}
	if err := s.changes.add(c, s.commitChanges); err != nil {
		return err
	}
	select {
	case err := <-c.result:
		return s.ended(c, err)
	case <-ctx.Done():
	}
	if s.changes.remove(c) {
		return s.fail(ctx, ctx.Err())
	}
	return s.ended(c, <-c.result) // it is running, and may write to variables of the caller
}

// ended returns the result of a change, or panics as its do did.
func (s *Store) ended(c *change, err error) error {
	if c.panicked != nil {
		panic(c.panicked)
	}
	return s.fail(c.ctx, err)
}

// add queues a change, and starts work unless it is running.
func (q *changes) add(c *change, work func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return fmt.Errorf("%w: it is closed", store.ErrUnavailable)
	}
	if len(q.waiting) >= maxWaiting {
		return store.ErrOverloaded
	}
	q.waiting = append(q.waiting, c)
	if !q.running {
		q.running = true
		q.done.Go(work)
	}
	return nil
}

// close refuses further changes, and waits for those that were accepted.
func (q *changes) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.done.Wait()
}

// remove takes a change back that has not begun.
func (q *changes) remove(c *change) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, c)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	return at >= 0
}

// next takes the changes of the next commit. If there are none, the caller must stop.
func (q *changes) next() []*change {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.waiting), maxChanges)
	batch := slices.Clone(q.waiting[:n])
	q.waiting = slices.Delete(q.waiting, 0, n)
	q.running = n > 0
	return batch
}

func (s *Store) commitChanges() {
	for {
		batch := s.changes.next()
		if len(batch) == 0 {
			return
		}
		err := s.commitTogether(batch)
		for _, c := range batch {
			if c.err != nil {
				c.result <- c.err
			} else {
				c.result <- err
			}
		}
	}
}

// commitTogether runs changes in one transaction. A change that fails is undone alone; its error is in err. The returned error is that of the whole
// transaction. It ends when the last caller stops waiting: a canceled caller alone must not roll back the changes of the others.
func (s *Store) commitTogether(batch []*change) error {
	ctx, cancel := latest(batch)
	defer cancel()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after a commit
	var count int64
	if err := tx.QueryRowContext(ctx, "UPDATE meta SET changes = changes + 1 RETURNING changes").Scan(&count); err != nil {
		return err
	}
	if err := s.lock.check(s.journal); err != nil {
		return err
	}
	kept := 0
	for _, c := range batch {
		if len(batch) == 1 {
			c.run(ctx, tx)
		} else if err := c.runApart(ctx, tx); err != nil {
			return err
		}
		if c.err == nil {
			kept++
		}
	}
	if kept == 0 {
		return nil // every change has its own error
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.mark.note(0, count)
	return nil
}

// latest is a context that lasts as long as the deadline of any caller.
func latest(batch []*change) (context.Context, context.CancelFunc) {
	var end time.Time
	for _, c := range batch {
		at, ok := c.ctx.Deadline()
		if !ok {
			return context.Background(), func() {}
		}
		if at.After(end) {
			end = at
		}
	}
	return context.WithDeadline(context.Background(), end)
}

func (c *change) run(ctx context.Context, tx *sql.Tx) {
	defer func() {
		if why := recover(); why != nil {
			c.panicked, c.err = why, fmt.Errorf("panic: %v", why)
		}
	}()
	if c.err = c.ctx.Err(); c.err == nil {
		c.err = cmp.Or(c.do(ctx, tx), c.ctx.Err()) // a caller that gave up meanwhile changes nothing
	}
}

// runApart runs the change in a savepoint. An error means that the transaction cannot go on.
func (c *change) runApart(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT change"); err != nil {
		return err
	}
	c.run(ctx, tx)
	if c.err != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO change"); err != nil {
			return errors.Join(c.err, err)
		}
	}
	_, err := tx.ExecContext(ctx, "RELEASE change")
	return err
}
