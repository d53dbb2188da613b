package table_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// history is a table on a store that can lose entries.
type history struct {
	*tabletest.Fixture
	t     *testing.T
	store *memstore.Store
	id    store.TableID
}

func newHistory(t *testing.T, r func(*history) *table.Registry) (*history, *table.Registry) {
	s := memstore.New()
	h := &history{Fixture: tabletest.On(t, s.Complete()), t: t, store: s}
	registry := r(h)
	h.id = h.Running(registry, 3)
	return h, registry
}

func plain(h *history) *table.Registry { return h.Registry() }

// noPoll is a registry that learns nothing by itself.
func noPoll(h *history) *table.Registry {
	return h.Registry(func(c *table.Config) { c.Poll = time.Hour })
}

func (h *history) steps(r *table.Registry, n int) {
	h.t.Helper()
	for i := range n {
		if _, ok := h.Step(r, h.id, i); !ok {
			h.t.Fatal("the game is over too early")
		}
	}
}

// fold folds the stored log, which must be whole.
func (h *history) fold() *engine.Fold {
	h.t.Helper()
	records := must.Return(h.store.Read(context.Background(), h.id, 0, 1000))(h.t)
	f := engine.NewFold(toy.Title{})
	for _, r := range records {
		must.Return(f.Apply(r))(h.t)
	}
	row, err := h.store.Table(context.Background(), h.id)
	if err != nil || row.Seq != f.Seq() || row.Head != f.Head() {
		h.t.Fatalf("the row says entry %d, the log %d (%v)", row.Seq, f.Seq(), err)
	}
	return f
}

// expect reads messages until a snapshot with the notice of a restore at seq, followed by the update of the restore itself.
func (h *history) expectRestore(sub *tabletest.Subscriber, seq engine.Seq) {
	h.t.Helper()
	for {
		f := h.Next(sub, "snapshot")
		if f.Restored && f.Seq == seq {
			break
		}
		if f.Restored {
			h.t.Fatalf("restored to entry %d, want %d", f.Seq, seq)
		}
	}
	f := h.Next(sub, "update")
	if f.Seq != seq+1 || !strings.Contains(string(f.Events), `"frame.restored"`) || strings.Contains(string(f.Events), "entropy") {
		h.t.Errorf("got update %d with %s, want the restore without its entropy at %d", f.Seq, f.Events, seq+1)
	}
}

// A node whose store loses entries notices it by the poll. It reads the table anew, informs the viewers and records the restore. The game goes on with
// other dice.
func TestHistory_LostTailIsNoticedByThePoll(t *testing.T) {
	t.Parallel()
	h, r := newHistory(t, plain)
	sub := h.Subscribe(r, h.id, table.SubscribeRequest{Player: h.Players[0], Patch: true})
	h.steps(r, 7)
	h.store.Cut(h.id, 5)
	h.expectRestore(sub, 5)
	h.steps(r, 2)
	for seq := engine.Seq(7); seq <= 8; seq++ {
		expect.Equal(t, h.Next(sub, "update").Seq, seq, "update")
	}
	expect.Equal(t, h.fold().Restores(), 1, "restores")
	h.Meter.Lock()
	defer h.Meter.Unlock()
	if h.Meter.Rewinds == 0 || h.Meter.Restores != 1 || h.Meter.Broken != 0 {
		t.Errorf("counted %d lost histories, %d restores and %d damaged tables, want at least 1, 1 and 0", h.Meter.Rewinds, h.Meter.Restores, h.Meter.Broken)
	}
}

// A command meets the loss first: it is judged against the stored state, never answered "too many moves at once".
func TestHistory_LostTailIsNoticedByACommand(t *testing.T) {
	t.Parallel()
	h, r := newHistory(t, noPoll)
	h.steps(r, 7)
	c, _ := h.Choose(r, h.id, 0)
	h.store.Cut(h.id, 5)
	if _, err := c.Act(r, h.id); err != nil && apperr.CodeOf(err) != apperr.StaleDecision {
		t.Errorf("got %v, want %s or none", err, apperr.StaleDecision)
	}
	h.steps(r, 3)
	expect.Equal(t, h.fold().Restores(), 1, "restores")
}

// Node A remembers seq 8, the store has 5, and node B plays on to 8 and beyond. A must not store an entry that continues its own memory.
func TestHistory_TwoNodes(t *testing.T) {
	t.Parallel()
	for _, beyond := range []int{1, 3, 6} { // entries of B after the loss
		h, a := newHistory(t, noPoll)
		sub := h.Subscribe(a, h.id, table.SubscribeRequest{})
		h.steps(a, 7)
		c, _ := h.Choose(a, h.id, 0)
		h.store.Cut(h.id, 5)
		b := noPoll(h)
		h.steps(b, beyond)
		if _, err := c.Act(a, h.id); err != nil && apperr.CodeOf(err) != apperr.StaleDecision {
			if code := apperr.CodeOf(err); code != apperr.NotYourDecision { // the same id may be another seat's decision now
				t.Errorf("after %d entries of B: got %v", beyond, err)
			}
		}
		if f := h.Next(sub, "snapshot"); f.Restored {
			t.Error("the first snapshot has the notice")
		}
		if f := h.Next(sub, "snapshot"); !f.Restored {
			t.Error("the second snapshot lacks the notice")
		}
		h.steps(a, 1)
		h.steps(b, 1)
		expect.Equal(t, h.fold().Restores(), 1, "after", beyond, "restores")
	}
}

// A server that starts on a restored database records the restore before anything is drawn, once at each table.
func TestHistory_RestoredDatabase(t *testing.T) {
	t.Parallel()
	h, r := newHistory(t, plain)
	h.steps(r, 5)
	before := h.fold()
	restored := h.store.Restored()
	nodes := []*table.Registry{h.Registry(func(c *table.Config) { c.Store = restored }), h.Registry(func(c *table.Config) { c.Store = restored })}
	for _, node := range nodes {
		h.View(node, h.id, engine.Spectator())
	}
	h.steps(nodes[0], 1)
	h.steps(nodes[1], 1)
	if f := h.fold(); f.Restores() != 1 || f.RestoresAt(before.Seq()+1) != 1 {
		t.Errorf("got %d restores, want 1 right after entry %d", f.Restores(), before.Seq())
	}
}

// A client that names an entry which the store lost proves the loss to a server that never saw it. It gets a snapshot with the notice.
func TestHistory_ClientsProveTheLoss(t *testing.T) {
	t.Parallel()
	h, r := newHistory(t, noPoll)
	sub := h.Subscribe(r, h.id, table.SubscribeRequest{Player: h.Players[1]})
	h.steps(r, 7)
	heads := map[engine.Seq]string{1: h.Next(sub, "snapshot").Head}
	for range 7 {
		f := h.Next(sub, "update")
		heads[f.Seq] = f.Head
	}
	h.store.Cut(h.id, 5)
	fresh := noPoll(h)
	subscribe := func(seq engine.Seq, head string) tabletest.Message {
		t.Helper()
		s := h.Subscribe(fresh, h.id, table.SubscribeRequest{Player: h.Players[1], Since: &seq, Head: head})
		raw := must.Return(s.Next(context.Background()))(t)
		return h.Decode(raw)
	}
	// A present entry, and heads that this server never issued, prove nothing.
	if f := subscribe(4, heads[4]); f.T != "update" || f.Seq != 5 {
		t.Errorf("since a present entry: got %s", f.Raw)
	}
	for name, forged := range map[string]string{"garbage": "xyz", "of another entry": heads[6], "changed": "0000" + strings.Repeat("a", 28)} {
		if f := subscribe(7, forged); f.Restored {
			t.Errorf("a head that is %s: got %s", name, f.Raw)
		}
	}
	if n := h.fold().Restores(); n != 0 {
		t.Fatalf("forged heads caused %d restores", n)
	}
	if f := subscribe(8, heads[8]); f.T != "snapshot" || !f.Restored {
		t.Errorf("since a lost entry: got %s", f.Raw)
	}
	for _, seq := range []engine.Seq{6, 7, 8} { // more evidence of the same loss
		if f := subscribe(seq, heads[seq]); f.T != "snapshot" || !f.Restored {
			t.Errorf("since lost entry %d: got %s", seq, f.Raw)
		}
	}
	expect.Equal(t, h.fold().Restores(), 1, "restores")
	h.Meter.Lock()
	if h.Meter.Rewinds != 1 || h.Meter.Restores != 1 {
		t.Errorf("counted %d lost histories and %d restores, want 1 and 1", h.Meter.Rewinds, h.Meter.Restores)
	}
	h.Meter.Unlock()
	// A command of the lost history is not judged against the present one.
	c, _ := h.Choose(fresh, h.id, 0)
	command := table.Command{ID: c.ID, Seat: c.Seat, Decision: c.Decision, Move: c.Move, Seen: table.Point{Seq: 8, Head: heads[8]}}
	expect.Equal(t, apperr.CodeOf(expect.Second(fresh.Act(context.Background(), h.id, command))), apperr.Restored, "a command of the lost history")
	command.Seen = table.Point{Seq: 5, Head: heads[5]}
	done, err := fresh.Act(context.Background(), h.id, command)
	if err != nil || done.Seq != h.fold().Seq() || len(done.Head) != 48 {
		t.Errorf("a command of the present history: got %v, %v", done, err)
	}
}
