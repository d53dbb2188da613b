//go:build !race

// The simulation has one goroutine for each world, and the race detector makes it ten times slower: make test runs it without.

package table

import (
	"flag"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

var (
	simSeed  = flag.Uint64("sim-seed", 0, "simulate this schedule alone, with a trace; 0: many")
	simCount = flag.Int("sim", testsize.Pick(100, 300, 2000), "number of simulated schedules")
	simFor   = flag.Duration("sim-for", 0, "time after which no new schedule starts; 0: no limit")
	simFirst = flag.Uint64("sim-first", 1, "the seed of the first schedule")
)

// simLength is the number of steps of a schedule.
const simLength = 400

func simulate(b *simBase, seed uint64, steps []simStep, plant planted, traced bool) *world {
	w := newWorld(b, seed, plant)
	w.traced = traced
	if w.failure == "" {
		w.run(steps)
	}
	return w
}

// shrink removes steps from a schedule as long as it still fails.
func shrink(b *simBase, seed uint64, steps []simStep, plant planted) []simStep {
	steps = steps[:simulate(b, seed, steps, plant, false).stopped]
	for size := (len(steps) + 1) / 2; size > 0; {
		removed := false
		for at := 0; at+size <= len(steps); {
			shorter := append(append([]simStep{}, steps[:at]...), steps[at+size:]...)
			if simulate(b, seed, shorter, plant, false).failure != "" {
				steps, removed = shorter, true
			} else {
				at += size
			}
		}
		if !removed || size > len(steps) {
			size /= 2
		}
	}
	return steps
}

// report fails the test with the shortest schedule that fails.
func report(t *testing.T, b *simBase, seed uint64, steps []simStep) {
	t.Helper()
	short := shrink(b, seed, steps, plantNothing)
	w := simulate(b, seed, short, plantNothing, true)
	t.Fatalf("seed %d fails; repeat it with: go test ./server/table -run 'TestSimulation$' -args -sim-seed %d\n%s\nthe shortest schedule:\n%s",
		seed, seed, w.failure, strings.Join(w.trace, "\n"))
}

// Several nodes play two tables on one store, under each kind of fault that the scheduler knows. After each step, and after all faults have ended, the
// streams of all viewers, the answers and the store must agree with the log.
func TestSimulation(t *testing.T) {
	t.Parallel()
	b := must.Return(newSimBase())(t)
	if *simSeed > 0 {
		if steps := newSchedule(*simSeed, simLength); simulate(b, *simSeed, steps, plantNothing, false).failure != "" {
			report(t, b, *simSeed, steps)
		}
		return
	}
	began := time.Now()
	var next, done, entries, proven, timeOuts, pauses, vacations atomic.Int64
	var failed atomic.Uint64 // a seed that fails
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for failed.Load() == 0 && (*simFor == 0 || time.Since(began) < *simFor) {
				n := next.Add(1)
				if n > int64(*simCount) {
					return
				}
				seed := *simFirst + uint64(n) - 1
				w := simulate(b, seed, newSchedule(seed, simLength), plantNothing, false)
				if w.failure != "" {
					failed.Store(seed)
					return
				}
				done.Add(1)
				timeOuts.Add(int64(w.timeOuts))
				pauses.Add(int64(w.pauses))
				vacations.Add(int64(w.vacations))
				for _, table := range w.tables {
					entries.Add(int64(len(table.history.byHash)))
					for _, m := range table.history.byHash {
						if m.entry.Proof.Signed() {
							proven.Add(1)
						}
					}
				}
			}
		})
	}
	workers.Wait()
	if seed := failed.Load(); seed != 0 {
		report(t, b, seed, newSchedule(seed, simLength))
	}
	if *simCount >= 300 && (timeOuts.Load() == 0 || pauses.Load() == 0 || vacations.Load() == 0) {
		t.Errorf("%d time-outs, %d pauses, %d vacations", timeOuts.Load(), pauses.Load(), vacations.Load())
	}
	if proven.Load() == 0 {
		t.Error("no entry has a proof")
	}
	t.Logf("%d schedules of %d steps, %d entries, %d of them signed, %d time-outs, %d pauses, %d vacations, %.0f schedules a second", done.Load(), simLength, entries.Load(), proven.Load(), timeOuts.Load(), pauses.Load(), vacations.Load(), float64(done.Load())/time.Since(began).Seconds())
}

// A seed gives the same run each time.
func TestSimulation_Repeats(t *testing.T) {
	t.Parallel()
	b := must.Return(newSimBase())(t)
	for seed := uint64(1); seed <= 2; seed++ {
		steps := newSchedule(seed, simLength)
		first, second := simulate(b, seed, steps, plantNothing, true), simulate(b, seed, steps, plantNothing, true)
		if a, b := strings.Join(first.trace, "\n"), strings.Join(second.trace, "\n"); a != b || len(first.trace) < simLength {
			t.Errorf("seed %d: two runs differ:\n%s\n\n%s", seed, a, b)
		}
	}
}

// The simulation finds planted faults, and shortens the schedules that show them.
func TestSimulation_FindsPlantedFaults(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	b := must.Return(newSimBase())(t)
	// A fault is searched from the seed that showed it before, so that the test is short.
	for plant, first := range map[planted]uint64{plantDrop: 1, plantTwice: 1, plantSkip: 1, plantNoPrev: 63, plantNoNotice: 2, plantLeak: 1, plantOwnClock: 1, plantNoOutage: 1} {
		t.Run(string(plant), func(t *testing.T) {
			t.Parallel()
			for seed := first; seed < first+400; seed++ {
				steps := newSchedule(seed, simLength)
				if simulate(b, seed, steps, plant, false).failure == "" {
					continue
				}
				short := shrink(b, seed, steps, plant)
				w := simulate(b, seed, short, plant, false)
				t.Logf("seed %d, %d steps: %.200s", seed, len(short), w.failure)
				if len(short) == len(steps) || w.failure == "" {
					t.Errorf("the schedule of %d steps was not shortened", len(steps))
				}
				return
			}
			t.Error("not found")
		})
	}
}
