package table_test

import (
	"context"
	"encoding/json"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/fanout/local"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// watcher is a socket of a finished table at one of several nodes.
type watcher struct {
	t    testing.TB
	node *table.Registry
	sub  *tabletest.Subscriber
}

func (w watcher) watches(at *wire.WatchMoment, to int) {
	w.t.Helper()
	must.Succeed(w.t, w.node.Watch(context.Background(), w.sub.Subscription, wire.ClientMessage{T: wire.TagWatch, Group: "ab12cd34ef", At: at, To: to}))
}

// sees reads the states of the group until one of them is wanted.
func (w watcher) sees(wanted func(wire.Watch) bool) (got wire.Watch) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // a slow machine must not reach it
	defer cancel()
	for {
		raw, err := w.sub.Next(ctx)
		if err != nil {
			w.t.Fatalf("after %+v: %v", got, err)
		}
		var tag struct {
			T string `json:"t"`
		}
		must.Succeed(w.t, json.Unmarshal(raw, &tag))
		if tag.T != wire.TagWatch {
			continue
		}
		got = wire.Watch{}
		must.Succeed(w.t, json.Unmarshal(raw, &got))
		if wanted(got) {
			return got
		}
	}
}

func (w watcher) seesExactly(want wire.Watch) {
	w.t.Helper()
	want.T, want.Group = "watch", "ab12cd34ef"
	w.sees(func(got wire.Watch) bool { return cmp.Equal(got, want) })
}

// breakableBus loses all messages that are published while it is broken.
type breakableBus struct {
	fanout.Bus
	broken atomic.Bool
	rejoin func() // tells its node that it is usable again
}

func (b *breakableBus) Listen(l fanout.Listener) (stop func()) {
	b.rejoin = l.OnJoin
	return b.Bus.Listen(l)
}

func (b *breakableBus) Publish(m fanout.Message) {
	if !b.broken.Load() {
		b.Bus.Publish(m)
	}
}

// watchNodes returns two nodes with their buses, their clock, and a socket of a finished table at each.
func watchNodes(t *testing.T, beat time.Duration) (one, two watcher, buses [2]*breakableBus, clock *tabletest.Clock) {
	t.Helper()
	h := tabletest.New(t)
	clock = tabletest.NewClock(h.Moment)
	var hub local.Hub
	var watchers [2]watcher
	began := time.Now()
	for n := range buses {
		buses[n] = &breakableBus{Bus: hub.Join()}
		node := h.Registry(onBus(buses[n]), func(c *table.Config) {
			c.Now, c.PresenceEvery = clock.Now, beat
			c.Elapsed = func() time.Duration { return time.Since(began) } // no node stands still if the clock jumps
		})
		watchers[n] = watcher{t: t, node: node}
	}
	id := h.Running(watchers[0].node, 2)
	h.PlayOut(watchers[0].node, id)
	for n := range watchers {
		watchers[n].sub = h.Subscribe(watchers[n].node, id, table.SubscribeRequest{})
		h.Next(watchers[n].sub, "snapshot")
	}
	return watchers[0], watchers[1], buses, clock
}

func TestWatch_TwoNodes(t *testing.T) {
	t.Parallel()
	one, two, _, clock := watchNodes(t, 5*time.Millisecond)
	both := []wire.WatchMember{{Number: 1}, {Number: 2}}
	first, second := &wire.WatchMoment{Seq: 3, Eyes: engine.NoSeat}, &wire.WatchMoment{Seq: 4, Eyes: 1}
	one.watches(first, 0)
	clock.Add(time.Second) // the first node has the group for longer, so its member keeps the number
	two.watches(nil, 0)
	two.seesExactly(wire.Watch{You: 2, Leader: 1, Members: both, At: first})
	one.seesExactly(wire.Watch{You: 1, Leader: 1, Members: both, At: first})
	two.watches(&wire.WatchMoment{Seq: 9}, 0) // without effect, because the other member leads
	one.watches(nil, 2)
	two.seesExactly(wire.Watch{You: 2, Leader: 2, Members: both, At: first})
	two.watches(second, 0)
	one.seesExactly(wire.Watch{You: 1, Leader: 2, Members: both, At: second})
	two.sub.Close()
	one.seesExactly(wire.Watch{You: 1, Leader: 1, Members: both[:1], At: second})
}

// A group is whole as soon as one node reaches the other again. It does not wait for the next beat.
func TestWatch_AfterAnOutage(t *testing.T) {
	t.Parallel()
	one, two, buses, clock := watchNodes(t, time.Hour)
	one.watches(nil, 0)
	clock.Add(time.Second)
	for _, b := range buses {
		b.broken.Store(true)
	}
	two.watches(nil, 0)
	for _, b := range buses {
		b.broken.Store(false)
	}
	buses[1].rejoin()
	both := []wire.WatchMember{{Number: 1}, {Number: 2}}
	one.seesExactly(wire.Watch{You: 1, Leader: 1, Members: both})
	two.seesExactly(wire.Watch{You: 2, Leader: 1, Members: both})
}

// Nodes that did not hear of each other both have a first member that leads. Once they do, one leads, and each member has a number of its own. The members of a node
// that has died leave.
func TestWatch_NodesMeetAndPart(t *testing.T) {
	t.Parallel()
	one, two, buses, clock := watchNodes(t, 5*time.Millisecond)
	for _, b := range buses {
		b.broken.Store(true)
	}
	one.watches(&wire.WatchMoment{Seq: 3}, 0)
	two.watches(&wire.WatchMoment{Seq: 5}, 0)
	for _, w := range []watcher{one, two} {
		w.sees(func(got wire.Watch) bool {
			return got.You == 1 && got.Leader == 1 && len(got.Members) == 1 && got.At != nil
		})
	}
	for _, b := range buses {
		b.broken.Store(false)
	}
	met := func(got wire.Watch) bool {
		return len(got.Members) == 2 && got.Members[0].Number != got.Members[1].Number
	}
	x := one.sees(met)
	two.sees(func(got wire.Watch) bool {
		return met(got) && got.You != x.You && got.Leader == x.Leader && cmp.Equal(got.Members, x.Members) && cmp.Equal(got.At, x.At)
	})
	buses[1].broken.Store(true)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil { // a message of before may still arrive
			clock.Add(time.Second)
			runtime.Gosched()
		}
	}()
	one.sees(func(got wire.Watch) bool { return len(got.Members) == 1 && got.Leader == got.You })
}
