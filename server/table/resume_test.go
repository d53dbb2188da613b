package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestSubscribe_EveryEntryOnceInOrder(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 3)
	requests := map[string]table.SubscribeRequest{"seat 0": {Player: h.Players[0]}, "seat 2": {Player: h.Players[2]}, "spectator": {}}
	live := map[string]*tabletest.Subscriber{}
	for name, w := range requests {
		live[name] = h.Subscribe(r, id, w)
		expect.Equal(t, h.Next(live[name], "snapshot").Seq, 1, name, "a snapshot of seq")
	}
	last := engine.Seq(h.PlayOut(r, id) + 1)

	for name, w := range requests {
		var updates []string
		for seq := engine.Seq(2); seq <= last; seq++ {
			f := h.Next(live[name], "update")
			if f.Seq != seq {
				t.Fatalf("%s: got update %d, want %d", name, f.Seq, seq)
			}
			updates = append(updates, f.Raw)
		}
		// A client that reconnects, to any registry, gets the same bytes.
		for _, since := range []engine.Seq{0, 1, 5, last - 1} {
			w.Since = new(since)
			again := h.Subscribe(h.Registry(), id, w)
			for seq := since + 1; seq <= last; seq++ {
				f := h.Next(again, "update")
				if seq >= 2 && f.Raw != updates[seq-2] {
					t.Fatalf("%s since %d: update %d is\n%s\nand was\n%s", name, since, seq, f.Raw, updates[seq-2])
				}
			}
		}
	}
}

func TestSubscribe_Gaps(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	h.Step(r, id, 0)
	for name, c := range map[string]struct {
		since *engine.Seq
		want  string
	}{
		"without since":    {nil, "snapshot"},
		"ahead of the log": {new(engine.Seq(99)), "snapshot"},
		"one behind":       {new(engine.Seq(1)), "update"},
		"nothing missed":   {new(engine.Seq(2)), "table"},
	} {
		sub := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0], Since: c.since})
		raw := must.Return(sub.Next(context.Background()))(t)
		var f tabletest.Message
		if err := json.Unmarshal(raw, &f); err != nil || f.T != c.want {
			t.Errorf("%s: first message %s, want a %s", name, raw, c.want)
		}
	}
}

func TestSubscribe_OpenTable(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Open(2, func(x *store.Table) { x.Seats[1].Player = "" })
	sub := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	if f := h.Next(sub, "snapshot"); f.Seq != 0 || string(f.View) != "null" || string(f.Decisions) != "[]" || !f.You.Spectator {
		t.Errorf("got %s", f.Raw)
	}
	ctx := context.Background()
	row, err := h.Store.UpdateTable(ctx, id, func(x *store.Table) error {
		x.Seats[1].Player = h.Players[1]
		x.SetAnswer(1, nil, store.Answer{Declined: true})
		return nil
	})
	must.Succeed(t, err)
	r.Announce(ctx, id)
	if f := h.Next(sub, "table"); f.You.Seat == nil || *f.You.Seat != 1 {
		t.Errorf("after sitting down: got %s", f.Raw)
	}
	must.Succeed(t, r.Begin(ctx, row))
	f := h.Next(sub, "update")
	var s tabletest.Content
	if err := json.Unmarshal([]byte(f.Raw), &s); err != nil || len(s.Decisions) == 0 {
		t.Fatalf("the start: got %s", f.Raw)
	}
	own := 0
	for _, d := range s.Decisions {
		if d.Seat == 1 && len(d.Moves) > 0 {
			own++
		}
		if d.Seat != 1 && len(d.Moves) > 0 {
			t.Errorf("seat 1 received moves of seat %d", d.Seat)
		}
	}
	expect.Equal(t, own, 1, "own decisions with moves", f.Raw)
}

func TestSubscribe_Patches(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 4)
	full := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	patched := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1], Patch: true})
	doc := document(t, h.Next(patched, "snapshot"))
	h.Next(full, "snapshot")
	last := engine.Seq(h.PlayOut(r, id) + 1)
	patches := 0
	for seq := engine.Seq(2); seq <= last; seq++ {
		want, got := h.Next(full, "update"), h.Next(patched, "update")
		if got.Patch == nil {
			doc = document(t, got)
		} else {
			patches++
			p, err := jsonpatch.DecodePatch(got.Patch)
			must.Succeed(t, err)
			if doc, err = p.Apply(doc); err != nil {
				t.Fatalf("patch %s: %v", got.Patch, err)
			}
			if len(got.Raw) >= len(want.Raw) {
				t.Errorf("update %d: a patch of %d bytes instead of %d", seq, len(got.Raw), len(want.Raw))
			}
		}
		if !jsonpatch.Equal(doc, document(t, want)) {
			t.Fatalf("update %d: patched\n%s\nfull\n%s", seq, doc, document(t, want))
		}
		expect.Equal(t, string(got.Events), string(want.Events), "update", seq, "events differ")
	}
	if patches == 0 {
		t.Error("no update came as a patch")
	}
}

func document(t *testing.T, f tabletest.Message) []byte {
	t.Helper()
	return must.Return(json.Marshal(map[string]json.RawMessage{"view": f.View, "decisions": f.Decisions}))(t)
}

func TestSubscribe_SlowReader(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	slow := h.Subscribe(r, id, table.SubscribeRequest{})
	for range 600 {
		slow.EnqueueResult(wire.Accepted("x", 1))
	}
	var closed table.Closed
	if _, err := slow.Next(context.Background()); !errors.As(err, &closed) || closed.Code != wire.CloseTooSlow {
		t.Errorf("got %v, want the code for slow readers", err)
	}
	expect.Equal(t, h.Meter.Slow, 1, "slow readers counted")
}

func TestSubscribe_Refused(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	ctx := context.Background()
	private := func(x *store.Table) {
		x.Visibility, x.Invite = store.Private, "right"
		x.Seats[1].Player = ""
	}
	id := h.Open(2, private)
	for name, c := range map[string]struct {
		req  table.SubscribeRequest
		want wire.CloseCode
	}{
		"a stranger":              {table.SubscribeRequest{}, wire.CloseUnknownTable},
		"a wrong invite":          {table.SubscribeRequest{Invite: "wrong"}, wire.CloseNotAllowed},
		"a player without a seat": {table.SubscribeRequest{Player: h.Players[2]}, wire.CloseUnknownTable},
	} {
		for _, at := range []store.TableID{id, "00000000-0000-7000-8000-000000000000"} { // a missing table gets the same answer
			var closed table.Closed
			if _, err := r.Subscribe(ctx, at, c.req); !errors.As(err, &closed) || closed.Code != c.want {
				t.Errorf("%s at %s: got %v, want %d", name, at, err, c.want)
			}
		}
	}
	expect.Equal(t, h.Meter.Tables, 0, "tables in memory")
	h.Next(h.Subscribe(r, id, table.SubscribeRequest{Invite: "right"}), "snapshot")

	must.Return(h.Store.UpdateTable(ctx, id, func(x *store.Table) error {
		x.Seats[1].Player = h.Players[1]
		x.SetAnswer(1, nil, store.Answer{Declined: true})
		return nil
	}))(t)
	guest := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	expect.Equal(t, h.Next(guest, "snapshot").Table.Invite, "right", "a player with a seat gets the invite")
	must.Return(h.Store.UpdateTable(ctx, id, func(x *store.Table) error { x.Seats[1].Player = ""; return nil }))(t)
	r.Announce(ctx, id)
	for {
		_, err := guest.Next(ctx)
		if closed, ok := errors.AsType[table.Closed](err); ok {
			expect.Equal(t, closed.Code, wire.CloseNotAllowed, "removed from the table: code")
			return
		}
		must.Succeed(t, err)
	}
}

func TestDrain(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	sub := h.Subscribe(r, id, table.SubscribeRequest{})
	r.Drain()
	var closed table.Closed
	for {
		if _, err := sub.Next(context.Background()); errors.As(err, &closed) {
			break
		}
	}
	expect.Equal(t, closed.Code, wire.CloseDraining)
	if _, err := r.Subscribe(context.Background(), id, table.SubscribeRequest{}); !errors.As(err, &closed) || closed.Code != wire.CloseDraining {
		t.Errorf("a new subscription: got %v, want the code for draining", err)
	}
	if _, ok := h.Step(r, id, 0); !ok {
		t.Error("a command in flight was refused")
	}
}

// At most the configured number of spectators may subscribe. Seated players are always admitted, and a departure frees a place.
func TestSubscribe_Crowded(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	refused := 0
	r := h.Registry(func(c *table.Config) { c.Spectators, c.Crowded = 2, func() { refused++ } })
	id := h.Running(r, 2)
	first := h.Subscribe(r, id, table.SubscribeRequest{})
	h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[2]})
	var closed table.Closed
	if _, err := r.Subscribe(context.Background(), id, table.SubscribeRequest{}); !errors.As(err, &closed) || closed.Code != wire.CloseCrowded || refused != 1 {
		t.Errorf("got %v, %d calls of Crowded; want the code for crowded tables and 1", err, refused)
	}
	h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	first.Close()
	h.Subscribe(r, id, table.SubscribeRequest{})
}
