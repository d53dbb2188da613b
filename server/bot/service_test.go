package bot_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/server/bot"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// node is a registry with bots of its own.
type node struct {
	*table.Registry
	bots *bot.Service
}

// open opens a node on the fixture's store.
func open(t *testing.T, h *tabletest.Fixture, change ...func(*table.Config)) node {
	t.Helper()
	s := bot.NewService(bot.Config{
		Store: h.Store, Now: time.Now, Seed: rand.Uint64, Log: zerolog.Nop(), Workers: 2, Think: 5 * time.Millisecond, Pause: time.Microsecond,
		After: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	})
	r := h.Registry(append(change, func(c *table.Config) { c.Wake, c.StandBy = s.Wake, s.StandBy })...)
	t.Cleanup(s.Close)
	return node{r, s}
}

// bots puts bots of the levels in turn on every seat except the first.
func bots(levels ...string) func(*store.Table) {
	return func(row *store.Table) {
		for i := range row.Seats[1:] {
			p := &row.Seats[i+1]
			p.Player, p.Bot = "", levels[i%len(levels)]
		}
	}
}

// play answers the decisions of seat 0 until the game is over.
func play(t *testing.T, h *tabletest.Fixture, n node, id store.TableID) {
	t.Helper()
	sub := h.Subscribe(n.Registry, id, table.SubscribeRequest{Player: h.Players[0]})
	for f := h.Next(sub, "snapshot"); ; f = h.Next(sub, "update") {
		var s tabletest.Content
		must.Succeed(t, json.Unmarshal([]byte(f.Raw), &s))
		if len(s.Decisions) == 0 {
			return
		}
		for _, d := range s.Decisions {
			if d.Seat == 0 {
				// The bots may leave the decision open several times: the same command id counts once.
				c := tabletest.Command{ID: "me-" + string(d.ID), Decision: d.ID, Move: d.Moves[0]}
				must.Return(c.Act(n.Registry, id))(t)
			}
		}
	}
}

// checkLog checks that every decision was answered once, those of seat 0 by its player and all others by bots.
func checkLog(t *testing.T, h *tabletest.Fixture, id store.TableID) {
	t.Helper()
	records := must.Return(h.Store.Read(context.Background(), id, 1, 1000))(t)
	answered := map[engine.DecisionID]bool{}
	for _, r := range records {
		e, want := r.Entry, engine.ActorBot
		if e.Seat == 0 {
			want = engine.ActorPlayer
		}
		if e.Actor != want || answered[e.Decision] {
			t.Errorf("entry %d of seat %d: actor %s, want %s; answered before: %v", e.Seq, e.Seat, e.Actor, want, answered[e.Decision])
		}
		answered[e.Decision] = true
	}
}

func TestService_PlaysToTheEnd(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	n := open(t, h)
	n.bots.Start(n)
	id := h.Running(n.Registry, 4, bots("easy", "medium", "hard"))
	play(t, h, n, id)
	checkLog(t, h, id)
}

func TestService_AfterARestart(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	id := h.Running(h.Registry(), 3, bots("easy")) // on a node without bots, so that all seats owe their first decision
	n := open(t, h)
	sub := h.Subscribe(h.Registry(), id, table.SubscribeRequest{})
	n.bots.Start(n) // the table is not in this node's memory
	for range 2 {
		h.Next(sub, "update")
	}
	play(t, h, n, id)
	checkLog(t, h, id)
}

func TestService_SeveralNodes(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	a, b := open(t, h), open(t, h)
	a.bots.Start(a)
	b.bots.Start(b)
	id := h.Running(a.Registry, 3, bots("easy"))
	h.Subscribe(b.Registry, id, table.SubscribeRequest{}) // so that both nodes follow the table
	play(t, h, a, id)
	checkLog(t, h, id)
}

// While one node's bots move, those of another node do not think. When the first falls silent, they move.
func TestService_StandsByForAnotherNode(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	type call struct {
		after time.Duration
		f     func()
	}
	later := make(chan call, 100)
	s := bot.NewService(bot.Config{
		Store: h.Store, Now: time.Now, Seed: rand.Uint64, Log: zerolog.Nop(), Think: 5 * time.Millisecond, Pause: time.Minute,
		After: func(d time.Duration, f func()) func() bool {
			later <- call{d, f}
			return func() bool { return true }
		},
	})
	follows := h.Registry(func(c *table.Config) { c.Wake, c.StandBy = s.Wake, s.StandBy })
	t.Cleanup(s.Close)
	id := h.Open(2, bots("easy"))
	sub := h.Subscribe(follows, id, table.SubscribeRequest{})
	row := must.Return(h.Store.Table(context.Background(), id))(t)
	if err := h.Registry().Begin(context.Background(), row); err != nil { // on a node without bots, as if it had died
		t.Fatal(err)
	}
	h.Next(sub, "update")
	due := <-later
	if due.after <= 2*time.Minute {
		t.Fatalf("got %v, want twice the other node's usual time", due.after)
	}
	s.Wake(id) // after an own entry, it is this node's turn
	own := <-later
	if own.after != time.Minute {
		t.Fatalf("got %v, want the usual pause", own.after)
	}
	s.Start(follows)
	own.f()
	h.Next(sub, "update")
}

// noSample is a toy whose states cannot be sampled.
type noSample struct{ toy.Title }

func (noSample) Sample(engine.Knowledge, *rand.Rand) (engine.State, error) { panic("sampling fails") }

func TestService_BreaksDown(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	n := open(t, h, func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return noSample{}, true }
	})
	n.bots.Start(n)
	id := h.Running(n.Registry, 3, bots("hard", "easy"))
	play(t, h, n, id)
	checkLog(t, h, id)
}

// The timer of this test never fires, so Close returns only if it does not wait for a bot's move that is due later.
func TestService_CloseCancelsPendingMoves(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var started, stopped atomic.Int32
	s := bot.NewService(bot.Config{
		Store: h.Store, Now: time.Now, Seed: rand.Uint64, Log: zerolog.Nop(), Pause: time.Hour,
		After: func(time.Duration, func()) func() bool {
			started.Add(1)
			return func() bool { return stopped.Add(1) > 0 }
		},
	})
	r := h.Registry(func(c *table.Config) { c.Wake = s.Wake })
	s.Start(r)
	h.Running(r, 2, bots("easy"))
	s.Close()
	if started.Load() != 1 || stopped.Load() != 1 {
		t.Errorf("got %d timers started and %d stopped, want 1 and 1", started.Load(), stopped.Load())
	}
	s.Close() // a second Close is allowed
	s.Wake("nowhere")
	expect.Equal(t, started.Load(), 1, "Wake started a timer after Close")
}

func TestService_PlaysForWhoIsAway(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	ctx := context.Background()
	before := h.Registry() // a node without bots, which is gone when they have to play
	id := h.Running(before, 2)
	must.Return(before.Leave(ctx, id, table.Command{ID: "bye", Seat: 1}))(t)
	must.Return(before.Agree(ctx, id, table.Command{ID: "go on", Seat: 0}, 1))(t)
	n := open(t, h)
	sub := h.Subscribe(n.Registry, id, table.SubscribeRequest{Player: h.Players[0]})
	n.bots.Start(n)
	var back table.Point
	for back.Seq == 0 {
		f := h.Next(sub, "update")
		records := must.Return(h.Store.Read(ctx, id, f.Seq-1, 1))(t)
		if e := records[0].Entry; e.Actor == engine.ActorBot {
			if e.Seat != 1 {
				t.Fatalf("a bot played seat %d, want only 1", e.Seat)
			}
			back = must.Return(n.Return(ctx, id, table.Command{ID: "back", Seat: 1}))(t)
		}
	}
	h.PlayOut(n.Registry, id) // both seats are played by their players again
	records := must.Return(h.Store.Read(ctx, id, back.Seq, 1000))(t)
	for _, r := range records {
		expect.Equal(t, r.Entry.Actor, engine.ActorPlayer, "entry", r.Entry.Seq, "after the return")
	}
}
