package group_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// disk stores a batch when it is let to.
type disk struct {
	began chan []store.TableID // each batch as it begins, its tables in order
	end   chan struct{}
}

func newDisk() *disk { return &disk{began: make(chan []store.TableID), end: make(chan struct{})} }

func (d *disk) keep(batch []*row.Append) []error {
	var ids []store.TableID
	for _, a := range batch {
		ids = append(ids, a.Table)
	}
	slices.Sort(ids)
	d.began <- ids
	<-d.end
	return make([]error, len(batch))
}

func (d *disk) expect(t *testing.T, want ...store.TableID) {
	t.Helper()
	if got := <-d.began; !slices.Equal(got, want) {
		t.Errorf("got a batch of %v, want %v", got, want)
	}
}

func to(id store.TableID, seq engine.Seq) *row.Append {
	a := &row.Append{Append: store.Append{Table: id}}
	a.Record.Entry.Seq = seq
	return a
}

// handIn starts appends that must succeed, and returns once the group has them.
func handIn(t *testing.T, g *group.Group, ids ...store.TableID) {
	t.Helper()
	for _, id := range ids {
		go func() {
			if err := g.Append(t.Context(), to(id, 1)); err != nil {
				t.Errorf("%s: got error %v, want none", id, err)
			}
		}()
		synctest.Wait()
	}
}

func TestAppend_Batches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		g := group.New(1, 3, d.keep)
		handIn(t, g, "a")
		d.expect(t, "a") // at once, alone
		handIn(t, g, "b", "c", "c", "d", "e")
		d.end <- struct{}{}
		d.expect(t, "b", "c", "d") // those that came meanwhile: one of a table, as many as fit
		d.end <- struct{}{}
		d.expect(t, "c", "e")
		closed := make(chan struct{})
		go func() {
			g.Close()
			close(closed)
		}()
		synctest.Wait()
		if err := g.Append(t.Context(), to("f", 1)); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("while it closes: got error %v, want %v", err, store.ErrUnavailable)
		}
		select {
		case <-closed:
			t.Error("closed before the last batch was stored")
		default:
		}
		d.end <- struct{}{}
		<-closed
	})
}

func TestAppend_Lanes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		g := group.New(2, 8, d.keep)
		handIn(t, g, "a")
		d.expect(t, "a")
		handIn(t, g, "a", "b")
		d.expect(t, "b") // beside a's: a's next waits for a's first
		d.end <- struct{}{}
		d.end <- struct{}{}
		d.expect(t, "a")
		d.end <- struct{}{}
		g.Close()
	})
}

func TestAppend_GivingUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDisk()
		g := group.New(1, 8, d.keep)
		ctx, giveUp := context.WithCancel(t.Context())
		hurried := func(id store.TableID) {
			if err := g.Append(ctx, to(id, 1)); !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got error %v, want %v and %v", id, err, store.ErrUnavailable, context.Canceled)
			}
		}
		go hurried("a")
		d.expect(t, "a")
		go hurried("b")
		handIn(t, g, "c")
		giveUp()
		synctest.Wait()
		d.end <- struct{}{}
		d.expect(t, "c") // b gave up before its turn came
		d.end <- struct{}{}
		g.Close()
	})
}

// shelf is a store to read from; what is missing there fails to be read where it is broken.
type shelf struct {
	records map[store.TableID]engine.Record
	broken  store.TableID
	asked   int
}

func (s *shelf) Read(_ context.Context, id store.TableID, _ engine.Seq, _ int) ([]engine.Record, error) {
	s.asked++
	if id == s.broken {
		return nil, store.ErrUnavailable
	}
	if r, ok := s.records[id]; ok {
		return []engine.Record{r}, nil
	}
	return nil, nil
}

func TestSettle(t *testing.T) {
	t.Parallel()
	lost := errors.New("the connection was lost")
	var batch []*row.Append
	for _, id := range []store.TableID{"refused", "stored", "beaten", "missing", "unread", "after"} {
		batch = append(batch, to(id, 3))
	}
	s := &shelf{broken: "unread", records: map[store.TableID]engine.Record{"stored": {}, "beaten": {Hash: [32]byte{1}}, "after": {}}}
	fates := make([]error, len(batch))
	fates[0] = store.ErrDuplicate
	got := group.Settle(t.Context(), s, batch, fates, lost)
	if want := []error{store.ErrDuplicate, nil, store.ErrConflict, lost, lost, lost}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.asked != 4 {
		t.Errorf("asked %d times, want 4: a store that does not answer is not asked again", s.asked)
	}
}
