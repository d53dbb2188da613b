package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/bot"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

const (
	botPause = 900 * time.Millisecond
	botThink = 2 * time.Second
	// promised is the longest wait for a bot while up to 20 tables of hard bots play.
	promised = 3 * time.Second
	// iteration is the time of one iteration of a search.
	iteration = 200 * time.Microsecond
	// leastThought is the time of a medium bot's search, which is the shortest one of a hard bot.
	leastThought = 200 * iteration
)

// slowTitle is a toy whose iterations take time on the clock of the bubble.
type slowTitle struct{ toy.Title }

func (slowTitle) Sample(k engine.Knowledge, r *rand.Rand) (engine.State, error) {
	<-time.After(iteration)
	return toy.Title{}.Sample(k, r)
}

// answered is a decision that a bot answered.
type answered struct {
	table         store.TableID
	opened        time.Time     // when the bot owed it
	wait, thought time.Duration // from then, and of the search
}

// hardTables are tables that wait for hard bots, in a bubble of synctest.
type hardTables struct {
	*bot.Service
	turn table.Turn

	mu      sync.Mutex            // guards the fields below
	left    map[store.TableID]int // decisions
	opened  map[store.TableID]time.Time
	began   map[store.TableID]time.Time
	answers []answered
}

func newHardTables(t *testing.T, workers int) *hardTables {
	t.Helper()
	setup := engine.Setup{Colors: []string{"red", "blue"}, Options: engine.Options{"rounds": 2}}
	f := engine.NewFold(toy.Title{})
	start := engine.Started{Table: "t", Title: "toy", Setup: setup}
	r, err := engine.Begin(toy.Title{}, start, enginetest.Sit(&start, chance.Secret{1}), 0)
	if err == nil {
		_, err = f.Apply(r)
	}
	must.Succeed(t, err)
	h := &hardTables{
		turn: table.Turn{Level: "hard", Title: slowTitle{}, Knowledge: f.Knowledge(engine.SeatViewer(0))},
		left: map[store.TableID]int{}, opened: map[store.TableID]time.Time{}, began: map[store.TableID]time.Time{},
	}
	h.Service = bot.NewService(bot.Config{
		Store: h, Now: time.Now, Seed: func() uint64 { return 1 }, Log: zerolog.Nop(), Workers: workers, Think: botThink, Pause: botPause,
		After: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	})
	h.Start(h)
	return h
}

// open makes a bot owe decisions at a table, one after another.
func (h *hardTables) open(id store.TableID, decisions int) {
	h.mu.Lock()
	h.left[id], h.opened[id] = decisions, time.Now()
	h.mu.Unlock()
	h.Wake(id)
	synctest.Wait()
}

func (h *hardTables) Turn(_ context.Context, id store.TableID) (table.Turn, bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left[id] == 0 {
		return table.Turn{}, false, nil
	}
	h.began[id] = time.Now()
	return h.turn, true, nil
}

func (h *hardTables) TurnOf(context.Context, store.TableID, engine.Seat) (table.Turn, error) {
	return h.turn, nil
}

func (h *hardTables) ActBot(_ context.Context, id store.TableID, _ engine.Seat, _ string, _ engine.DecisionID, _ json.RawMessage) (table.Point, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	h.answers = append(h.answers, answered{id, h.opened[id], now.Sub(h.opened[id]), now.Sub(h.began[id])})
	if h.left[id]--; h.left[id] > 0 {
		h.opened[id] = now
		h.Wake(id)
	}
	return table.Point{}, nil
}

func (*hardTables) BotTables(context.Context, store.TableID, int) ([]store.Table, store.TableID, error) {
	return nil, "", nil
}

// take returns the answers since the last call.
func (h *hardTables) take() []answered {
	h.mu.Lock()
	defer h.mu.Unlock()
	answers := h.answers
	h.answers = nil
	return answers
}

// pass lets time pass until nothing more happens.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// check requires n answers, in the order in which the decisions opened, each within the promise.
func check(t *testing.T, answers []answered, n int) {
	t.Helper()
	if len(answers) != n {
		t.Fatalf("got %d answers, want %d", len(answers), n)
	}
	for i, a := range answers {
		if a.wait > promised || a.wait < botPause+leastThought {
			t.Errorf("answer %d, at table %s: after %v", i, a.table, a.wait)
		}
		if i > 0 && a.opened.Before(answers[i-1].opened) {
			t.Errorf("answer %d: table %s was served after table %s, which has waited less", i, a.table, answers[i-1].table)
		}
	}
}

// checkFull requires that a table that waits alone gets the whole time of a search.
func (h *hardTables) checkFull(t *testing.T) {
	t.Helper()
	h.open("alone", 1)
	pass(time.Minute)
	answers := h.take()
	check(t, answers, 1)
	expect.Equal(t, answers[0].thought, botThink, "a bot that nobody else waits behind thought for")
}

// Twenty tables wait for one worker at nearly the same time. Afterwards a table has the worker for itself again.
func TestLine_TwentyTablesAtOnce(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHardTables(t, 1)
		defer h.Close()
		h.checkFull(t)
		for n := range 20 {
			h.open(store.TableID(fmt.Sprint(n)), 1)
			<-time.After(time.Millisecond)
		}
		pass(time.Minute)
		answers := h.take()
		check(t, answers, 20)
		for n, a := range answers {
			expect.Equal(t, a.table, store.TableID(fmt.Sprint(n)), "answer", n, "table")
		}
		h.checkFull(t)
	})
}

// At twenty tables a bot always owes a decision. None waits longer than promised, and none is passed over.
func TestLine_TwentyTablesGoOn(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newHardTables(t, workers)
				defer h.Close()
				random := rand.New(rand.NewPCG(1, 1))
				decisions := testsize.Pick(2, 2, 4)
				for n := range 20 {
					h.open(store.TableID(fmt.Sprint(n)), decisions)
					<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
				}
				pass(5 * time.Minute)
				answers := h.take()
				if workers > 1 { // a later search may end first
					slices.SortFunc(answers, func(a, b answered) int { return a.opened.Compare(b.opened) })
				}
				check(t, answers, 20*decisions)
				h.checkFull(t)
			})
		})
	}
}

// A search that began alone ends early once another table waits.
func TestLine_MakesRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHardTables(t, 1)
		defer h.Close()
		h.open("first", 1)
		<-time.After(botPause / 2)
		for n := range 10 {
			h.open(store.TableID(fmt.Sprint(n)), 1)
		}
		pass(time.Minute)
		answers := h.take()
		check(t, answers, 11)
		// The others are in their pause until then. Before it nobody waits, so there is no reason to end.
		if got, want := answers[0].thought, botPause/2; answers[0].table != "first" || got < want || got > want+leastThought {
			t.Errorf("the first thought took %v at table %s, want %v, until the others are due", got, answers[0].table, want)
		}
	})
}

// With far too many tables every search still has as many iterations as that of a medium bot, and the order stays.
func TestLine_ShortestSearch(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHardTables(t, 1)
		defer h.Close()
		for n := range 100 {
			h.open(store.TableID(fmt.Sprint(n)), 1)
			<-time.After(time.Millisecond)
		}
		pass(time.Minute)
		answers := h.take()
		if len(answers) != 100 {
			t.Fatalf("got %d answers, want 100", len(answers))
		}
		for n, a := range answers {
			if a.thought < leastThought || a.thought > 2*leastThought || a.table != store.TableID(fmt.Sprint(n)) {
				t.Errorf("answer %d: got a search of %v at table %s", n, a.thought, a.table)
			}
		}
	})
}

// A person who asks for a hint waits for no bot.
func TestLine_HintsDoNotWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHardTables(t, 1)
		defer h.Close()
		for n := range 20 {
			h.open(store.TableID(fmt.Sprint(n)), 1)
		}
		pass(botPause + leastThought/2) // the first bot thinks
		began := time.Now()
		must.Return(h.Hint(t.Context(), bot.HintRequest{Player: "ada", Table: "hers", Owes: true}))(t)
		if took := time.Since(began); took > 2*leastThought {
			t.Errorf("the hint took %v, want the time of its search, %v", took, leastThought)
		}
		early := h.take()
		if len(early) > 1 {
			t.Errorf("%d bots moved before the hint", len(early))
		}
		pass(time.Minute)
		check(t, append(early, h.take()...), 20)
	})
}
