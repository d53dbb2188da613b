package table_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// bubble is a fixture inside a bubble of synctest: registries with all their loops, whose days pass in milliseconds.
type bubble struct {
	*tabletest.Fixture
	t     *testing.T
	store *memstore.Store // of Fixture; nil: another store
	hub   local.Hub
}

func inBubble(t *testing.T, test func(*testing.T, *bubble)) {
	t.Helper()
	t.Parallel()
	s := memstore.New()
	inBubbleOn(t, func(testing.TB) store.Store { return s.Complete() }, func(t *testing.T, b *bubble) {
		b.store = s
		test(t, b)
	})
}

func inBubbleOn[S store.Store](t *testing.T, open func(testing.TB) S, test func(*testing.T, *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{Fixture: tabletest.On(t, open(t)), t: t}
		b.Moment = time.Now()
		test(t, b)
	})
}

// node starts a registry on the bus of the bubble, with the intervals of a real server except for the poll.
func (b *bubble) node(change ...func(*table.Config)) *table.Registry {
	b.t.Helper()
	real := func(c *table.Config) { c.Now, c.Poll, c.Bus = time.Now, time.Minute, b.hub.Join() }
	return b.Registry(append([]func(*table.Config){real}, change...)...)
}

// messages takes all messages that wait once everything has come to rest.
func (b *bubble) messages(s *tabletest.Subscriber) (list []tabletest.Message, err error) {
	b.t.Helper()
	synctest.Wait()
	for {
		taken, err := s.Take(nil)
		for _, m := range taken {
			list = append(list, b.Decode(m.Plain()))
		}
		if err != nil || len(taken) == 0 {
			return list, err
		}
	}
}

// presence is the last presence message that waits; nil: none.
func (b *bubble) presence(s *tabletest.Subscriber) (last *tabletest.Message) {
	b.t.Helper()
	list := must.Return(b.messages(s))(b.t)
	for _, m := range list {
		if m.T == "presence" {
			last = &m
		}
	}
	return last
}

// A bot takes over a seat that has kept a player waiting for a day, and not before.
func TestDays_Takeover(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		limit := func(c *table.Config) {
			c.PresenceEvery, c.Recheck = time.Hour, time.Hour // the rarest timers make the days short
		}
		near, far := b.node(limit), b.node(limit)
		id := b.Running(near, 2, takesOverAfter(5)) // a day
		waiting := b.Subscribe(far, id, table.SubscribeRequest{Player: b.Players[0]})
		b.Step(near, id, 0) // seat 0; seat 1 stays silent
		pass(24*time.Hour - 2*time.Minute)
		expect.Equal(t, must.Return(b.Store.Table(t.Context(), id))(t).Seq, 2, "after a day less two minutes: entry")
		pass(4 * time.Minute)
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || row.Seq != 3 || !slices.Equal(row.StandIns, []string{"", "medium"}) {
			t.Errorf("after a day: got entry %d with stand-ins %q, %v; want one takeover", row.Seq, row.StandIns, err)
		}
		list, err := b.messages(waiting)
		if err != nil || !slices.ContainsFunc(list, func(m tabletest.Message) bool { return m.T == "update" && m.Seq == 3 }) {
			t.Errorf("the waiting player was not told: %v", err)
		}
	})
}

// A table leaves memory some minutes after its last use, and comes back with the same state.
func TestDays_Eviction(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		r := b.node()
		id := b.Running(r, 2)
		sub := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[0]})
		b.Step(r, id, 0)
		pass(3 * time.Hour)
		expect.Equal(t, b.tables(), 1, "a table with a socket left memory")
		sub.Close()
		pass(4 * time.Minute)
		expect.Equal(t, b.tables(), 1, "the table left memory after less than the idle time")
		pass(3 * time.Minute)
		expect.Equal(t, b.tables(), 0, "an idle table is still in memory")
		if c := b.View(r, id, engine.Spectator()); c.Seq != 2 || b.tables() != 1 {
			t.Errorf("after the reload: got entry %d, %d tables; want 2 and 1", c.Seq, b.tables())
		}
	})
}

func (b *bubble) tables() int {
	synctest.Wait()
	b.Meter.Lock()
	defer b.Meter.Unlock()
	return b.Meter.Tables
}

// oneSession is a store with one session.
type oneSession struct {
	*memstore.Store
	player atomic.Pointer[store.PlayerID] // nil: the session was revoked
}

func (s *oneSession) LiveSessions(context.Context, []string) (map[string]store.PlayerID, error) {
	if p := s.player.Load(); p != nil {
		return map[string]store.PlayerID{"a session": *p}, nil
	}
	return nil, nil
}

// Without a bus, a node notices by its next check that another node revoked a session, or gave it to another player.
func TestDays_SessionRevokedElsewhere(t *testing.T) {
	t.Run("revoked", func(t *testing.T) { sessionEndsElsewhere(t, func(*bubble) *store.PlayerID { return nil }) })
	t.Run("one with another player", func(t *testing.T) { sessionEndsElsewhere(t, func(b *bubble) *store.PlayerID { return &b.Players[1] }) })
}

func sessionEndsElsewhere(t *testing.T, becomes func(*bubble) *store.PlayerID) {
	t.Helper()
	inBubble(t, func(t *testing.T, b *bubble) {
		sessions := &oneSession{Store: b.store}
		sessions.player.Store(&b.Players[0])
		r := b.node(func(c *table.Config) { c.Bus, c.Store = nil, sessions })
		id := b.Running(r, 2)
		sub := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[0], Session: "a session"})
		pass(time.Hour)
		must.Succeed(t, expect.Second(b.messages(sub)), "the session is valid, and the stream ended")
		sessions.player.Store(becomes(b))
		pass(11 * time.Second)
		_, err := b.messages(sub)
		var closed table.Closed
		if !errors.As(err, &closed) || closed.Code != wire.CloseRevoked {
			t.Errorf("11 s after the revocation: got %v, want the code for it", err)
		}
	})
}

// The presence of a node that falls silent is dropped after three reports. A player who comes back on the other node is present at once.
func TestDays_PresenceAfterLostNode(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		bus := b.hub.Join()
		lost, other := b.node(func(c *table.Config) { c.Bus = bus }), b.node()
		id := b.Running(other, 2)
		b.Subscribe(lost, id, table.SubscribeRequest{Player: b.Players[0]})
		ben := b.Subscribe(other, id, table.SubscribeRequest{Player: b.Players[1]})
		if p := b.presence(ben); p == nil || p.Raw != presenceOf("0,1") {
			t.Fatalf("got %+v, want both seats", p)
		}
		pass(time.Hour)
		if p := b.presence(ben); p != nil {
			t.Errorf("nothing changed for an hour, and %s came", p.Raw)
		}
		bus.Close()
		pass(14 * time.Second)
		if p := b.presence(ben); p != nil {
			t.Errorf("after less than three reports: got %s", p.Raw)
		}
		pass(10 * time.Second)
		if p := b.presence(ben); p == nil || p.Raw != presenceOf("1") {
			t.Errorf("after three reports: got %+v, want seat 1 alone", p)
		}
		b.Subscribe(other, id, table.SubscribeRequest{Player: b.Players[0]})
		if p := b.presence(ben); p == nil || p.Raw != presenceOf("0,1") {
			t.Errorf("after the reconnect: got %+v, want both seats", p)
		}
	})
}

func presenceOf(seats string) string {
	return `{"t":"presence","seats":[` + seats + `],"spectators":0}`
}

// In a crowd, the number of spectators is sent at most twice a second, and the last one is right.
func TestDays_PresenceOfACrowd(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		r := b.node()
		id := b.Running(r, 2)
		ada := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[0]})
		for range 40 {
			b.Subscribe(r, id, table.SubscribeRequest{})
		}
		b.presence(ada)
		pass(time.Minute)
		b.presence(ada)
		began := time.Now()
		for range 100 {
			b.Subscribe(r, id, table.SubscribeRequest{})
			pass(20 * time.Millisecond)
		}
		pass(time.Second)
		list, err := b.messages(ada)
		if err != nil || len(list) < 2 || len(list) > int(time.Since(began)/(500*time.Millisecond))+1 {
			t.Errorf("got %d messages for 100 arrivals in %v, %v", len(list), time.Since(began), err)
		}
		expect.Equal(t, list[len(list)-1].Raw, `{"t":"presence","seats":[0],"spectators":140}`, "at last")
	})
}

// A node without a bus gets the entries of another node by its poll, after at most a second.
func TestDays_Poll(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		alone := func(c *table.Config) { c.Bus, c.Poll = nil, time.Second }
		a, z := b.node(alone), b.node(alone)
		id := b.Running(a, 2)
		sub := b.Subscribe(z, id, table.SubscribeRequest{})
		for seq := engine.Seq(2); ; seq++ {
			if _, ok := b.Step(a, id, int(seq)); !ok {
				break
			}
			pass(time.Second + time.Millisecond)
			list, err := b.messages(sub)
			if err != nil || len(list) == 0 || !slices.ContainsFunc(list, func(m tabletest.Message) bool { return m.T == "update" && m.Seq == seq }) {
				t.Fatalf("a second after entry %d: got %d messages without it, %v", seq, len(list), err)
			}
		}
		expect.Equal(t, must.Return(b.Store.Table(context.Background(), id))(t).State, store.Finished, "a finished table")
	})
}

// pass lets time pass in a bubble.
func pass(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	<-timer.C
}
