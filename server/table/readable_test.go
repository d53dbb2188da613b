package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// reading starts a node whose program reads what is given.
func (b *bubble) reading(id string, reads engine.Reads) *table.Registry {
	b.t.Helper()
	r := b.clockNode(0, func(c *table.Config) { c.Node = store.Node{ID: id, Reads: reads} })
	synctest.Wait() // its first heartbeat
	return r
}

// wantUpgrading requires the refusal of an act that an older node could not read.
func wantUpgrading(t *testing.T, what string, err error) {
	t.Helper()
	var refused *apperr.Error
	if !errors.As(err, &refused) || refused.Code != apperr.Upgrading || refused.Wait <= 0 || refused.Code.Status() != 503 {
		t.Errorf("%s: got %v, want %s and a time to wait", what, err, apperr.Upgrading)
	}
}

// While a node runs that knows no pauses, nobody can pause a table and moves go on. After its end, a pause is possible at once.
func TestUpgrade_NewActsWaitForOlderNodes(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		all := engine.Reads{"frame": 2, "toy": 1}
		newer := b.reading("newer", all)
		id := b.Running(newer, 2, resting)
		older := b.reading("older", engine.Reads{"frame": 1, "toy": 1})
		pass(store.HeartbeatInterval)
		synctest.Wait() // newer's next heartbeat
		before := must.Return(b.Store.Table(t.Context(), id))(t)
		wantUpgrading(t, "a pause", expect.Second(newer.ProposePause(t.Context(), id, table.Command{ID: "p", Seat: 0})))
		must.Succeed(t, b.Store.SetVacation(t.Context(), b.Players[1], time.Now().Add(24*time.Hour).UnixMilli()))
		wantUpgrading(t, "a vacation", newer.NoteVacation(t.Context(), id, b.Players[1], "v"))
		expect.Equal(t, must.Return(b.Store.Table(t.Context(), id))(t).Seq, before.Seq, "the log grew")
		for _, node := range []*table.Registry{newer, older} {
			if _, ok := b.Step(node, id, 0); !ok {
				t.Error("no move is possible")
			}
		}
		older.Close()
		pass(store.NodeLife + time.Second)
		expect.Error(t, expect.Second(newer.ProposePause(t.Context(), id, table.Command{ID: "p", Seat: 0})), nil, "after the end of the older node")
		expect.Error(t, newer.NoteVacation(t.Context(), id, b.Players[1], "v"), nil, "after the end of the older node")
	})
}

// Newer rules, and a title that an older node lacks, wait for that node. A node asks the store before it refuses.
func TestUpgrade_NewRulesWaitForOlderNodes(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		newer := b.reading("newer", engine.Reads{"frame": 2, "toy": 1})
		id := b.Running(newer, 2)
		older := b.reading("older", engine.Reads{"frame": 2})
		pass(store.HeartbeatInterval)
		synctest.Wait() // newer's next heartbeat
		move, _ := b.Choose(newer, id, 0)
		wantUpgrading(t, "a move", expect.Second(move.Act(newer, id)))
		older.Close()
		pass(store.NodeLife - store.HeartbeatInterval)
		synctest.Wait() // newer has sent a heartbeat, and the older node's row is still there
		wantUpgrading(t, "a move right after the end of the older node", expect.Second(move.Act(newer, id)))
		pass(store.HeartbeatInterval + time.Millisecond)
		synctest.Wait()
		expect.Error(t, expect.Second(move.Act(newer, id)), nil, "the same command after the end of the older node")
	})
}
