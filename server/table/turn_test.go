package table_test

import (
	"context"
	"encoding/json"
	"testing"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func botOn(seat int) func(*store.Table) {
	return func(row *store.Table) { row.Seats[seat].Player, row.Seats[seat].Bot = "", "easy" }
}

// The knowledge of a bot is what the seat's player sees, after take-backs as well.
func TestTurn_KnowledgeIsWhatTheSeatSees(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	ctx := context.Background()
	id := h.Running(r, 2, botOn(1))
	for n := range 1000 {
		turn, ok, err := r.Turn(ctx, id)
		must.Succeed(t, err)
		if ok {
			checkTurn(t, h, r, id, turn)
		}
		// Every third step of the human player is taken back if possible.
		sent, more := h.Choose(r, id, n)
		if !more {
			return
		}
		if sent.Seat == 1 {
			_, err = r.ActBot(ctx, id, sent.Seat, sent.ID, sent.Decision, sent.Move)
		} else {
			_, err = sent.Act(r, id)
		}
		must.Succeed(t, err)
		if n%3 == 0 {
			_, _ = r.TakeBack(ctx, id, table.Command{ID: h.NewID(), Seat: sent.Seat})
		}
	}
	t.Fatal("the toy does not end")
}

func checkTurn(t *testing.T, h *tabletest.Fixture, r *table.Registry, id store.TableID, turn table.Turn) {
	t.Helper()
	v := engine.SeatViewer(1)
	if turn.Seat != 1 || turn.Level != "easy" || turn.Knowledge.Viewer != v {
		t.Fatalf("got the turn of %d, %s, for %v", turn.Seat, turn.Level, turn.Knowledge.Viewer)
	}
	raw := must.Return(r.View(context.Background(), id, v, false))(t)
	var content struct {
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
	}
	must.Succeed(t, json.Unmarshal(raw, &content))
	if got, want := marshal(t, turn.Knowledge.Decisions), string(content.Decisions); got != want {
		t.Errorf("the bot owes\n%s\nand the seat\n%s", got, want)
	}
	var view map[string]json.RawMessage
	must.Succeed(t, json.Unmarshal(content.View, &view))
	for _, frames := range []string{"canTakeBack", "away", "outcome"} {
		delete(view, frames)
	}
	var own map[string]json.RawMessage
	must.Succeed(t, json.Unmarshal([]byte(marshal(t, turn.Knowledge.View)), &own))
	if got, want := marshal(t, own), marshal(t, view); got != want {
		t.Errorf("the bot sees\n%s\nand the seat\n%s", got, want)
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	raw := must.Return(json.Marshal(v))(t)
	return string(raw)
}

func TestActBot_OnlyForBots(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2, botOn(1))
	for seat, want := range []apperr.Code{apperr.NotYourDecision, ""} {
		seat := engine.Seat(seat)
		for _, d := range h.View(r, id, engine.SeatViewer(seat)).Decisions {
			if d.Seat != seat {
				continue
			}
			_, err := r.ActBot(context.Background(), id, seat, "bot 1", d.ID, d.Moves[0])
			if (err == nil) != (want == "") || err != nil && apperr.CodeOf(err) != want {
				t.Errorf("seat %d: got %v, want %q", seat, err, want)
			}
		}
	}
}
