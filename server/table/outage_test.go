package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/faultystore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// newFaulty returns a running table on a faulty store with a subscription of seat 0, and the first command of that seat.
func newFaulty(t *testing.T, change ...func(*table.Config)) (h *tabletest.Fixture, f *faultystore.Store, r *table.Registry, id store.TableID, c tabletest.Command, sub *tabletest.Subscriber) {
	t.Helper()
	h = tabletest.New(t)
	f = faultystore.New(h.Store)
	r = h.Registry(append([]func(*table.Config){func(c *table.Config) { c.Store = f; c.Poll = time.Hour }}, change...)...)
	id = h.Running(r, 2)
	sub = h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Next(sub, "snapshot")
	d := h.View(r, id, engine.SeatViewer(0)).Decisions[0]
	c = tabletest.Command{ID: uuid.NewString(), Seat: 0, Decision: d.ID, Move: d.Moves[0]}
	return h, f, r, id, c, sub
}

// expectOnce fails unless the command is in the log exactly once, at seq, and was delivered once.
func expectOnce(t *testing.T, h *tabletest.Fixture, r *table.Registry, id store.TableID, sub *tabletest.Subscriber, c tabletest.Command, seq engine.Seq) {
	t.Helper()
	expect.Equal(t, h.Next(sub, "update").Seq, seq, "update")
	expect.Equal(t, must.Return(c.Act(r, id))(t), seq, "sent again")
	h.Step(r, id, 0)
	expect.Equal(t, h.Next(sub, "update").Seq, seq+1, "update after it, no entry may be delivered twice")
	records := must.Return(h.Store.Read(context.Background(), id, 0, 100))(t)
	count := 0
	for _, record := range records {
		if record.Entry.Command == c.ID {
			count++
		}
	}
	if count != 1 || records[seq-1].Entry.Command != c.ID {
		t.Errorf("the command is in the log %d times, and entry %d is of command %q", count, seq, records[seq-1].Entry.Command)
	}
}

// After one append with an unknown outcome the log is read, and the player notices nothing.
func TestOutage_UnknownOutcomeIsLookedUp(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*faultystore.Store){
		"lost before it was stored": func(f *faultystore.Store) { f.Lose(1) },
		"stored, the answer lost":   func(f *faultystore.Store) { f.Swallow(1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, f, r, id, c, sub := newFaulty(t)
			fail(f)
			expect.Equal(t, must.Return(c.Act(r, id))(t), 2)
			expectOnce(t, h, r, id, sub, c, 2)
		})
	}
}

// While the store is unreachable, the command is answered with unavailable. The client sends it again after the recovery.
func TestOutage_UnknownOutcomeAfterRecovery(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*faultystore.Store){
		"lost twice":                            func(f *faultystore.Store) { f.Lose(2) },
		"lost, then stored and the answer lost": func(f *faultystore.Store) { f.Lose(1); f.Swallow(1) },
		"delayed twice, then committed":         func(f *faultystore.Store) { f.Delay(2) },
		"writes fail":                           func(f *faultystore.Store) { f.Full(true) },
		"writes and reads fail":                 func(f *faultystore.Store) { f.Away(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, f, r, id, c, sub := newFaulty(t)
			fail(f)
			if _, err := c.Act(r, id); apperr.CodeOf(err) != apperr.Unavailable {
				t.Fatalf("got %v, want unavailable", err)
			}
			f.Away(false)
			f.Full(false)
			for i, err := range f.Land(context.Background()) {
				expect.Error(t, err, []error{nil, store.ErrDuplicate}[i], "commit", i)
			}
			expect.Equal(t, must.Return(c.Act(r, id))(t), 2, "sent again")
			expectOnce(t, h, r, id, sub, c, 2)
		})
	}
}

// If a commit completes after the log was read, the command is in the log once.
func TestOutage_CommitThatLandsLate(t *testing.T) {
	t.Parallel()
	h, f, r, id, c, sub := newFaulty(t)
	f.Delay(1)
	expect.Equal(t, must.Return(c.Act(r, id))(t), 2)
	if errs := f.Land(context.Background()); len(errs) != 1 || !errors.Is(errs[0], store.ErrDuplicate) {
		t.Errorf("the delayed append: got %v, want a duplicate", errs)
	}
	expectOnce(t, h, r, id, sub, c, 2)
}

func TestOutage_StartWithUnknownOutcome(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	f := faultystore.New(h.Store)
	r := h.Registry(func(c *table.Config) { c.Store = f })
	id := h.Open(2)
	row := must.Return(h.Store.Table(context.Background(), id))(t)
	f.Lose(1)
	expect.Equal(t, apperr.CodeOf(r.Begin(context.Background(), row)), apperr.Unavailable, "lost")
	f.Swallow(1)
	expect.Error(t, r.Begin(context.Background(), row), nil, "stored, the answer lost")
	expect.Equal(t, h.View(r, id, engine.Spectator()).Seq, 1, "seq")
}

// awaitInterrupted reads presence messages until one has the wanted value.
func awaitInterrupted(h *tabletest.Fixture, sub *tabletest.Subscriber, want bool) {
	for {
		var p struct {
			Interrupted bool `json:"interrupted"`
		}
		_ = json.Unmarshal([]byte(h.Next(sub, "presence").Raw), &p) // Next has already decoded it
		if p.Interrupted == want {
			return
		}
	}
}

func TestOutage_ViewersAreInformed(t *testing.T) {
	t.Parallel()
	quick := func(c *table.Config) { c.Poll = 5 * time.Millisecond }
	t.Run("the store goes away and comes back", func(t *testing.T) {
		t.Parallel()
		h, f, _, _, _, sub := newFaulty(t, quick)
		f.Away(true)
		awaitInterrupted(h, sub, true)
		f.Away(false)
		awaitInterrupted(h, sub, false)
	})
	t.Run("a full disk while moves wait", func(t *testing.T) {
		t.Parallel()
		h, f, r, id, c, sub := newFaulty(t) // successful polls would end the interruption, too, perhaps before it was announced
		f.Full(true)
		if _, err := c.Act(r, id); apperr.CodeOf(err) != apperr.Unavailable {
			t.Fatalf("got %v, want unavailable", err)
		}
		awaitInterrupted(h, sub, true)
		f.Full(false)
		must.Return(c.Act(r, id))(t)
		awaitInterrupted(h, sub, false)
	})
	t.Run("at tables without moves", func(t *testing.T) {
		t.Parallel()
		h, f, r, id, c, _ := newFaulty(t)
		other := h.Subscribe(r, h.Running(r, 2), table.SubscribeRequest{})
		h.Next(other, "snapshot")
		f.Full(true)
		_, _ = c.Act(r, id) // refused, as in the previous case
		awaitInterrupted(h, other, true)
	})
}

func TestOutage_StoreUnreachableAtFirst(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	f := faultystore.New(h.Store)
	id := h.Running(h.Registry(), 2)
	f.Away(true)
	r := h.Registry(func(c *table.Config) { c.Store = f })
	expect.Equal(t, apperr.CodeOf(expect.Second(r.View(context.Background(), id, engine.Spectator(), false))), apperr.Unavailable)
	f.Away(false)
	expect.Equal(t, h.View(r, id, engine.Spectator()).Seq, 1, "after it came back: seq")
}
