package table_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/faultystore"
	"nemeton/testkit/must"
)

func paced(kind clock.Kind, bank, increment int) func(*store.Table) {
	return func(t *store.Table) {
		t.Options = engine.Options{
			"rounds": 3, "die": 1, clock.OptionPace: int(kind), clock.OptionBank: bank, clock.OptionIncrement: increment, clock.OptionLevel: 1,
		}
	}
}

// clockNode is a node of a bubble with the loops of a time control at their real intervals, and with a clock that is skewed. It has sent its first
// heartbeat, so it knows the store's time.
func (b *bubble) clockNode(skew time.Duration, change ...func(*table.Config)) *table.Registry {
	node := b.node(append([]func(*table.Config){func(c *table.Config) {
		c.PresenceEvery, c.Recheck, c.Poll = time.Hour, time.Hour, time.Second
		c.Now = func() time.Time { return time.Now().Add(skew) }
	}}, change...)...)
	synctest.Wait()
	return node
}

// rarely makes the loops of a node that runs for weeks as rare as they may be: every outage is noticed, and timers still act at the due time.
func rarely(c *table.Config) {
	c.Heartbeat, c.Sweep, c.Poll = store.OutageGap/2, time.Minute, time.Minute
}

func (b *bubble) timeOuts(id store.TableID) (list []engine.Entry) {
	b.t.Helper()
	records := must.Return(b.Store.Read(b.t.Context(), id, 0, 1000))(b.t)
	for _, r := range records {
		if len(r.Entry.Events) > 0 && r.Entry.Events[0].Name == "frame.timed_out" {
			list = append(list, r.Entry)
		}
	}
	return list
}

// At an unwatched table, several nodes with wrong clocks let a bot play once, and not early.
func TestDays_TimeOutUnwatched(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		b.store.WithClock(time.Now)
		near := b.clockNode(9 * time.Second)
		b.clockNode(-9 * time.Second)
		id := b.Running(near, 2, paced(clock.Days, 3600, 600))
		began := time.Now()
		b.Step(near, id, 0) // seat 0; seat 1 stays silent
		expect.Equal(t, time.UnixMilli(must.Return(b.Store.Table(t.Context(), id))(t).DueAt).Sub(began).Round(time.Second), time.Hour, "the table is due")
		pass(time.Hour - time.Second)
		if got := b.timeOuts(id); len(got) > 0 {
			t.Fatalf("a time-out %v after the start", time.UnixMilli(got[0].Time).Sub(began))
		}
		pass(8 * time.Second)
		got := b.timeOuts(id)
		if len(got) != 1 || got[0].Actor != engine.ActorTimer || got[0].Seat != 1 || time.UnixMilli(got[0].Time).Sub(began) < time.Hour-time.Second {
			t.Errorf("got the time-outs %+v, want one of seat 1", got)
		}
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || row.DueAt != 0 || !slices.Equal(row.StandIns, []string{"", "medium"}) {
			t.Errorf("got %+v, %v", row, err)
		}
	})
}

// The node that holds the table is killed before the time-out; another one makes it.
func TestDays_TimeOutAfterKill(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		holder := b.clockNode(0)
		id := b.Running(holder, 2, paced(clock.Live, 600, 5))
		b.Subscribe(holder, id, table.SubscribeRequest{Player: b.Players[0]})
		pass(10*time.Minute - 10*time.Second)
		holder.Close()
		b.clockNode(0)
		pass(20 * time.Second)
		if got := b.timeOuts(id); len(got) != 2 || got[0].Time-got[1].Time > 0 {
			t.Errorf("got the time-outs %+v, want one of each seat", got)
		}
	})
}

// At a watched table the node that holds it is exact.
func TestDays_TimeOutWatched(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		node := b.clockNode(0)
		id := b.Running(node, 2, paced(clock.Live, 60, 5))
		b.Subscribe(node, id, table.SubscribeRequest{Player: b.Players[0]})
		pass(61*time.Second - time.Millisecond) // one second is free
		if got := b.timeOuts(id); len(got) > 0 {
			t.Fatal("the time-out came early")
		}
		pass(10 * time.Millisecond)
		synctest.Wait()
		expect.Equal(t, len(b.timeOuts(id)), 2, "time-outs")
		for seat := range engine.Seat(2) {
			expect.Error(t, expect.Second(node.Return(t.Context(), id, table.Command{ID: "back", Seat: seat})), nil)
		}
	})
}

// While no node can write, no clock runs. A single node that is cut off gives nothing back.
func TestDays_Outage(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		faults := []*faultystore.Store{faultystore.New(b.Store), faultystore.New(b.Store)}
		var nodes []*table.Registry
		for _, f := range faults {
			nodes = append(nodes, b.clockNode(0, func(c *table.Config) { c.Store = f }))
		}
		id := b.Running(nodes[0], 2, paced(clock.Days, 3600, 0))
		began := time.Now()
		pass(10 * time.Minute)
		faults[0].Away(true)
		pass(20 * time.Minute) // one node is cut off
		faults[0].Away(false)
		must.Return(nodes[0].GiveTime(t.Context(), id, table.Command{ID: "gift 1", Seat: 0}, 1))(t)
		expect.Equal(t, b.events(id, "frame.outages"), 0, "outages while one node could write")
		for _, f := range faults {
			f.Full(true)
		}
		pass(3 * time.Hour)
		for _, f := range faults {
			f.Full(false)
		}
		pass(25 * time.Minute)
		if got := b.timeOuts(id); len(got) > 0 {
			t.Errorf("a time-out after %v, three hours of which were an outage", time.UnixMilli(got[0].Time).Sub(began))
		}
		pass(10 * time.Minute)
		got := b.timeOuts(id)
		if len(got) != 1 || got[0].Seat != 0 || b.events(id, "frame.outages") != 1 {
			t.Fatalf("got the time-outs %+v and %d outages, want seat 0 after one", got, b.events(id, "frame.outages"))
		}
		if late := time.UnixMilli(got[0].Time).Sub(began) - 4*time.Hour; late < -2*store.HeartbeatInterval || late > 10*time.Second {
			t.Errorf("the time-out is %v late", late)
		}
	})
}

// events counts the entries that begin with an event.
func (b *bubble) events(id store.TableID, name string) (n int) {
	b.t.Helper()
	records := must.Return(b.Store.Read(b.t.Context(), id, 0, 1000))(b.t)
	for _, r := range records {
		if len(r.Entry.Events) > 0 && r.Entry.Events[0].Name == name {
			n++
		}
	}
	return n
}

// A bot takes over at an unwatched table too, after an hour at least, and only for a player who waits.
func TestDays_TakeoverUnwatched(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		node := b.clockNode(0)
		id := b.Running(node, 2, takesOverAfter(1)) // two minutes
		b.Step(node, id, 0)
		pass(59 * time.Minute)
		expect.Equal(t, b.events(id, "frame.taken_over"), 0, "a takeover after less than an hour, with nobody there")
		pass(2 * time.Minute)
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || !slices.Equal(row.StandIns, []string{"", "medium"}) || row.DueAt != 0 {
			t.Errorf("after an hour: got %q, due %d, %v; want a stand-in at seat 1", row.StandIns, row.DueAt, err)
		}
	})
}

// A node that has just started does not know who was connected before it, and nobody could connect while no node ran: the hour begins anew.
func TestDays_TakeoverUnwatchedAfterStart(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]time.Duration{"a restart": time.Second, "a long stop": 3 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, b *bubble) {
				node := b.clockNode(0)
				id := b.Running(node, 2, takesOverAfter(1)) // two minutes
				b.Step(node, id, 0)
				if stop < time.Hour { // the player of seat 1 thinks for long, and nobody who is there waits
					b.Subscribe(node, id, table.SubscribeRequest{Player: b.Players[1]})
					pass(3 * time.Hour)
				}
				node.Drain()
				node.Close()
				pass(stop)
				b.clockNode(0)
				pass(59 * time.Minute)
				expect.Equal(t, b.events(id, "frame.taken_over"), 0, "a takeover less than an hour after the start of the node, with nobody there")
				pass(2 * time.Minute)
				expect.Equal(t, b.events(id, "frame.taken_over"), 1, "takeovers an hour after the start")
			})
		})
	}
}

// A time-out that must be claimed, and a gift of time.
func TestDays_Claim(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		r := b.clockNode(0)
		id := b.Running(r, 2, paced(clock.Days, 60, 0), func(row *store.Table) { row.Options[clock.OptionByHand] = 1 })
		refused := func(want apperr.Code, _ table.Point, err error) {
			t.Helper()
			expect.Equal(t, apperr.CodeOf(err), want, err)
		}
		twice := func(do func() (table.Point, error)) {
			t.Helper()
			first, err := do()
			again, errAgain := do()
			if err = errors.Join(err, errAgain); err != nil || first != again {
				t.Errorf("got %+v, then %+v, %v", first, again, err)
			}
		}
		claim := func() (table.Point, error) {
			return r.ClaimTimeOut(t.Context(), id, table.Command{ID: "claim", Seat: 0}, 1)
		}
		gift := func() (table.Point, error) { return r.GiveTime(t.Context(), id, table.Command{ID: "gift", Seat: 0}, 1) }
		done, err := claim()
		refused(apperr.TimeLeft, done, err)
		done, err = gift()
		refused(apperr.NoChange, done, err)
		pass(30 * time.Second)
		twice(gift)
		pass(31 * time.Second)
		done, err = claim()
		refused(apperr.TimeLeft, done, err)
		pass(15 * time.Second)
		twice(claim)
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || !slices.Equal(row.StandIns, []string{"", "medium"}) || row.DueAt != 0 {
			t.Errorf("got the stand-ins %q, %v", row.StandIns, err)
		}
		described, err := r.Describe(t.Context(), row, "")
		if err != nil || described.Pace == nil || described.Pace.Kind != "days" || described.Pace.Bank != 60 || !described.Pace.ByHand || described.Pace.Extra != 15 {
			t.Errorf("got the pace %+v, %v", described.Pace, err)
		}
	})
}
