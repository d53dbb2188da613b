package table_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestAct_WholeGame(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= 4; seats++ {
		h := tabletest.New(t)
		r := h.Registry()
		id := h.Running(r, seats)
		moves := h.PlayOut(r, id)
		row := must.Return(h.Store.Table(context.Background(), id))(t)
		if row.State != store.Finished || len(row.Winners) == 0 || len(row.Owing) != 0 {
			t.Errorf("%d seats: got state %s, winners %v, owing %v", seats, row.State, row.Winners, row.Owing)
		}
		expect.Equal(t, row.Seq, engine.Seq(moves+1), seats, "seats: seq")
	}
}

func TestAct_Repeat(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	sent, _ := h.Step(r, id, 0)

	expect.Equal(t, must.Return(sent.Act(r, id))(t), sent.Seq, "the same again: seq")
	other := sent
	other.Decision = h.View(r, id, engine.SeatViewer(1)).Decisions[0].ID
	expect.Equal(t, apperr.CodeOf(expect.Second(other.Act(r, id))), apperr.IDReused, "same id, other content")
	expect.Equal(t, h.View(r, id, engine.Spectator()).Seq, sent.Seq, "seq")
}

// A node whose clock was ahead made the last change before the start. Clients take the later of two rows for the newer one, so the time rises all the same.
func TestAct_ChangedAhead(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	ahead := h.Moment.Add(time.Hour)
	id := h.Running(r, 2, func(row *store.Table) { row.UpdatedAt = ahead })
	for n := range 3 {
		row := must.Return(h.Store.Table(t.Context(), id))(t)
		if !row.UpdatedAt.After(ahead) {
			t.Errorf("after entry %d: got %v, want a time after %v", n+1, row.UpdatedAt, ahead)
		}
		ahead = row.UpdatedAt
		h.Step(r, id, 0)
	}
}

// The seat that moved gets its update first, then the other players, then the spectators.
func TestAct_DeliveryOrder(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 3)
	var mu sync.Mutex
	var woken []engine.Seat
	for _, seat := range []engine.Seat{engine.NoSeat, 0, 1, 2, engine.NoSeat} {
		w := table.SubscribeRequest{Wake: func(bool) {
			mu.Lock()
			defer mu.Unlock()
			woken = append(woken, seat)
		}}
		if seat != engine.NoSeat {
			w.Player = h.Players[seat]
		}
		sub := must.Return(r.Subscribe(t.Context(), id, w))(t)
		t.Cleanup(sub.Close)
	}
	for range 20 {
		mu.Lock()
		woken = nil
		mu.Unlock()
		sent, ok := h.Step(r, id, 0)
		if !ok {
			return
		}
		mu.Lock()
		order := slices.Clone(woken)
		mu.Unlock()
		if len(order) < 5 || order[0] != sent.Seat || order[1] == engine.NoSeat || order[2] == engine.NoSeat {
			t.Fatalf("seat %d moved; subscriptions were woken in the order %v, want this seat, the players, the spectators", sent.Seat, order)
		}
	}
}

func TestAct_Refusals(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	first, _ := h.Step(r, id, 0)
	now := h.View(r, id, engine.SeatViewer(1))
	open := now.Decisions[len(now.Decisions)-1]
	for name, c := range map[string]struct {
		Seat     engine.Seat
		Decision engine.DecisionID
		Move     string
		want     apperr.Code
	}{
		"a decision that was answered": {first.Seat, first.Decision, string(first.Move), apperr.StaleDecision},
		"an unknown decision":          {open.Seat, "9-9", string(open.Moves[0]), apperr.StaleDecision},
		"another seat's decision":      {1 - open.Seat, open.ID, string(open.Moves[0]), apperr.NotYourDecision},
		"an unlisted move":             {open.Seat, open.ID, `{"card":999}`, apperr.IllegalMove},
		"garbage":                      {open.Seat, open.ID, `{"card":"one"}`, apperr.Malformed},
	} {
		_, err := r.Act(context.Background(), id, table.Command{ID: uuid.NewString(), Seat: c.Seat, Decision: c.Decision, Move: json.RawMessage(c.Move)})
		expect.Equal(t, apperr.CodeOf(err), c.want, name, err)
	}
	expect.Equal(t, h.View(r, id, engine.Spectator()).Seq, now.Seq, "refusals moved the table from seq")
	h.PlayOut(r, id)
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Act(context.Background(), id, table.Command{ID: uuid.NewString(), Decision: open.ID, Move: open.Moves[0]}))), apperr.TableFinished, "after the end")
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Act(context.Background(), store.TableID(uuid.NewString()), table.Command{ID: "x", Decision: "1-1"}))), apperr.UnknownTable, "unknown table")
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Act(context.Background(), h.Open(2), table.Command{ID: "x", Decision: "1-1"}))), apperr.StaleDecision, "before the start")
}

func TestBegin_RowMoved(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Open(2)
	ctx := context.Background()
	row := must.Return(h.Store.Table(ctx, id))(t)
	must.Return(h.Store.UpdateTable(ctx, id, func(x *store.Table) error { x.Seats[1].Color = "white"; return nil }))(t)
	expect.Error(t, r.Begin(ctx, row), store.ErrConflict, "a conflict")
	expect.Equal(t, h.View(r, id, engine.Spectator()).Seq, 0, "seq")
}

func TestTakeBack(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	expect.Equal(t, apperr.CodeOf(expect.Second(r.TakeBack(context.Background(), id, table.Command{ID: "early"}))), apperr.NothingToTakeBack, "at the start")
	for n := range 500 {
		before := h.View(r, id, engine.Spectator())
		sent, ok := h.Step(r, id, n)
		if !ok {
			t.Fatal("the toy ended without a step that could be taken back")
		}
		back, err := r.TakeBack(context.Background(), id, table.Command{ID: uuid.NewString(), Seat: sent.Seat})
		if apperr.CodeOf(err) == apperr.NothingToTakeBack {
			continue
		}
		after := h.View(r, id, engine.Spectator())
		if err != nil || back.Seq != sent.Seq+1 || string(after.View) != string(before.View) {
			t.Fatalf("got seq %d, %v and view %s; want seq %d and %s", back.Seq, err, after.View, sent.Seq+1, before.View)
		}
		expect.Error(t, expect.Second(sent.Act(h.Registry(), id)), nil, "the taken-back move, sent again to a new registry")
		return
	}
}

func TestLeaveAndReturn(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 3)
	ctx := context.Background()
	sub := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	must.Return(r.Leave(ctx, id, table.Command{ID: "go", Seat: 1}))(t)
	if f := h.Next(sub, "table"); !f.Table.Seats[1].Away || f.Table.Seats[0].Away {
		t.Errorf("after leaving: got %s", f.Raw)
	}
	expect.Equal(t, apperr.CodeOf(expect.Second(r.Leave(ctx, id, table.Command{ID: "go again", Seat: 1}))), apperr.NoChange, "leaving twice")
	expect.Equal(t, must.Return(r.Leave(ctx, id, table.Command{ID: "go", Seat: 1}))(t).Seq, 2, "the same command again")
	must.Return(r.Return(ctx, id, table.Command{ID: "back", Seat: 1}))(t)
	if f := h.Next(sub, "table"); f.Table.Seats[1].Away {
		t.Errorf("after returning: got %s", f.Raw)
	}
}
