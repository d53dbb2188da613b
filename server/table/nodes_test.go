package table_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/table/tabletest"
)

func TestNodes_TwoOnOneStore(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	a, b := h.Registry(), h.Registry()
	id := h.Running(a, 3)
	onA, onB := h.Watch(a, id, table.Watch{Player: h.Players[0]}), h.Watch(b, id, table.Watch{Player: h.Players[0]})
	h.Next(onA, "snapshot")
	h.Next(onB, "snapshot")
	nodes := []*table.Registry{a, b}
	last := engine.Seq(1)
	for n := 0; ; n++ {
		// Every move comes to the node that did not hear of the one before.
		sent, ok := h.Step(nodes[n%2], id, n)
		if !ok {
			break
		}
		if seq, err := sent.Act(nodes[(n+1)%2], id); err != nil || seq != sent.Seq {
			t.Fatalf("the same command to the other node: got %d, %v; want %d", seq, err, sent.Seq)
		}
		last = sent.Seq
	}
	for seq := engine.Seq(2); seq <= last; seq++ {
		x, y := h.Next(onA, "update"), h.Next(onB, "update")
		if x.Seq != seq || x.Raw != y.Raw {
			t.Fatalf("update %d differs between nodes:\n%s\n%s", seq, x.Raw, y.Raw)
		}
	}
}

func TestNodes_StaleNodeDecidesAgain(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	never := func(c *table.Config) { c.Poll = time.Hour }
	a, b := h.Registry(never), h.Registry(never)
	id := h.Running(a, 4)
	// Both nodes know the table as it is now; all four seats answer at once, on either node.
	var done sync.WaitGroup
	for seat := range engine.Seat(4) {
		node := []*table.Registry{a, b}[seat%2]
		d := h.See(node, id, engine.SeatViewer(seat)).Decisions
		done.Go(func() {
			for _, mine := range d {
				if mine.Seat != seat {
					continue
				}
				if _, err := node.Act(context.Background(), id, seat, uuid.NewString(), mine.ID, mine.Moves[0]); err != nil {
					t.Errorf("seat %d: %v", seat, err)
				}
			}
		})
	}
	done.Wait()
	if x, y := h.See(a, id, engine.Spectator()), h.See(b, id, engine.Spectator()); x.Seq < 5 || x.Seq != y.Seq || string(x.View) != string(y.View) {
		t.Errorf("got seq %d and %d, want all four answers on both nodes", x.Seq, y.Seq)
	}
}

// faulty is a store whose appends fail as told.
type faulty struct {
	store.Store
	before, after atomic.Int32 // how many appends fail before, after they were stored
	closed        atomic.Bool  // nothing can be read either
}

func (f *faulty) Append(ctx context.Context, a store.Append) error {
	if f.closed.Load() || f.before.Add(-1) >= 0 {
		return store.ErrUnavailable
	}
	err := f.Store.Append(ctx, a)
	if err == nil && f.after.Add(-1) >= 0 {
		return store.ErrUnavailable
	}
	return err
}

func (f *faulty) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if f.closed.Load() {
		return store.Table{}, store.ErrUnavailable
	}
	return f.Store.Table(ctx, id)
}

func TestFaults_UnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*faulty){
		"lost before it was stored": func(f *faulty) { f.before.Store(1) },
		"stored, the answer lost":   func(f *faulty) { f.after.Store(1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			f := &faulty{Store: h.Store}
			r := h.Registry(func(c *table.Config) { c.Store = f; c.Poll = time.Hour })
			id := h.Running(r, 2)
			sub := h.Watch(r, id, table.Watch{Player: h.Players[0]})
			h.Next(sub, "snapshot")
			d := h.See(r, id, engine.SeatViewer(0)).Decisions[0]
			c := tabletest.Command{ID: uuid.NewString(), Seat: 0, Decision: d.ID, Move: d.Moves[0]}
			fail(f)
			if _, err := c.Act(r, id); apperr.CodeOf(err) != apperr.Unavailable {
				t.Fatalf("got %v, want unavailable", err)
			}
			if seq, err := c.Act(r, id); err != nil || seq != 2 {
				t.Fatalf("sent again: got %d, %v; want 2", seq, err)
			}
			if u := h.Next(sub, "update"); u.Seq != 2 {
				t.Errorf("got update %d, want 2", u.Seq)
			}
			h.Step(r, id, 0)
			if u := h.Next(sub, "update"); u.Seq != 3 {
				t.Errorf("got update %d after it, want 3: nothing is told twice", u.Seq)
			}
		})
	}
}

func TestFaults_StoreAway(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	f := &faulty{Store: h.Store}
	id := h.Running(h.Registry(), 2)
	f.closed.Store(true)
	r := h.Registry(func(c *table.Config) { c.Store = f })
	if _, err := r.View(context.Background(), id, engine.Spectator()); apperr.CodeOf(err) != apperr.Unavailable {
		t.Errorf("got %v, want unavailable", err)
	}
	f.closed.Store(false)
	if got := h.See(r, id, engine.Spectator()).Seq; got != 1 {
		t.Errorf("after it came back: got seq %d, want 1", got)
	}
}

// torn is a store whose log lost an entry.
type torn struct{ store.Store }

func (s torn) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	records, err := s.Store.Read(ctx, id, after, limit)
	if len(records) > 1 {
		records = append(records[:1:1], records[2:]...)
	}
	return records, err
}

func TestFaults_DamagedLog(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	whole := h.Registry()
	id, other := h.Running(whole, 2), h.Running(whole, 2)
	for n := range 3 {
		h.Step(whole, id, n)
	}
	r := h.Registry(func(c *table.Config) { c.Store = torn{h.Store} })
	if _, err := r.View(context.Background(), id, engine.Spectator()); apperr.CodeOf(err) != apperr.Damaged || !errors.Is(err, engine.ErrCorrupt) {
		t.Errorf("got %v, want damaged", err)
	}
	if h.Meter.Broken == 0 {
		t.Error("the damage was not counted")
	}
	if got := h.See(r, other, engine.Spectator()).Seq; got != 1 {
		t.Errorf("another table: got seq %d, want 1", got)
	}
}

func TestIdle_LeavesMemoryAndComesBack(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var now atomic.Int64
	now.Store(h.Moment.UnixNano())
	r := h.Registry(func(c *table.Config) {
		c.Idle = 20 * time.Millisecond
		c.Now = func() time.Time { return time.Unix(0, now.Load()) }
	})
	id := h.Running(r, 2)
	before, _ := h.Step(r, id, 0)
	now.Add(int64(90 * 24 * time.Hour)) // untouched for months
	h.Meter.WaitForTables(0)
	if next, ok := h.Step(r, id, 1); !ok || next.Seq != before.Seq+1 {
		t.Errorf("got seq %d, want the game to go on at %d", next.Seq, before.Seq+1)
	}
}
