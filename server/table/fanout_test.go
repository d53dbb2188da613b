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
	"nemeton/testkit/tabletest"
)

// on opens a node of the hub that learns of others by news alone.
func on(b fanout.Bus) func(*table.Config) {
	return func(c *table.Config) { c.Bus, c.Poll = b, time.Hour }
}

func TestFanout_NewsComesAtOnce(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	a, b := h.Registry(on(hub.Join())), h.Registry(on(hub.Join()))
	id := h.Open(2)
	sub := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Next(sub, "snapshot")
	row, err := h.Store.UpdateTable(context.Background(), id, func(t *store.Table) error {
		t.Seats[1].Player = h.Players[2]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	a.Touch(context.Background(), id)
	until(t, h, sub, "somebody else sits there", func(f tabletest.Message) bool { return f.Table.Seats[1].Player.ID == string(h.Players[2]) })
	if err := a.Begin(context.Background(), row); err != nil {
		t.Fatal(err)
	}
	for seq := engine.Seq(1); ; seq++ {
		if got := h.Next(sub, "update").Seq; got != seq {
			t.Fatalf("got update %d, want %d", got, seq)
		}
		if _, ok := h.Step(a, id, int(seq)); !ok {
			break
		}
	}
}

// unruly is a bus that keeps news back, doubles it, mixes it up and loses some.
type unruly struct {
	fanout.Bus
	loses bool

	mu   sync.Mutex
	r    *rand.Rand
	kept []fanout.Message
}

func (u *unruly) Publish(n fanout.Message) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.loses && u.r.IntN(2) == 0 {
		return
	}
	u.kept = append(u.kept, n, n)
	u.r.Shuffle(len(u.kept), func(i, j int) { u.kept[i], u.kept[j] = u.kept[j], u.kept[i] })
	for len(u.kept) > 5 {
		u.Bus.Publish(u.kept[0])
		u.kept = u.kept[1:]
	}
}

// settle sends what was kept back.
func (u *unruly) settle() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, n := range u.kept {
		u.Bus.Publish(n)
	}
	u.kept = nil
}

func TestFanout_UnrulyNews(t *testing.T) {
	t.Parallel()
	for _, loses := range []bool{false, true} {
		t.Run(fmt.Sprintf("loses %v", loses), func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			var hub local.Hub
			buses, nodes, subs := [3]*unruly{}, [3]*table.Registry{}, [3]*tabletest.Subscriber{}
			for i := range nodes {
				buses[i] = &unruly{Bus: hub.Join(), loses: loses, r: rand.New(rand.NewPCG(7, uint64(i)))}
				nodes[i] = h.Registry(on(buses[i]), func(c *table.Config) {
					if loses {
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
					t.Fatalf("a node that did not hear of everything yet: %v", err)
				}
			}
			for _, b := range buses {
				b.settle()
			}
			for i, s := range subs {
				for seq := engine.Seq(2); seq <= last; seq++ {
					if got := h.Next(s, "update").Seq; got != seq {
						t.Fatalf("node %d: got update %d, want %d: each once, in order", i, got, seq)
					}
				}
			}
		})
	}
}

// revoked reads a subscription to its end, which has to be that its session was signed out.
func revoked(t *testing.T, s *tabletest.Subscriber) {
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
			t.Fatalf("got %v, want revoked", err)
		}
	}
}

func TestFanout_SignedOutElsewhere(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	a, b := h.Registry(on(hub.Join())), h.Registry(on(hub.Join()))
	id := h.Running(a, 2)
	sub := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0], Session: "this one"})
	other := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0], Session: "another"})
	a.EndSession("this one")
	revoked(t, sub)
	h.Step(a, id, 0)
	h.Next(other, "update") // goes on
}

func TestSessions_SignedOutElsewhereWithoutNews(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx := context.Background()
	r := h.Registry(func(c *table.Config) { c.Recheck = 5 * time.Millisecond })
	id := h.Running(r, 2)
	session := func(n byte) string {
		s := store.Session{ID: h.NewID(), Player: h.Players[0], TokenHash: [32]byte{n}, CreatedAt: h.Moment, SeenAt: h.Moment}
		if err := h.Store.CreateSession(ctx, s); err != nil {
			t.Fatal(err)
		}
		return s.ID
	}
	gone, stays := session(1), session(2)
	sub, other := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0], Session: gone}), h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0], Session: stays})
	nobody := h.Subscribe(r, id, table.SubscribeRequest{})
	if err := h.Store.RevokeSession(ctx, h.Players[0], gone); err != nil { // as another node does
		t.Fatal(err)
	}
	revoked(t, sub)
	h.Step(r, id, 0)
	h.Next(other, "update")
	h.Next(nobody, "update")
}

// crowd waits until a subscription was told that these seats and so many spectators are connected.
func crowd(t *testing.T, h *tabletest.Fixture, s *tabletest.Subscriber, seats []engine.Seat, spectators int) {
	t.Helper()
	var p wire.Presence
	for range 100 {
		if err := json.Unmarshal([]byte(h.Next(s, "presence").Raw), &p); err != nil {
			t.Fatal(err)
		}
		if slices.Equal(p.Seats, seats) && p.Spectators == spectators {
			return
		}
	}
	t.Fatalf("got %+v, want seats %v and %d spectators", p, seats, spectators)
}

//nolint:tparallel // one after the other: each goes on where the one before ended
func TestFanout_WhoIsHere(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var hub local.Hub
	clock := tabletest.NewClock(h.Moment)
	node := func(bus fanout.Bus) *table.Registry {
		return h.Registry(on(bus), func(c *table.Config) { c.Now, c.Beat = clock.Now, 5*time.Millisecond })
	}
	first := hub.Join()
	a, b := node(first), node(hub.Join())
	id := h.Running(a, 4)
	ada := h.Subscribe(a, id, table.SubscribeRequest{Player: h.Players[0]})
	ben := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[1]})
	h.Subscribe(b, id, table.SubscribeRequest{})
	crowd(t, h, ada, []engine.Seat{0, 1}, 1)
	again := h.Subscribe(b, id, table.SubscribeRequest{Player: h.Players[0]}) // the same player, at both nodes
	h.Subscribe(a, id, table.SubscribeRequest{})
	crowd(t, h, ben, []engine.Seat{0, 1}, 2)
	again.Close() // changes nothing for anybody: what follows still counts seat 0
	t.Run("a node that comes later is told", func(t *testing.T) {
		late := node(hub.Join())
		crowd(t, h, h.Subscribe(late, id, table.SubscribeRequest{Player: h.Players[2]}), []engine.Seat{0, 1, 2}, 2)
		row, err := h.Store.Table(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		told, err := late.Describe(context.Background(), row, "")
		if err != nil || !told.Seats[0].Connected || !told.Seats[2].Connected || told.Seats[3].Connected {
			t.Errorf("got %+v, %v; want seats 0, 1 and 2 connected", told.Seats, err)
		}
	})
	t.Run("who leaves is gone everywhere", func(t *testing.T) {
		cleo := h.Subscribe(a, id, table.SubscribeRequest{Player: h.Players[3]})
		crowd(t, h, ben, []engine.Seat{0, 1, 2, 3}, 2)
		cleo.Close()
		crowd(t, h, ben, []engine.Seat{0, 1, 2}, 2)
	})
	t.Run("the people of a node that fell silent are forgotten", func(t *testing.T) {
		first.Close()
		clock.Add(time.Minute)
		crowd(t, h, ben, []engine.Seat{1, 2}, 1)
	})
}

func TestSubscribe_TellsWhereTheNodesAre(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	want := []string{"https://a.example", "https://b.example"}
	r := h.Registry(func(c *table.Config) { c.Nodes = want })
	sub := h.Subscribe(r, h.Running(r, 2), table.SubscribeRequest{})
	var got wire.Snapshot
	if err := json.Unmarshal([]byte(h.Next(sub, "snapshot").Raw), &got); err != nil || !slices.Equal(got.Nodes, want) {
		t.Errorf("got %q, %v; want %q", got.Nodes, err, want)
	}
}
