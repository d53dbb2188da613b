package table_test

import (
	"testing"
	"time"

	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// resting is a pace of days whose table stands still during vacations.
func resting(t *store.Table) {
	paced(clock.Days, 3600, 600)(t)
	t.Options[clock.OptionVacation] = 1
}

// Nobody is timed out during a pause, at a table that nobody watches and by several nodes. Then the clocks count again without an entry.
func TestPause_ClocksStandStill(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		node := b.clockNode(3*time.Second, rarely)
		b.clockNode(-3*time.Second, rarely)
		id := b.Running(node, 2, paced(clock.Days, 3600, 600))
		sub := b.Subscribe(node, id, table.SubscribeRequest{Player: b.Players[1]})
		must.Return(node.ProposePause(t.Context(), id, table.Command{ID: "p", Seat: 0}))(t)
		described, err := describe(b, node, id)
		if err != nil || described.Pause == nil || described.Pause.Proposal == nil || described.Pause.Until != 0 {
			t.Fatalf("got the pause %+v, %v", described.Pause, err)
		}
		done := must.Return(node.AgreeToPause(t.Context(), id, table.Command{ID: "a", Seat: 1}, described.Pause.Proposal.Seq))(t)
		again, err := node.AgreeToPause(t.Context(), id, table.Command{ID: "a", Seat: 1}, described.Pause.Proposal.Seq)
		if err != nil || again != done {
			t.Errorf("a repeated command: got %v, %v", again, err)
		}
		expect.Equal(t, apperr.CodeOf(expect.Second(node.DeclinePause(t.Context(), id, table.Command{ID: "d", Seat: 0}, described.Pause.Proposal.Seq))), apperr.StaleDecision, "an answer after the agreement")
		if described, err = describe(b, node, id); err != nil || described.Pause == nil || described.Pause.Until == 0 {
			t.Errorf("got the pause %+v, %v", described.Pause, err)
		}
		sub.Close()
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || row.DueAt < described.Pause.Until {
			t.Errorf("got a table due at %d, before the end of the pause at %d (%v)", row.DueAt, described.Pause.Until, err)
		}
		pass(7*24*time.Hour + 59*time.Minute)
		if got := b.timeOuts(id); len(got) != 0 {
			t.Fatalf("a time-out during the pause: %+v", got)
		}
		pass(2 * time.Minute)
		expect.Equal(t, len(b.timeOuts(id)), 2, "after the pause, time-outs")
	})
}

func describe(b *bubble, node *table.Registry, id store.TableID) (wire.Table, error) {
	row, err := b.Store.Table(b.t.Context(), id)
	if err != nil {
		return wire.Table{}, err
	}
	return node.Describe(b.t.Context(), row, b.Players[0])
}
