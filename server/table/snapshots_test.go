package table_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// longLog makes a running table with n entries, most of them departures and returns as an old program stored them without limits.
func longLog(t *testing.T, h *tabletest.Fixture, n int) store.TableID {
	t.Helper()
	r := h.Registry(func(c *table.Config) { c.Poll = time.Hour })
	id := h.Running(r, 2)
	ctx := context.Background()
	first := must.Return(h.Store.Read(ctx, id, 0, 1))(t)
	for last := first[0]; last.Entry.Seq < engine.Seq(n); {
		event := engine.Stored{Name: "frame.left", Version: 1, Data: json.RawMessage(`{"seat":0}`)}
		if last.Entry.Seq%2 == 0 {
			event.Name = "frame.returned"
		}
		record, err := engine.NewRecord(engine.Entry{
			Format: engine.EntryFormat, Salt: codec.Optional{1}, Seq: last.Entry.Seq + 1, Prev: last.Hash, Rules: last.Entry.Rules, Kind: engine.KindSystem,
			Actor: engine.ActorPlayer, Command: h.NewID(), Events: []engine.Stored{event}, Time: last.Entry.Time + 1,
		})
		must.Succeed(t, err)
		must.Succeed(t, h.Store.Append(ctx, store.Append{Table: id, Record: record, State: store.Running, Owing: []engine.Seat{0, 1}, Now: h.Moment}))
		last = record
	}
	h.View(r, id, engine.Spectator()) // reads on, and stores snapshots
	r.Close()
	return id
}

// folded counts the entries that a new registry folds for f.
func folded(h *tabletest.Fixture, f func(*table.Registry)) int {
	count := func() int {
		h.Meter.Lock()
		defer h.Meter.Unlock()
		return h.Meter.FoldedEntries
	}
	before := count()
	f(h.Registry(func(c *table.Config) { c.Poll = time.Hour }))
	return count() - before
}

// Loading a table costs the tail of its log after the last snapshot, whatever the length of the log. Reconnects of a loaded table fold nothing.
func TestSnapshot_LoadingCostsTheTail(t *testing.T) {
	t.Parallel()
	for _, n := range []int{400, 1200} {
		h := tabletest.On(t, memstore.New().Complete())
		id := longLog(t, h, n)
		var last engine.Seq
		if got := folded(h, func(r *table.Registry) { last = h.View(r, id, engine.Spectator()).Seq }); got > 500 {
			t.Errorf("loading a log of %d entries folded %d", last, got)
		}
		since := last - 1
		if got := folded(h, func(r *table.Registry) {
			h.View(r, id, engine.Spectator())
			h.Meter.Lock()
			h.Meter.FoldedEntries = 0
			h.Meter.Unlock()
			for range 50 {
				h.Next(h.Subscribe(r, id, table.SubscribeRequest{Since: &since}), "update")
				h.Next(h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1], Since: &since}), "update")
			}
			h.Meter.Lock()
			expect.Equal(t, h.Meter.FoldedEntries, 0, "100 reconnects to a log of", last, "entries folded")
			h.Meter.Unlock()
		}); got > 500 {
			t.Errorf("got %d folded entries", got)
		}
	}
}

// A table that was loaded from a snapshot gives every viewer the same as one that was folded from the beginning.
func TestSnapshot_SameViews(t *testing.T) {
	t.Parallel()
	s := memstore.New().Complete()
	h := tabletest.On(t, s)
	id := longLog(t, h, 600)
	views := func() (list []string) {
		r := h.Registry()
		for seat := engine.NoSeat; seat < 2; seat++ {
			raw := must.Return(r.View(context.Background(), id, engine.SeatViewer(seat), false))(t)
			list = append(list, string(raw))
		}
		return list
	}
	ctx := context.Background()
	good := must.Return(s.LatestSnapshot(ctx, id, 1<<40))(t)
	fromSnapshot := views()
	must.Succeed(t, s.DropSnapshots(ctx, id))
	want := views()
	expect.Slice(t, fromSnapshot, want, "from a snapshot")
	// Snapshots that are wrong in any way are ignored.
	version := func(format string) []byte {
		var m map[string]any
		must.Succeed(t, json.Unmarshal(good.Bytes, &m))
		m[format] = 999
		return must.Return(codec.Canonical(m))(t)
	}
	other := longLog(t, h, 600)
	foreign := must.Return(s.LatestSnapshot(ctx, other, 1<<40))(t)
	for name, bad := range map[string]store.Snapshot{
		"of other rules":   {Table: id, Seq: good.Seq, Head: good.Head, Bytes: version("rules")},
		"of a new format":  {Table: id, Seq: good.Seq, Head: good.Head, Bytes: version("format")},
		"of another table": {Table: id, Seq: foreign.Seq, Head: foreign.Head, Bytes: foreign.Bytes},
		"of another head":  {Table: id, Seq: good.Seq, Head: codec.Hash{1}, Bytes: good.Bytes},
		"of another seq":   {Table: id, Seq: good.Seq - 1, Head: good.Head, Bytes: good.Bytes},
		"no JSON":          {Table: id, Seq: good.Seq, Head: good.Head, Bytes: []byte("{")},
	} {
		must.Succeed(t, s.DropSnapshots(ctx, id))
		if err := s.SaveSnapshot(ctx, bad); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", name, err))
		}
		expect.Slice(t, views(), want, "with a snapshot", name)
	}
}
