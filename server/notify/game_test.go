package notify_test

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/notify"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Three players play a whole game with clocks of days. Each looks at the table only after a notification: one by push, one by mail, one by a webhook. On the
// way the server restarts, and a node dies after it has sent and before it has noted that.
func TestGame_NotificationsBringPlayersBack(t *testing.T) {
	t.Parallel()
	f, v := newFixture(t), newReceiver(t)
	b := f.browser(0)
	confirmed(t, f, 1, "ben@example.org")
	must.Return(f.service.SetHook(t.Context(), f.Players[2], v.URL, "standard"))(t)
	f.clock.Add(time.Minute)
	f.Moment = f.clock.Now()
	id := f.Running(f.registry, 3, func(row *store.Table) {
		row.Options = engine.Options{"rounds": 3, "die": 1, clock.OptionPace: int(clock.Days), clock.OptionBank: 3 * 24 * 3600, clock.OptionIncrement: 12 * 3600}
	})
	called := map[engine.Seat]func() bool{
		0: func() bool { return len(f.pushes.Received(b)) > 0 },
		1: func() bool { return len(f.mails.Received()) > 0 },
		2: func() bool { return len(v.calls()) > 0 },
	}
	back := map[engine.Seat]int{}
	for turn := 0; ; turn++ {
		open := f.View(f.registry, id, engine.Spectator()).Decisions
		if len(open) == 0 {
			break
		}
		seat := open[0].Seat
		switch turn {
		case 2: // the server restarts
			f.registry = f.Registry(func(c *table.Config) { c.Now, c.Poll = f.clock.Now, time.Hour })
			f.service = f.node()
		case 4: // a node dies
			f.clock.Add(11 * time.Minute)
			f.node(func(c *notify.Config) { c.Store = &dying{Store: c.Store, dead: true} }).Round(t.Context())
		}
		for waited := 0; !called[seat](); waited++ {
			if waited > 10 {
				t.Fatalf("turn %d: seat %d was not notified within two hours", turn, seat)
			}
			f.round(11 * time.Minute)
		}
		back[seat]++
		// The player plays the whole turn, until somebody else is asked first.
		for f.View(f.registry, id, engine.Spectator()).Decisions != nil && f.first(id) == seat {
			f.Step(f.registry, id, turn)
		}
		f.clock.Add(time.Minute)
	}
	expect.Equal(t, len(back), 3, "players came back")
	row, err := f.Store.Table(t.Context(), id)
	if err != nil || row.State != store.Finished || len(row.StandIns) > 0 {
		t.Errorf("got %+v, %v; want a finished table without stand-ins", row, err)
	}
}

// first is the seat that is asked first; engine.NoSeat after the end.
func (f *fixture) first(id store.TableID) engine.Seat {
	f.t.Helper()
	if open := f.View(f.registry, id, engine.Spectator()).Decisions; len(open) > 0 {
		return open[0].Seat
	}
	return engine.NoSeat
}
