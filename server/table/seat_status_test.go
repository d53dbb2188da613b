package table_test

import (
	"context"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// awaitTable reads table messages until ok accepts one.
func awaitTable(t *testing.T, h *tabletest.Fixture, s *tabletest.Subscriber, what string, ok func(f tabletest.Message) bool) {
	t.Helper()
	for range 100 {
		if f := h.Next(s, "table"); ok(f) {
			return
		}
	}
	t.Fatalf("no table message in which %s", what)
}

func expectCode(t *testing.T, what string, err error, want apperr.Code) {
	t.Helper()
	expect.Equal(t, apperr.CodeOf(err), want, what, err)
}

func TestAgree(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id, ctx := h.Running(r, 4), context.Background()
	// Ada (0) and Ben (1) are connected, seat 3 is not. They wait for seat 2.
	ada, ben := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]}), h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	_ = ben
	_, err := r.Agree(ctx, id, table.Command{ID: "early", Seat: 0}, 2)
	expectCode(t, "a seat whose player has not left", err, apperr.NotAway)
	expectCode(t, "a seat that does not exist", expect.Second(r.Agree(ctx, id, table.Command{ID: "nowhere", Seat: 0}, 9)), apperr.BadSeats)
	must.Return(r.Leave(ctx, id, table.Command{ID: "bye", Seat: 2}))(t)
	expectCode(t, "the own seat", expect.Second(r.Agree(ctx, id, table.Command{ID: "self", Seat: 0}, 0)), apperr.NoChange)
	first := must.Return(r.Agree(ctx, id, table.Command{ID: "one", Seat: 0}, 2))(t)
	expect.Equal(t, must.Return(r.Agree(ctx, id, table.Command{ID: "one", Seat: 0}, 2))(t), first, "the same command again")
	expectCode(t, "the same id for another seat", expect.Second(r.Agree(ctx, id, table.Command{ID: "one", Seat: 0}, 3)), apperr.IDReused)
	awaitTable(t, h, ada, "Ada agrees", func(f tabletest.Message) bool {
		s := f.Table.Seats[2]
		return len(s.Agreed) == 1 && s.Agreed[0] == 0 && s.StandIn == ""
	})
	must.Return(r.Agree(ctx, id, table.Command{ID: "two", Seat: 1}, 2))(t)
	awaitTable(t, h, ada, "a bot plays seat 2", func(f tabletest.Message) bool {
		return f.Table.Seats[2].StandIn == "medium" && f.Table.Seats[2].Agreed == nil
	})
	expectCode(t, "a seat that a bot plays", expect.Second(r.Agree(ctx, id, table.Command{ID: "three", Seat: 1}, 2)), apperr.NoChange)
	turn, ok, err := r.Turn(ctx, id)
	if err != nil || !ok || turn.Seat != 2 || turn.Level != "medium" {
		t.Fatalf("turn of the bot: got %+v, %v, %v; want seat 2, medium", turn.Seat, ok, err)
	}
	row, err := h.Store.Table(ctx, id)
	if err != nil || len(row.StandIns) != 4 || row.StandIns[2] != "medium" {
		t.Errorf("the row: got %q, %v", row.StandIns, err)
	}
	must.Return(r.Return(ctx, id, table.Command{ID: "back", Seat: 2}))(t)
	awaitTable(t, h, ada, "the player is back", func(f tabletest.Message) bool { return f.Table.Seats[2].StandIn == "" })
	at := slices.IndexFunc(turn.Knowledge.Decisions, func(d engine.Decision) bool { return d.Seat == 2 })
	d := turn.Knowledge.Decisions[at]
	raw := must.Return(codec.Canonical(d.Moves[0]))(t)
	expectCode(t, "the bot after the player's return", expect.Second(r.ActBot(ctx, id, 2, "bot x", d.ID, raw)), apperr.NotYourDecision)
}

func TestAgree_SeatAway(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id, ctx := h.Running(r, 2), context.Background()
	must.Return(r.Leave(ctx, id, table.Command{ID: "bye", Seat: 1}))(t)
	must.Return(r.Agree(ctx, id, table.Command{ID: "go", Seat: 0}, 1))(t)
	if turn, ok, err := r.Turn(ctx, id); err != nil || !ok || turn.Seat != 1 {
		t.Errorf("got seat %d, %v, %v; want the bot of seat 1 to move", turn.Seat, ok, err)
	}
}
