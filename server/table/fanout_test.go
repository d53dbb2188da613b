package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// onBus makes a node that learns of the others by messages alone, because it never polls.
func onBus(b fanout.Bus) func(*table.Config) {
	return func(c *table.Config) { c.Bus, c.Poll = b, time.Hour }
}

func TestFanout_MessageIsFollowedAtOnce(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	a, b := h.Registry(onBus(hub.Join())), h.Registry(onBus(hub.Join()))
	id := h.Open(2)
	sub := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Next(sub, "snapshot")
	row, err := h.Store.UpdateTable(context.Background(), id, func(t *store.Table) error {
		t.Seats[1].Player = h.Players[2]
		return nil
	})
	must.Succeed(t, err)
	a.Announce(context.Background(), id)
	awaitTable(t, h, sub, "another player has the seat", func(f tabletest.Message) bool { return f.Table.Seats[1].Player.ID == string(h.Players[2]) })
	must.Succeed(t, a.Begin(context.Background(), row))
	for seq := engine.Seq(1); ; seq++ {
		if got := h.Next(sub, "update").Seq; got != seq {
			t.Fatalf("got update %d, want %d", got, seq)
		}
		if _, ok := h.Step(a, id, int(seq)); !ok {
			break
		}
	}
}

// unreliableBus delays, doubles and reorders messages, and drops some.
type unreliableBus struct {
	fanout.Bus
	drops bool

	mu   sync.Mutex
	r    *rand.Rand
	held []fanout.Message
}

func (u *unreliableBus) Publish(m fanout.Message) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.drops && u.r.IntN(2) == 0 {
		return
	}
	u.held = append(u.held, m, m)
	u.r.Shuffle(len(u.held), func(i, j int) { u.held[i], u.held[j] = u.held[j], u.held[i] })
	for len(u.held) > 5 {
		u.Bus.Publish(u.held[0])
		u.held = u.held[1:]
	}
}

// flush publishes the delayed messages.
func (u *unreliableBus) flush() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, m := range u.held {
		u.Bus.Publish(m)
	}
	u.held = nil
}

func TestFanout_UnreliableBus(t *testing.T) {
	t.Parallel()
	for _, drops := range []bool{false, true} {
		t.Run(fmt.Sprintf("drops %v", drops), func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			var hub local.Hub
			buses, nodes, subs := [3]*unreliableBus{}, [3]*table.Registry{}, [3]*tabletest.Subscriber{}
			for i := range nodes {
				buses[i] = &unreliableBus{Bus: hub.Join(), drops: drops, r: rand.New(rand.NewPCG(7, uint64(i)))}
				nodes[i] = h.Registry(onBus(buses[i]), func(c *table.Config) {
					if drops {
						c.Poll = 5 * time.Millisecond
					}
				})
			}
			id := h.Running(nodes[0], 3)
			for i := range nodes {
				subs[i] = h.Subscribe(nodes[i], id, table.SubscribeRequest{Player: h.Players[i]})
				h.Next(subs[i], "snapshot")
			}
			last, truth := engine.Seq(1), h.Registry()
			for n := 0; ; n++ {
				c, ok := h.Choose(truth, id, n)
				if !ok {
					break
				}
				var err error
				if last, err = c.Act(nodes[n%len(nodes)], id); err != nil {
					t.Fatalf("a node that has not seen all entries yet: %v", err)
				}
			}
			for _, b := range buses {
				b.flush()
			}
			for i, s := range subs {
				for seq := engine.Seq(2); seq <= last; seq++ {
					if got := h.Next(s, "update").Seq; got != seq {
						t.Fatalf("node %d: got update %d, want %d: every entry once, in order", i, got, seq)
					}
				}
			}
		})
	}
}

// expectRevoked reads a subscription to its end, which must be that its session was revoked.
func expectRevoked(t *testing.T, s *tabletest.Subscriber) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for {
		_, err := s.Next(ctx)
		var closed table.Closed
		switch {
		case errors.As(err, &closed) && closed.Code == wire.CloseRevoked:
			return
		case err != nil:
			t.Fatalf("got %v, want the code for revoked sessions", err)
		}
	}
}

func TestFanout_RevokedOnAnotherNode(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	a, b := h.Registry(onBus(hub.Join())), h.Registry(onBus(hub.Join()))
	id := h.Running(a, 2)
	sub := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0], Session: "this one"})
	other := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0], Session: "another"})
	a.EndSession("this one")
	expectRevoked(t, sub)
	h.Step(a, id, 0)
	h.Next(other, "update") // still open
}

// The sockets of players, which belong to no table, end as well: at once by the message of another node, else by the check of the store.
func TestFanout_RevokedBesideTables(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	ended := make(chan string, 1000)
	a := h.Registry(onBus(hub.Join()))
	h.Registry(onBus(hub.Join()), func(c *table.Config) {
		c.Recheck = 10 * time.Millisecond
		c.SessionEnded = func(session string) { ended <- session }
		c.OpenSessions = func() []table.SessionOf { return []table.SessionOf{{ID: "not in the store"}} }
	})
	a.EndSession("this one")
	wanted := map[string]bool{"this one": true, "not in the store": true}
	for timeout := time.After(time.Minute); len(wanted) > 0; {
		select {
		case session := <-ended:
			delete(wanted, session)
		case <-timeout:
			t.Fatalf("the sockets of %v stay open", wanted)
		}
	}
}

// expectPresence waits for a presence message with these seats and this number of spectators.
func expectPresence(t *testing.T, h *tabletest.Fixture, s *tabletest.Subscriber, seats []engine.Seat, spectators int) {
	t.Helper()
	var p wire.Presence
	for range 100 {
		must.Succeed(t, json.Unmarshal([]byte(h.Next(s, "presence").Raw), &p))
		if slices.Equal(p.Seats, seats) && p.Spectators == spectators {
			return
		}
	}
	t.Fatalf("got %+v, want seats %v and %d spectators", p, seats, spectators)
}

//nolint:tparallel // one after the other: each goes on where the one before ended
func TestFanout_Presence(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	clock := tabletest.NewClock(h.Moment)
	node := func(bus fanout.Bus) *table.Registry {
		return h.Registry(onBus(bus), func(c *table.Config) { c.Now, c.PresenceEvery = clock.Now, 5*time.Millisecond })
	}
	first := hub.Join()
	a, b := node(first), node(hub.Join())
	id := h.Running(a, 4)
	ada := h.Subscribe(a, id, table.SubscribeRequest{Player: h.Players[0]})
	ben := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[1]})
	h.Subscribe(b, id, table.SubscribeRequest{})
	expectPresence(t, h, ada, []engine.Seat{0, 1}, 1)
	again := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]}) // the same player at both nodes
	h.Subscribe(a, id, table.SubscribeRequest{})
	expectPresence(t, h, ben, []engine.Seat{0, 1}, 2)
	again.Close() // no change: the player is still connected to a
	t.Run("a node that joins later gets the presence", func(t *testing.T) {
		late := node(hub.Join())
		expectPresence(t, h, h.Subscribe(late, id, table.SubscribeRequest{Player: h.Players[2]}), []engine.Seat{0, 1, 2}, 2)
		row := must.Return(h.Store.Table(context.Background(), id))(t)
		described, err := late.Describe(context.Background(), row, "")
		if err != nil || !described.Seats[0].Connected || !described.Seats[2].Connected || described.Seats[3].Connected {
			t.Errorf("got %+v, %v; want seats 0, 1 and 2 connected", described.Seats, err)
		}
	})
	t.Run("a departure is seen on all nodes", func(t *testing.T) {
		cleo := h.Subscribe(a, id, table.SubscribeRequest{Player: h.Players[3]})
		expectPresence(t, h, ben, []engine.Seat{0, 1, 2, 3}, 2)
		cleo.Close()
		expectPresence(t, h, ben, []engine.Seat{0, 1, 2}, 2)
	})
	t.Run("the presence of a silent node is dropped", func(t *testing.T) {
		first.Close()
		clock.Add(time.Minute)
		expectPresence(t, h, ben, []engine.Seat{1, 2}, 1)
	})
}
