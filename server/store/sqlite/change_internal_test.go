package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func openForChanges(t *testing.T) *Store {
	t.Helper()
	s := must.Return(Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), Options{}))(t)
	t.Cleanup(func() { _ = s.Close() })
	must.Succeed(t, s.change(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT")
		return err
	}))
	return s
}

func (s *Store) addNumber(ctx context.Context, n int, after func() error) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO numbers VALUES (?)", n); err != nil {
			return err
		}
		return after()
	})
}

func (s *Store) numbers(t *testing.T) (n int) {
	t.Helper()
	must.Succeed(t, s.write.QueryRowContext(t.Context(), "SELECT count(*) FROM numbers").Scan(&n))
	return n
}

func nothing() error { return nil }

// Changes that wait at the same time share commits, and each keeps its own result.
func TestChange_Shared(t *testing.T) {
	t.Parallel()
	s := openForChanges(t)
	var before int64
	must.Succeed(t, s.write.QueryRowContext(t.Context(), "SELECT changes FROM meta").Scan(&before))
	hold, held := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		expect.Error(t, s.addNumber(t.Context(), -1, func() error { close(held); <-hold; return nil }), nil)
	})
	<-held
	refused := errors.New("refused")
	const callers = 100
	for n := range callers {
		all.Go(func() {
			want := error(nil)
			if n%5 == 0 {
				want = refused
			}
			expect.Error(t, s.addNumber(t.Context(), n, func() error { return want }), want, "change", n)
		})
	}
	all.Go(func() {
		defer func() {
			expect.Equal(t, fmt.Sprint(recover()), "planted", "the caller the panic")
		}()
		_ = s.addNumber(t.Context(), callers, func() error { panic("planted") })
	})
	for { // until all wait
		s.changes.mu.Lock()
		waiting := len(s.changes.waiting)
		s.changes.mu.Unlock()
		if waiting == callers+1 {
			break
		}
		runtime.Gosched()
	}
	close(hold)
	all.Wait()
	expect.Equal(t, s.numbers(t), 1+callers*4/5, "numbers")
	var after int64
	must.Succeed(t, s.write.QueryRowContext(t.Context(), "SELECT changes FROM meta").Scan(&after))
	if commits := after - before; commits != 3 { // the one that was held, and 101 in two batches
		t.Errorf("got %d commits, want 3", commits)
	}
}

// A caller that gives up while its change waits or runs changes nothing, and the others keep their changes.
func TestChange_Canceled(t *testing.T) {
	t.Parallel()
	s := openForChanges(t)
	hold, held := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	running, giveUp := context.WithCancel(t.Context())
	all.Go(func() {
		expect.Error(t, s.addNumber(running, 1, func() error { close(held); <-hold; return nil }), store.ErrUnavailable, "the change that ran")
	})
	<-held
	waiting, cancel := context.WithCancel(t.Context())
	cancel()
	expect.Error(t, s.addNumber(waiting, 2, nothing), store.ErrUnavailable, "the change that waited")
	giveUp()
	all.Go(func() {
		expect.Error(t, s.addNumber(t.Context(), 3, nothing), nil)
	})
	close(hold)
	all.Wait()
	expect.Equal(t, s.numbers(t), 1, "numbers")
}

// A full queue refuses at once, and nothing is changed.
func TestChange_Overloaded(t *testing.T) {
	t.Parallel()
	s := openForChanges(t)
	s.changes.mu.Lock()
	s.changes.waiting = make([]*change, maxWaiting)
	s.changes.mu.Unlock()
	expect.Error(t, s.addNumber(t.Context(), 1, nothing), store.ErrOverloaded)
	s.changes.mu.Lock()
	s.changes.waiting = nil
	s.changes.mu.Unlock()
	expect.Error(t, s.addNumber(t.Context(), 1, nothing), nil)
}
