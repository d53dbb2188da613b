package table_test

import (
	"context"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/testsize"
)

// onVacation stores the end of a player's vacation; a zero time ends it.
func (b *bubble) onVacation(player store.PlayerID, until time.Time) {
	b.t.Helper()
	end := int64(0)
	if !until.IsZero() {
		end = until.UnixMilli()
	}
	must.Succeed(b.t, b.Store.SetVacation(context.Background(), player, end))
}

// wantAway checks the vacations that the table shows.
func (b *bubble) wantAway(node *table.Registry, id store.TableID, want ...engine.Away) {
	b.t.Helper()
	described := must.Return(describe(b, node, id))(b.t)
	var got []engine.Away
	if described.Pause != nil {
		got = described.Pause.Away
	}
	expect.Slice(b.t, got, want, "the vacations")
}

func (b *bubble) vacations(id store.TableID) (list []engine.Entry) {
	b.t.Helper()
	records := must.Return(b.Store.Read(context.Background(), id, 0, 1000))(b.t)
	for _, r := range records {
		if len(r.Entry.Events) > 0 && r.Entry.Events[0].Name == "frame.vacation" {
			list = append(list, r.Entry)
		}
	}
	return list
}

func TestVacation_PausesTable(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		node := b.clockNode(0)
		id, other := b.Running(node, 2, resting), b.Running(node, 2, paced(clock.Days, 3600, 600))
		until := time.Now().Add(48 * time.Hour)
		b.onVacation(b.Players[1], until)
		for _, each := range []store.TableID{id, other, id} { // the second one does not allow it, and the third call changes nothing
			must.Succeed(t, node.NoteVacation(t.Context(), each, b.Players[1], "v"))
		}
		expect.Equal(t, apperr.CodeOf(node.NoteVacation(t.Context(), id, "nobody", "w")), apperr.NotSeated, "a stranger")
		b.wantAway(node, id, engine.Away{Seat: 1, Until: until.UnixMilli()})
		pass(47 * time.Hour)
		if here, there := b.timeOuts(id), b.timeOuts(other); len(here) != 0 || len(there) != 2 {
			t.Errorf("got %d and %d time-outs, want 0 and 2", len(here), len(there))
		}
		b.onVacation(b.Players[1], time.Time{})
		must.Succeed(t, node.NoteVacation(t.Context(), id, b.Players[1], "back"))
		pass(time.Hour + time.Minute)
		expect.Equal(t, len(b.timeOuts(id)), 2, "an hour after the vacation, time-outs")
	})
}

// A table that begins during the vacation of a player stands still from its first moment, through whatever node it begins. The log alone says so: a node that
// folds it again, from a snapshot or from the start, agrees, and writes nothing.
func TestVacation_BeginsDuringIt(t *testing.T) {
	testsize.LongOnly(t)
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		b.clockNode(3*time.Second, rarely)
		node := b.clockNode(-3*time.Second, rarely)
		until := time.Now().Add(40 * 24 * time.Hour)
		b.onVacation(b.Players[1], until)
		id, strict := b.Running(node, 3, resting), b.Running(node, 2, paced(clock.Days, 3600, 600))
		got := b.vacations(id)
		if len(got) != 1 || got[0].Seat != 1 || got[0].Seq != 2 || got[0].Actor != engine.ActorPlayer {
			t.Fatalf("got the entries %+v, want one of seat 1 after the start", got)
		}
		end := got[0].Time + (30 * 24 * time.Hour).Milliseconds() // the limit of one game
		b.wantAway(node, id, engine.Away{Seat: 1, Until: end})
		expect.Equal(t, len(b.vacations(strict)), 0, "a table that allows no vacations has one")
		pass(10 * 24 * time.Hour) // the table leaves memory
		later := b.clockNode(0, rarely)
		b.Step(later, id, 0)
		b.wantAway(later, id, engine.Away{Seat: 1, Until: end})
		expect.Equal(t, len(b.vacations(id)), 1, "entries of vacations after the table was loaded again")
		if here, there := b.timeOuts(id), b.timeOuts(strict); len(here) != 0 || len(there) != 2 {
			t.Errorf("got %d and %d time-outs, want 0 and 2", len(here), len(there))
		}
		pass(20*24*time.Hour + time.Hour + time.Minute) // after the limit the clocks run, although the person is still on vacation
		if got := b.timeOuts(id); len(got) == 0 {
			t.Error("no time-out after the vacation time of the game")
		}
	})
}

// A seat that is handed over during a vacation: that of the old person ends at the table, and that of the new person counts at once.
func TestVacation_HandedOver(t *testing.T) {
	t.Parallel()
	inBubbleOn(t, sqlitetest.Open, func(t *testing.T, b *bubble) {
		node := b.clockNode(0)
		id := b.Running(node, 2, resting)
		friend, other := b.Players[2], b.Players[3]
		until := time.Now().Add(48 * time.Hour)
		b.onVacation(friend, until)
		claim := func(from, to store.PlayerID, command string) {
			t.Helper()
			code := offer(t, b.Fixture, id, 1, from, time.Now())
			must.Return(node.Claim(t.Context(), id, to, code, command))(t)
		}
		claim(b.Players[1], friend, "to a person on vacation")
		b.wantAway(node, id, engine.Away{Seat: 1, Until: until.UnixMilli()})
		claim(friend, other, "to a person who is here")
		b.wantAway(node, id)
		b.onVacation(friend, time.Time{}) // not at the table any more
		expect.Equal(t, apperr.CodeOf(node.NoteVacation(t.Context(), id, friend, "w")), apperr.NotSeated, "a person without a seat")
		expect.Equal(t, len(b.vacations(id)), 1, "entries of vacations")
	})
}

// A change that reached no table, because the node ended in between, is found by the node that loads the table next. So is the end of a vacation.
func TestVacation_MissedChange(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		node := b.clockNode(0)
		id := b.Running(node, 2, resting)
		node.Close()
		until := time.Now().Add(48 * time.Hour)
		b.onVacation(b.Players[0], until)
		node = b.clockNode(0)
		pass(59 * time.Minute)
		watching := b.Subscribe(node, id, table.SubscribeRequest{Player: b.Players[1]})
		pass(2 * time.Second) // a poll
		b.wantAway(node, id, engine.Away{Seat: 0, Until: until.UnixMilli()})
		watching.Close()
		pass(24 * time.Hour)
		expect.Equal(t, len(b.timeOuts(id)), 0, "time-outs during the vacation")
		b.onVacation(b.Players[0], time.Time{})
		b.Step(b.clockNode(0), id, 0)
		b.wantAway(node, id)
	})
}
