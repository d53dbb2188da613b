package table

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/store"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/memstore"
)

// world is one run of a schedule: some nodes on one store, the clients of two tables, and an observer who knows each entry that was ever stored. One
// goroutine runs all of it. The same seed and steps give the same run.
type world struct {
	seed    uint64
	plant   planted
	store   *memstore.Store
	now     time.Time
	nodes   []*simNode
	tables  []*simTable
	clients []*simClient
	sent    []*simCommand
	late    []store.Append // appends whose commit comes after their failure
	mail    []nodeMail
	task    *simTask // that runs now
	ids     int
	failure string   // the first violation
	trace   []string // of what happened, if traced
	traced  bool
	stopped int // steps until the violation

	wall   time.Duration   // difference of the store's wall clock from the true time
	beat   int64           // the store's time at the last heartbeat of any node, in milliseconds; 0: none
	beatAt time.Time       // the true time of that heartbeat
	beats  []simBeat       // of all nodes, the oldest first
	gaps   []engine.Outage // between heartbeats, and steps of the store's wall clock

	timeOuts, pauses, vacations int // entries
}

// simBeat is a heartbeat of the store: its true time, and the store's time in milliseconds.
type simBeat struct {
	at  time.Time
	now int64
}

// simTable is a table, and all that is known of its entries.
type simTable struct {
	index   int
	id      store.TableID
	players []store.PlayerID // by seat; empty: a bot
	devices []*device.Device // by seat; nil: the commands of the seat have no proofs
	history *simHistory
}

// simNodes is the number of nodes of a world.
const simNodes = 3

// simBase is the store at the start of each run: two open tables. Runs copy it.
type simBase struct {
	store   *memstore.Store
	players []store.PlayerID
	tables  []store.TableID
	seats   [][]store.PlayerID
	devices [][][]byte // encoded, by table and seat; nil: none
}

var simStart = time.Unix(1_800_000_000, 0).UTC()

func newSimBase() (*simBase, error) {
	b := &simBase{store: memstore.New()}
	ctx := context.Background()
	for i := range 3 {
		id := store.PlayerID(fmt.Sprintf("0000000%d-0000-7000-8000-000000000000", i))
		first := store.Session{ID: string(id), Player: id, TokenHash: [32]byte{byte(i + 1)}, CreatedAt: simStart, SeenAt: simStart}
		if err := b.store.CreatePlayer(ctx, store.Player{ID: id, Name: fmt.Sprintf("Player %d", i), CreatedAt: simStart}, first); err != nil {
			return nil, err
		}
		b.players = append(b.players, id)
	}
	b.seats = [][]store.PlayerID{{b.players[0], b.players[1]}, {b.players[2], b.players[0], ""}}
	for i, players := range b.seats {
		row := store.Table{
			ID: store.TableID(fmt.Sprintf("1000000%d-0000-7000-8000-000000000000", i)), Title: "toy", State: store.Open, Visibility: store.Public,
			Host: players[0], Options: engine.Options{"rounds": 2, "die": 1}, Rev: 1, CreatedAt: simStart, UpdatedAt: simStart,
		}
		if i == 1 { // one table has clocks
			row.Options[clock.OptionPace], row.Options[clock.OptionBank], row.Options[clock.OptionIncrement] = int(clock.Days), 900, 300
			row.Options[clock.OptionVacation] = 1
		} else {
			row.Options[clock.OptionTakeover] = 4 // an hour
		}
		copy(row.Secret[:], "a secret of thirty-two bytes !!!")
		for seat, color := range (toy.Title{}).Info().ColorsFor(len(players))[:len(players)] {
			at := store.Seat{Color: color, Player: players[seat]}
			if at.Player == "" {
				at.Bot = "medium"
			}
			row.Seats = append(row.Seats, at)
		}
		devices, err := answerSeats(&row, i == 1) // one table has devices
		if err != nil {
			return nil, err
		}
		b.devices = append(b.devices, devices)
		if err := b.store.CreateTable(ctx, row, ""); err != nil {
			return nil, err
		}
		b.tables = append(b.tables, row.ID)
	}
	return b, nil
}

func newWorld(b *simBase, seed uint64, plant planted) *world {
	w := &world{seed: seed, plant: plant, now: simStart}
	w.store = b.store.Copy().WithClock(func() time.Time { return w.now.Add(w.wall) })
	for i, id := range b.tables {
		t := &simTable{index: i, id: id, players: b.seats[i]}
		row, _ := w.store.Table(context.Background(), id)
		t.history = newSimHistory(row)
		t.devices = w.loadDevices(b.devices[i])
		w.tables = append(w.tables, t)
		for _, player := range append(slices.Clone(t.players), "") { // the last one watches
			for _, patch := range []bool{false, true} {
				if v := viewerOf(row, player); player != "" || seedBit(seed, i, patch) {
					w.clients = append(w.clients, &simClient{w: w, table: t, player: player, viewer: v, patch: patch})
				}
			}
		}
	}
	for i := range simNodes {
		w.nodes = append(w.nodes, &simNode{w: w, index: i})
		w.nodes[i].start()
	}
	w.begin(w.tables[0], w.nodes[0])
	w.afterStep()
	w.settle()
	return w
}

func seedBit(seed uint64, table int, patch bool) bool { return seed>>(table*2)&1 == 0 != patch }

// failf notes a violation. Only the first one counts.
func (w *world) failf(format string, args ...any) {
	if w.failure == "" {
		w.failure = fmt.Sprintf(format, args...)
		w.logf("VIOLATION: %s", w.failure)
	}
}

func (w *world) logf(format string, args ...any) {
	if w.traced {
		w.trace = append(w.trace, fmt.Sprintf(format, args...))
	}
}

// run runs a schedule, then ends all faults and checks that everything agrees.
func (w *world) run(steps []simStep) {
	defer func() {
		if why := recover(); why != nil {
			w.failf("the simulation itself panicked: %v", why)
		}
		for _, n := range w.nodes {
			n.crash()
		}
	}()
	for i, s := range steps {
		w.logf("step %d: %v", i, s)
		w.step(s)
		w.afterStep()
		if w.failure != "" {
			w.stopped = i + 1
			return
		}
	}
	w.stopped = len(steps)
	w.recover()
}

// afterStep lets everything happen that needs no decision of the scheduler.
func (w *world) afterStep() {
	w.now = w.now.Add(10 * time.Millisecond)
	for _, n := range w.nodes {
		n.signals()
	}
	for _, c := range w.clients {
		c.read()
	}
}

// settle runs all waiting work without faults until nothing is left.
func (w *world) settle() {
	for range 100_000 {
		if !w.progress(0, answerOK) {
			return
		}
		w.afterStep()
		if w.failure != "" {
			return
		}
	}
	w.failf("the work does not end")
}

// simTask is a call of the authority that may wait for tables.
type simTask struct {
	node  *simNode
	next  func() (*task, bool)
	stop  func()
	yield func(*task) bool
}

// spawn starts a call at a node and runs it up to its first wait.
func (w *world) spawn(n *simNode, call func()) {
	t := &simTask{node: n}
	t.next, t.stop = iter.Pull(func(yield func(*task) bool) {
		t.yield = yield
		defer func() {
			if why := recover(); why != nil {
				if _, ok := why.(abandoned); !ok {
					panic(why)
				}
			}
		}()
		call()
	})
	w.resume(t)
}

// resume runs a call until it waits for a table again, or ends.
func (w *world) resume(t *simTask) {
	before := w.task
	w.task = t
	own, waits := t.next()
	w.task = before
	if waits {
		t.node.waiting[own] = t
	}
}
