package table_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/tabletest"
)

// panics is a title with a fault in one method, at the tables whose option "rounds" is faultyRounds.
type panics struct {
	toy.Title
	in *atomic.Value // the method's name, or empty
}

const faultyRounds = 4

func (p panics) Blank(setup engine.Setup) engine.State {
	return panicsState{p.Title.Blank(setup), p, setup.Options["rounds"] == faultyRounds}
}

type panicsState struct {
	engine.State
	title  panics
	faulty bool
}

func (s panicsState) maybe(method string) {
	if s.faulty && s.title.in.Load() == method {
		panic("a fault in " + method)
	}
}

func (s panicsState) Clone() engine.State {
	s.maybe("Clone")
	return panicsState{s.State.Clone(), s.title, s.faulty}
}

func (s panicsState) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	s.maybe("Decide")
	return s.State.Decide(d, m, chance)
}

func (s panicsState) View(v engine.Viewer) any {
	s.maybe("View")
	return s.State.View(v)
}

func (s panicsState) Outcome() *engine.Outcome {
	s.maybe("Outcome")
	return s.State.Outcome()
}

// faultyTable is a table of a title with a fault, with a second table beside it.
type faultyTable struct {
	*tabletest.Fixture
	in                *atomic.Value
	clock             *tabletest.Clock
	here, other       *table.Registry // two nodes
	id, beside        store.TableID
	viewer, bystander *tabletest.Subscriber
}

func newFaultyTable(t *testing.T) *faultyTable {
	f := &faultyTable{Fixture: tabletest.New(t), in: &atomic.Value{}}
	f.clock = tabletest.NewClock(f.Moment)
	f.in.Store("")
	title := func(c *table.Config) {
		c.Title = func(string) (engine.Title, bool) { return panics{in: f.in}, true }
		c.Now = f.clock.Now
	}
	f.here, f.other = f.Registry(title), f.Registry()
	f.id = f.Running(f.here, 2, func(row *store.Table) {
		row.Options = engine.Options{"rounds": faultyRounds, "die": 1, clock.OptionTakeover: 1}
	})
	f.beside = f.Running(f.here, 2)
	f.viewer = f.Subscribe(f.here, f.id, table.SubscribeRequest{Player: f.Players[0]})
	f.bystander = f.Subscribe(f.here, f.beside, table.SubscribeRequest{})
	f.Next(f.viewer, "snapshot")
	f.Next(f.bystander, "snapshot")
	return f
}

// A panic of a title, on any path, ends the sockets of its table, drops that table from memory and is counted. The process and the other tables go on.
func TestPanic_OnEveryPath(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	command := func(f *faultyTable, r *table.Registry) error {
		c, _ := f.Choose(f.other, f.id, 0)
		_, err := c.Act(r, f.id)
		return err
	}
	for name, c := range map[string]struct {
		methods []string
		trigger func(*faultyTable) error // the error is that of a caller, if there is one
		waits   bool                     // a caller gets the error
	}{
		"a command": {[]string{"Decide", "Clone", "View", "Outcome"}, func(f *faultyTable) error { return command(f, f.here) }, true},
		"a poll that follows another node": {[]string{"Clone", "View", "Outcome"}, func(f *faultyTable) error {
			return command(f, f.other)
		}, false},
		"a takeover by the poll": {[]string{"Clone", "View"}, func(f *faultyTable) error {
			f.clock.Add(2 * time.Minute)
			f.Next(f.viewer, "table") // the warning
			f.clock.Add(time.Minute)
			return nil
		}, false},
		"a subscription": {[]string{"View"}, func(f *faultyTable) error {
			_, err := f.here.Subscribe(ctx, f.id, table.SubscribeRequest{Player: f.Players[1]})
			return err
		}, true},
		"a view": {[]string{"View"}, func(f *faultyTable) error {
			_, err := f.here.View(ctx, f.id, engine.SeatViewer(1), false)
			return err
		}, true},
		"a hint": {[]string{"View"}, func(f *faultyTable) error {
			_, err := f.here.TurnOf(ctx, f.id, 0)
			return err
		}, true},
	} {
		for _, method := range c.methods {
			t.Run(name+" in "+method, func(t *testing.T) {
				t.Parallel()
				f := newFaultyTable(t)
				f.in.Store(method)
				err := c.trigger(f)
				if c.waits && apperr.CodeOf(err) != apperr.Internal {
					t.Errorf("the caller got %v, want %s", err, apperr.Internal)
				}
				f.checkContained(t)
			})
		}
	}
}

// checkContained checks the table after the panic and the table beside it.
func (f *faultyTable) checkContained(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var err error
	for err == nil {
		_, err = f.viewer.Next(ctx)
	}
	if closed := (table.Closed{}); !errors.As(err, &closed) || closed.Code != wire.CloseInternal {
		t.Fatalf("the subscription: got %v, want code %d", err, wire.CloseInternal)
	}
	f.in.Store("")
	f.Meter.Lock()
	panicked := f.Meter.Panics
	f.Meter.Unlock()
	if panicked == 0 {
		t.Error("the panic was not counted")
	}
	if _, ok := f.Step(f.here, f.beside, 0); !ok {
		t.Fatal("the other table has no open decision")
	}
	f.Next(f.bystander, "update")
	// The table is loaded again and goes on.
	again := f.Subscribe(f.here, f.id, table.SubscribeRequest{})
	f.Next(again, "snapshot")
	if _, ok := f.Step(f.here, f.id, 0); !ok {
		t.Fatal("the table has no open decision")
	}
	f.Next(again, "update")
}
