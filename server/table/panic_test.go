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

// brittle is a title that breaks while it is told to.
type brittle struct {
	toy.Title
	broken *atomic.Bool
}

func (b brittle) ParseMove(kind string, raw []byte) (engine.Move, error) {
	if b.broken.Load() {
		panic("a fault of the title")
	}
	return b.Title.ParseMove(kind, raw)
}

// shaky is a title that breaks while a state is looked at.
type shaky struct {
	toy.Title
	broken *atomic.Bool
}

func (s shaky) Blank(setup engine.Setup) engine.State {
	return shakyState{s.Title.Blank(setup), s.broken}
}

type shakyState struct {
	engine.State
	broken *atomic.Bool
}

func (s shakyState) Clone() engine.State { return shakyState{s.State.Clone(), s.broken} }

func (s shakyState) View(v engine.Viewer) any {
	if s.broken.Load() {
		panic("a fault of the view")
	}
	return s.State.View(v)
}

// What is told is spelled beside the store: a fault there ends neither the process nor what was stored.
func TestFaults_PanicBesideTheStore(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var broken atomic.Bool
	r := h.Registry(func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return shaky{broken: &broken}, true }
	})
	id := h.Running(r, 2)
	watching := h.Subscribe(r, id, table.SubscribeRequest{})
	before := h.Next(watching, "snapshot").Seq
	c, _ := h.Choose(r, id, 0)

	broken.Store(true)
	func() {
		defer func() {
			if why := fmt.Sprint(recover()); !strings.Contains(why, "a fault of the view") || !strings.Contains(why, "shakyState.View") {
				t.Errorf("got panic %.80q, want the fault and where it is", why)
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

// A fault of a title that breaks in the midst of a command holds up nobody: viewers are told to come back, and the table goes on from the store.
func TestFaults_PanicHoldsNothingUp(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	var broken atomic.Bool
	r := h.Registry(func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return brittle{broken: &broken}, true }
	})
	id := h.Running(r, 2)
	watching := h.Subscribe(r, id, table.SubscribeRequest{})
	h.Next(watching, "snapshot")
	c, _ := h.Choose(r, id, 0)

	broken.Store(true)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was hidden")
			}
		}()
		_, _ = c.Act(r, id)
	}()
	broken.Store(false)

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var err error
	for err == nil {
		_, err = watching.Next(ctx)
	}
	if closed := (table.Closed{}); !errors.As(err, &closed) || closed.Code != wire.CloseInternal {
		t.Errorf("who was watching: got %v, want code %d", err, wire.CloseInternal)
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
