package table_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/tabletest"
)

// parsePanics is a title whose ParseMove panics while broken is set.
type parsePanics struct {
	toy.Title
	broken *atomic.Bool
}

func (b parsePanics) ParseMove(kind string, raw []byte) (engine.Move, error) {
	if b.broken.Load() {
		panic("a fault of the title")
	}
	return b.Title.ParseMove(kind, raw)
}

// viewPanics is a title whose states panic in View while broken is set.
type viewPanics struct {
	toy.Title
	broken *atomic.Bool
}

func (s viewPanics) Blank(setup engine.Setup) engine.State {
	return viewPanicsState{s.Title.Blank(setup), s.broken}
}

type viewPanicsState struct {
	engine.State
	broken *atomic.Bool
}

func (s viewPanicsState) Clone() engine.State { return viewPanicsState{s.State.Clone(), s.broken} }

func (s viewPanicsState) View(v engine.Viewer) any {
	if s.broken.Load() {
		panic("a fault of the view")
	}
	return s.State.View(v)
}

// The updates are encoded on another goroutine while the store works. A panic there ends neither the process nor loses the stored
// entry.
func TestPanic_WhileEncoding(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var broken atomic.Bool
	r := h.Registry(func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return viewPanics{broken: &broken}, true }
	})
	id := h.Running(r, 2)
	sub := h.Subscribe(r, id, table.SubscribeRequest{})
	before := h.Next(sub, "snapshot").Seq
	c, _ := h.Choose(r, id, 0)

	broken.Store(true)
	func() {
		defer func() {
			if why := fmt.Sprint(recover()); !strings.Contains(why, "a fault of the view") || !strings.Contains(why, "viewPanicsState.View") {
				t.Errorf("got panic %.80q, want the fault and its stack", why)
			}
		}()
		_, _ = c.Act(r, id)
	}()
	broken.Store(false)

	seq, err := c.Act(r, id)
	if err != nil || seq != before+1 {
		t.Errorf("the same command after it: got seq %d, %v; want %d, which was stored", seq, err, before+1)
	}
	again := h.Subscribe(r, id, table.SubscribeRequest{})
	if got := h.Next(again, "snapshot").Seq; got != seq {
		t.Errorf("got a snapshot of %d, want %d", got, seq)
	}
}

// A panic of a title while a command is decided ends the table's subscriptions. The clients reconnect, and play continues from the
// stored state.
func TestPanic_WhileDeciding(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var broken atomic.Bool
	r := h.Registry(func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return parsePanics{broken: &broken}, true }
	})
	id := h.Running(r, 2)
	sub := h.Subscribe(r, id, table.SubscribeRequest{})
	h.Next(sub, "snapshot")
	c, _ := h.Choose(r, id, 0)

	broken.Store(true)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not reach the caller")
			}
		}()
		_, _ = c.Act(r, id)
	}()
	broken.Store(false)

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var err error
	for err == nil {
		_, err = sub.Next(ctx)
	}
	if closed := (table.Closed{}); !errors.As(err, &closed) || closed.Code != wire.CloseInternal {
		t.Errorf("the subscription: got %v, want code %d", err, wire.CloseInternal)
	}
	again := h.Subscribe(r, id, table.SubscribeRequest{})
	h.Next(again, "snapshot")
	seq, err := c.Act(r, id)
	if err != nil {
		t.Fatalf("the same command after it: %v", err)
	}
	if got := h.Next(again, "update").Seq; got != seq {
		t.Errorf("got update %d, want %d", got, seq)
	}
}
