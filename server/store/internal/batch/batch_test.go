package batch_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/testkit/expect"
)

// disk is a store whose commits the test controls.
type disk struct {
	began chan []store.TableID // sorted tables of each batch that begins
	end   chan struct{}        // lets one commit end
}

func newDisk() *disk { return &disk{began: make(chan []store.TableID), end: make(chan struct{})} }

func (d *disk) commit(batch []*dialect.Append) []error {
	var ids []store.TableID
	for _, a := range batch {
		ids = append(ids, a.Table)
	}
	slices.Sort(ids)
	d.began <- ids
	<-d.end
	return make([]error, len(batch))
}

// expect waits for a batch of these tables to begin.
func (d *disk) expect(t *testing.T, want ...store.TableID) {
	t.Helper()
	expect.Slice(t, <-d.began, want, "a batch")
}

func newAppend(id store.TableID, seq engine.Seq) *dialect.Append {
	a := &dialect.Append{Append: store.Append{Table: id}}
	a.Record.Entry.Seq = seq
	return a
}

// start starts appends that must succeed, and returns when the queue has accepted them.
func start(t *testing.T, q *batch.Queue, ids ...store.TableID) {
	t.Helper()
	for _, id := range ids {
		go func() {
			expect.Error(t, q.Commit(t.Context(), newAppend(id, 1)), nil, id)
		}()
		synctest.Wait()
	}
}

func TestAppend_Batches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		q := batch.New(1, 3, d.commit)
		start(t, q, "a")
		d.expect(t, "a") // a free worker takes it at once
		start(t, q, "b", "c", "c", "d", "e")
		d.end <- struct{}{}
		d.expect(t, "b", "c", "d") // appends that waited: one of each table, up to the size
		d.end <- struct{}{}
		d.expect(t, "c", "e")
		closed := make(chan struct{})
		go func() {
			q.Close()
			close(closed)
		}()
		synctest.Wait()
		expect.Error(t, q.Commit(t.Context(), newAppend("f", 1)), store.ErrUnavailable, "after Close was called")
		select {
		case <-closed:
			t.Error("closed before the last batch was stored")
		default:
		}
		d.end <- struct{}{}
		<-closed
	})
}

func TestAppend_Workers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		q := batch.New(2, 8, d.commit)
		start(t, q, "a")
		d.expect(t, "a")
		start(t, q, "a", "b")
		d.expect(t, "b") // the second append of a waits for the first
		d.end <- struct{}{}
		d.end <- struct{}{}
		d.expect(t, "a")
		d.end <- struct{}{}
		q.Close()
	})
}

func TestAppend_ContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		q := batch.New(1, 8, d.commit)
		ctx, cancel := context.WithCancel(t.Context())
		canceled := func(id store.TableID) {
			if err := q.Commit(ctx, newAppend(id, 1)); !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got error %v, want %v and %v", id, err, store.ErrUnavailable, context.Canceled)
			}
		}
		go canceled("a")
		d.expect(t, "a")
		go canceled("b")
		start(t, q, "c")
		cancel()
		synctest.Wait()
		d.end <- struct{}{}
		d.expect(t, "c") // the caller of b gave up before a batch took it
		d.end <- struct{}{}
		q.Close()
	})
}

// A deadline that passes in the queue means an overload if other appends were stored meanwhile, and a store that does not answer otherwise.
func TestAppend_Deadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		q := batch.New(1, 1, d.commit)
		appendWithin := func(id store.TableID, want error) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := q.Commit(ctx, newAppend(id, 1)); !errors.Is(err, want) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: got error %v, want %v after a timeout", id, err, want)
			}
		}
		start(t, q, "a")
		d.expect(t, "a")
		appendWithin("silent", store.ErrUnavailable)
		start(t, q, "b")
		go appendWithin("late", store.ErrOverloaded)
		synctest.Wait()
		d.end <- struct{}{}
		d.expect(t, "b")
		<-time.After(time.Hour)
		d.end <- struct{}{}
		q.Close()
	})
}

// reader returns at most one record of each table, and is unavailable for one table.
type reader struct {
	records map[store.TableID]engine.Record
	broken  store.TableID
	reads   int
}

func (r *reader) Read(_ context.Context, id store.TableID, _ engine.Seq, _ int) ([]engine.Record, error) {
	r.reads++
	if id == r.broken {
		return nil, store.ErrUnavailable
	}
	if found, ok := r.records[id]; ok {
		return []engine.Record{found}, nil
	}
	return nil, nil
}

func TestReconcile(t *testing.T) {
	t.Parallel()
	lost := errors.New("the connection was lost")
	var appends []*dialect.Append
	for _, id := range []store.TableID{"refused", "stored", "conflicting", "missing", "unreadable", "after"} {
		appends = append(appends, newAppend(id, 3))
	}
	r := &reader{broken: "unreadable", records: map[store.TableID]engine.Record{"stored": {}, "conflicting": {Hash: [32]byte{1}}, "after": {}}}
	results := make([]error, len(appends))
	results[0] = store.ErrDuplicate
	got := batch.Reconcile(t.Context(), r, appends, results, lost)
	expect.Slice(t, got, []error{store.ErrDuplicate, nil, store.ErrConflict, lost, lost, lost})
	expect.Equal(t, r.reads, 4, "reads, after a failed read the store is not asked again")
}
