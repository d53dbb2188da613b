package table_test

import (
	"context"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// wallNode is a node whose wall clock differs from the true time by the step, which a test changes.
func (b *bubble) wallNode(step *atomic.Int64, change ...func(*table.Config)) *table.Registry {
	began := time.Now()
	return b.clockNode(0, append(change, func(c *table.Config) {
		c.Now = func() time.Time { return time.Now().Round(0).Add(time.Duration(step.Load())) }
		c.Elapsed = func() time.Duration { return time.Since(began) }
	})...)
}

// A player has the whole time of the clock, and not much more, although the wall clocks of the machines step. Steps come while the nodes run, and between restarts.
func TestClock_WallSteps(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		steps    []time.Duration // of the wall clock, one each ten minutes
		restarts bool            // the node restarts at each step
		nodes    int
	}{
		"right":                          {nil, false, 1},
		"minutes back":                   {[]time.Duration{-3 * time.Minute}, false, 1},
		"hours back":                     {[]time.Duration{-5 * time.Hour}, false, 1},
		"days back":                      {[]time.Duration{-5 * day}, false, 1},
		"hours forward":                  {[]time.Duration{2 * time.Hour}, false, 1},
		"hours forward, and corrected":   {[]time.Duration{2 * time.Hour, 0}, false, 1},
		"days forward, and corrected":    {[]time.Duration{9 * day, 0}, false, 1},
		"back and forth":                 {[]time.Duration{-time.Hour, time.Hour, -2 * day, 20 * time.Second, 0}, false, 1},
		"hours back at a restart":        {[]time.Duration{-5 * time.Hour}, true, 1},
		"hours forward at a restart":     {[]time.Duration{5 * time.Hour}, true, 1},
		"days, corrected at a restart":   {[]time.Duration{3 * day, 0}, true, 1},
		"back and forth, with restarts":  {[]time.Duration{-time.Hour, time.Hour, -2 * day, 0}, true, 1},
		"three nodes with other clocks":  {[]time.Duration{-5 * time.Hour, 0}, false, 3},
		"three nodes, forward and back":  {[]time.Duration{3 * time.Hour, -3 * time.Hour, 0}, false, 3},
		"three nodes, days, corrected":   {[]time.Duration{9 * day, 0}, false, 3},
		"three nodes, one that restarts": {[]time.Duration{-5 * time.Hour, 5 * time.Hour}, true, 3},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, b *bubble) {
				var step atomic.Int64
				node := b.wallNode(&step)
				for n := range c.nodes - 1 {
					var other atomic.Int64
					other.Store(int64(n-1) * int64(time.Second)) // small differences of other machines
					b.wallNode(&other)
				}
				pass(time.Second)
				id := b.Running(node, 2, paced(clock.Days, 3600, 0))
				began := time.Now()
				for _, to := range c.steps {
					pass(10 * time.Minute)
					step.Store(int64(to))
					if c.restarts {
						node.Close()
						node = b.wallNode(&step)
					}
				}
				for len(b.timeOuts(id)) == 0 && time.Since(began) < 3*time.Hour {
					pass(time.Second)
				}
				took := time.Since(began)
				if early, late := time.Hour-took, took-time.Hour; early > store.StepTolerance || late > 30*time.Second {
					t.Errorf("the clock of an hour ran out after %v", took)
				}
			})
		})
	}
}

// With nobody connected, a time-out comes within a second after zero.
func TestClock_UnwatchedBound(t *testing.T) {
	t.Parallel()
	for _, bank := range []int{1, 6, 90} {
		t.Run(strconv.Itoa(bank)+" seconds", func(t *testing.T) {
			inBubble(t, func(t *testing.T, b *bubble) {
				node := b.clockNode(0)
				pass(time.Second)
				id := b.Running(node, 2, paced(clock.Live, bank, 0))
				began := time.Now()
				zero := time.Duration(bank+1) * time.Second // one second is free
				pass(zero - 10*time.Millisecond)
				if got := b.timeOuts(id); len(got) > 0 {
					t.Fatalf("bank %d: a time-out before zero", bank)
				}
				pass(time.Second)
				if got := b.timeOuts(id); len(got) == 0 || time.UnixMilli(got[0].Time).Sub(began) > zero+100*time.Millisecond {
					t.Errorf("bank %d: got the time-outs %+v, want one at zero", bank, got)
				}
			})
		})
	}
}

// A move that arrives after zero does not count. The time-out comes first, also on a node that no timer has woken; the next move returns.
func TestClock_LateMove(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		node := b.clockNode(0, func(c *table.Config) { c.Sweep, c.Poll = time.Hour, time.Hour })
		pass(time.Second)
		id := b.Running(node, 2, paced(clock.Live, 60, 0))
		pass(61*time.Second + 300*time.Millisecond)
		if got := b.timeOuts(id); len(got) > 0 {
			t.Fatal("a timer woke the table; the test needs a move that comes first")
		}
		late, ok := b.Choose(node, id, 0)
		if !ok {
			t.Fatal("nobody owes a move")
		}
		_, err := late.Act(node, id)
		expect.Equal(t, apperr.CodeOf(err), apperr.OutOfTime, "a late move", err)
		if got := b.timeOuts(id); len(got) == 0 {
			t.Error("there is no time-out before the late move")
		}
		again, _ := b.Choose(node, id, 0)
		expect.Error(t, expect.Second(again.Act(node, id)), nil, "the move after it")
		row, err := b.Store.Table(t.Context(), id)
		if err != nil || len(row.StandIns) > 0 && row.StandIns[again.Seat] != "" {
			t.Errorf("after the return: %q, %v", row.StandIns, err)
		}
	})
}

// stepping is a store at which the wall clock is set forward by a minute during the first time-out. Heartbeats notice it before the store answers.
type stepping struct {
	table.Store
	step atomic.Int64
}

func (s *stepping) Append(ctx context.Context, a store.Append) error {
	if a.Record.Entry.Events[0].Name == "frame.timed_out" && s.step.CompareAndSwap(0, int64(time.Minute)) {
		pass(store.HeartbeatInterval + time.Second)
	}
	return s.Store.Append(ctx, a)
}

// Two seats reach zero, and the clock of the machine is set between their time-outs. That is given back before anything else is decided.
func TestClock_OutageBetweenTimeOuts(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		s := &stepping{Store: b.Store}
		node := b.wallNode(&s.step, func(c *table.Config) { c.Store, c.Sweep, c.Poll = s, time.Hour, time.Hour })
		pass(time.Second)
		id := b.Running(node, 2, paced(clock.Live, 60, 0))
		pass(61*time.Second + 300*time.Millisecond)
		late, ok := b.Choose(node, id, 0)
		if !ok || len(b.timeOuts(id)) > 0 {
			t.Fatal("a timer woke the table; the test needs a move that comes first")
		}
		expect.Equal(t, apperr.CodeOf(expect.Second(late.Act(node, id))), apperr.OutOfTime, "a late move")
		records := must.Return(b.Store.Read(t.Context(), id, 0, 100))(t)
		var got []string
		for _, r := range records {
			for _, e := range r.Entry.Events {
				got = append(got, e.Name)
			}
		}
		want := []string{"frame.timed_out", "frame.taken_over", "frame.outages", "frame.timed_out", "frame.taken_over"}
		if i := slices.Index(got, want[0]); i < 0 || !slices.Equal(got[i:min(len(got), i+len(want))], want) {
			t.Errorf("got the events %v, want %v in them", got, want)
		}
	})
}
