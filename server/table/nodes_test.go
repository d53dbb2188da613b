package table_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestNodes_TwoOnOneStore(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	a, b := h.Registry(), h.Registry()
	id := h.Running(a, 3)
	onA, onB := h.Subscribe(a, id, table.SubscribeRequest{Player: h.Players[0]}), h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Next(onA, "snapshot")
	h.Next(onB, "snapshot")
	nodes := []*table.Registry{a, b}
	last := engine.Seq(1)
	for n := 0; ; n++ {
		// Every move goes to the node that does not know the previous one yet.
		sent, ok := h.Step(nodes[n%2], id, n)
		if !ok {
			break
		}
		expect.Equal(t, must.Return(sent.Act(nodes[(n+1)%2], id))(t), sent.Seq, "the same command to the other node")
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
	// Both nodes have loaded the table; all four seats answer at once, on either node.
	var done sync.WaitGroup
	for seat := range engine.Seat(4) {
		node := []*table.Registry{a, b}[seat%2]
		d := h.View(node, id, engine.SeatViewer(seat)).Decisions
		done.Go(func() {
			for _, mine := range d {
				if mine.Seat != seat {
					continue
				}
				if _, err := node.Act(context.Background(), id, table.Command{ID: uuid.NewString(), Seat: seat, Decision: mine.ID, Move: mine.Moves[0]}); err != nil {
					t.Errorf("seat %d: %v", seat, err)
				}
			}
		})
	}
	done.Wait()
	if x, y := h.View(a, id, engine.Spectator()), h.View(b, id, engine.Spectator()); x.Seq < 5 || x.Seq != y.Seq || string(x.View) != string(y.View) {
		t.Errorf("got seq %d and %d, want all four answers on both nodes", x.Seq, y.Seq)
	}
}

// A node that only watches tells its sockets of the start and of the end, as the node does that stored them.
func TestNodes_StateAtTheOther(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	a, b := h.Registry(), h.Registry()
	id := h.Open(2)
	onB := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Next(onB, "snapshot")
	must.Succeed(t, a.Begin(t.Context(), must.Return(h.Store.Table(t.Context(), id))(t)))
	expect.Equal(t, h.Next(onB, "table").Table.State, "running", "after the start")
	h.PlayOut(a, id)
	expect.Equal(t, h.Next(onB, "table").Table.State, "finished", "after the end")
}
