package table_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// With chance version 2, the log binds the names at the start and at each handover, and the store keeps them.
func TestNames(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx := context.Background()
	r := h.Registry()
	withBot := func(row *store.Table) {
		row.Answers = []store.Answer{{Declined: true}, {Declined: true}, {}}
		row.Seats[2] = store.Seat{Color: row.Seats[2].Color, Bot: "easy"}
	}
	open := h.Open(3, withBot)
	// The registry has the table, with its names, in memory. A renaming that it did not hear of counts all the same.
	h.Subscribe(r, open, table.SubscribeRequest{Player: h.Players[0]})
	rename(t, h, h.Players[0], "Ada")
	row := must.Return(h.Store.Table(ctx, open))(t)
	must.Succeed(t, r.Begin(ctx, row))
	friend, code := h.Players[3], offer(t, h, open, 1, h.Players[1], h.Moment)
	first := must.Return(r.Claim(ctx, open, friend, code, "heir"))(t)
	// A new name changes neither the stored names nor the answer to the same command.
	rename(t, h, friend, "Mallory")
	rename(t, h, h.Players[0], "Eve")
	expect.Equal(t, must.Return(r.Claim(ctx, open, friend, code, "heir"))(t), first, "the same command again")
	must.Return(r.Claim(ctx, open, h.Players[1], offer(t, h, open, 1, friend, h.Moment), "back"))(t)

	list := must.Return(h.Store.TableNames(ctx, open))(t)
	want := []store.TableName{
		{Seat: 0, Player: h.Players[0], Name: "Ada"}, {Seat: 1, Player: h.Players[1], Name: "Player 1"},
		{Seat: 1, Holder: 1, Player: friend, Name: "Player 3"}, {Seat: 1, Holder: 2, Player: h.Players[1], Name: "Player 1"},
	}
	expect.Equal(t, cmp.Diff(want, list), "", "names (-want +got)")
	records, err := h.Store.Read(ctx, open, 0, 10)
	if err != nil || len(records) != 3 {
		t.Fatalf("got %d records and %v, want 3", len(records), err)
	}
	var started engine.Started
	var handovers [2]engine.HandedOver
	for i, into := range []any{&started, &handovers[0], &handovers[1]} {
		must.Succeed(t, json.Unmarshal(records[i].Entry.Events[0].Data, into))
	}
	digest := func(n store.TableName) codec.Optional {
		return row.Secret.PersonDigest(string(open), int(n.Seat), n.Holder, n.Name)
	}
	bound := []codec.Optional{started.Names[0], started.Names[1], handovers[0].Name, handovers[1].Name}
	for i, n := range want {
		expect.Equal(t, bound[i], digest(n), "seat", n.Seat, "holder", n.Holder, "the log does not bind the name", n.Name)
	}
	expect.Equal(t, started.Names[2], (codec.Optional{}), "the log binds a name for a bot")
}

// A finished table shows a new name to the sockets that open later, although others have kept it in memory and no message announced the name.
func TestNames_FinishedTable(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	h.PlayOut(r, id)
	h.Next(h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]}), "snapshot")
	rename(t, h, h.Players[0], "Ada")
	later := h.Next(h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]}), "snapshot")
	expect.Equal(t, later.Table.Seats[0].Player.Name, "Ada")
}

// The sockets of an open table receive a new name that is announced.
func TestNames_OpenTable(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Open(2)
	sub := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	h.Next(sub, "snapshot")
	rename(t, h, h.Players[0], "Ada")
	r.Announce(t.Context(), id)
	awaitTable(t, h, sub, "the player has the new name", func(f tabletest.Message) bool { return f.Table.Seats[0].Player.Name == "Ada" })
}

func rename(t *testing.T, h *tabletest.Fixture, id store.PlayerID, name string) {
	t.Helper()
	must.Succeed(t, h.Store.RenamePlayer(context.Background(), id, name))
}
