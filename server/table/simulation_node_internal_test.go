package table

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/testkit/enginetest/toy"
)

// simNode is a server process: a registry without goroutines, whose actors the world drives.
type simNode struct {
	w       *world
	index   int
	starts  int
	name    string // on the bus
	reg     *Registry
	boxes   []*simBox
	waiting map[*task]*simTask
	saves   []store.Snapshot // to be stored in the background
	timers  []simTimer
	bots    map[store.TableID]bool // tables on which a bot owes a decision
	skew    time.Duration          // of its wall clock, on which nothing depends
	alarms  []func()               // of sweeps that looked ahead

	noStore bool // cut off from the store
	noBus   bool // cut off from the other nodes
}

// abandoned unwinds work that will never get its answer.
type abandoned struct{}

// simBox is a mailbox with the operation in progress.
type simBox struct {
	m         *mailbox
	own       *task // in progress; nil: none
	step      func() (output, bool)
	stop      func()
	request   storeRequest
	performed bool // by the store; the answer is on its way
	answer    error
}

type simTimer struct {
	m *mailbox
	timer
}

// nodeMail is a message between nodes on its way.
type nodeMail struct {
	to int
	fanout.Message
}

// simBus is a node's bus. Messages wait until the scheduler delivers them.
type simBus struct{ n *simNode }

func (b simBus) Publish(m fanout.Message) {
	if b.n.noBus || b.n.reg == nil {
		return
	}
	m.From = b.n.name
	for _, other := range b.n.w.nodes {
		if other != b.n && len(b.n.w.mail) < 200 {
			b.n.w.mail = append(b.n.w.mail, nodeMail{other.index, m})
		}
	}
}

func (simBus) Listen(fanout.Listener) (stop func()) { return func() {} }
func (simBus) Follow(store.TableID)                 {}
func (simBus) Unfollow(store.TableID)               {}
func (simBus) Close()                               {}

func (n *simNode) up() bool { return n.reg != nil }

// start starts the process with empty memory.
func (n *simNode) start() {
	if n.up() {
		return
	}
	n.starts++
	n.name = strconv.Itoa(n.index) + "." + strconv.Itoa(n.starts)
	n.waiting, n.bots = map[*task]*simTask{}, map[store.TableID]bool{}
	var seed [32]byte
	seed[0], seed[1] = byte(n.index), byte(n.starts)
	for i := range 8 {
		seed[8+i] = byte(n.w.seed >> (8 * i))
	}
	wake := func(id store.TableID) { n.bots[id] = true }
	n.reg = newRegistry(Config{
		Store: &simStore{Store: n.w.store, n: n}, Now: func() time.Time { return n.w.now.Add(n.skew) }, Elapsed: func() time.Duration { return n.w.now.Sub(simStart) }, Entropy: rand.NewChaCha8(seed),
		Title: func(id string) (engine.Title, bool) { return toy.Title{}, id == "toy" }, Node: store.Node{ID: n.String(), Reads: engine.ReadsOf([]engine.Title{toy.Title{}})},
		Log: zerolog.Nop(), Meter: noMeter{}, StandIn: "medium", Bus: simBus{n}, Wake: wake, StandBy: wake,
	})
	n.reg.snapshotEvery = 4
	n.reg.after = func(_ time.Duration, f func()) { n.alarms = append(n.alarms, f) }
	n.reg.await = func(_ *mailbox, own *task) error {
		if !n.w.task.yield(own) {
			panic(abandoned{})
		}
		return <-own.done
	}
	n.reg.publish(fanout.Message{AskPresence: true})
}

// crash ends the process: everything in memory is lost, and nobody gets an answer.
func (n *simNode) crash() {
	if !n.up() {
		return
	}
	for _, b := range n.boxes {
		b.abandon()
	}
	for _, t := range n.waiting {
		t.stop()
	}
	for _, c := range n.w.clients {
		if c.node == n {
			c.drop()
		}
	}
	n.reg, n.boxes, n.waiting, n.saves, n.timers, n.alarms, n.bots = nil, nil, nil, nil, nil, nil, nil
}

// abandon drops the operation in progress.
func (b *simBox) abandon() {
	if b.stop != nil {
		b.stop()
	}
}

// signals handles the wake-ups of the background loops, and finds new mailboxes.
func (n *simNode) signals() {
	if !n.up() {
		return
	}
	select {
	case <-n.reg.outage.changed:
		n.reg.announceOutage()
	default:
	}
	select {
	case <-n.reg.presenceRequested:
		n.reg.publishAllPresence()
	default:
	}
	n.findBoxes()
}

func (n *simNode) findBoxes() {
	n.boxes = slices.DeleteFunc(n.boxes, func(b *simBox) bool { return b.m.closed && b.own == nil && len(b.m.queue) == 0 })
	for _, t := range n.w.tables {
		m := n.reg.live[t.id]
		if m != nil && !slices.ContainsFunc(n.boxes, func(b *simBox) bool { return b.m == m }) {
			n.boxes = append(n.boxes, &simBox{m: m})
		}
	}
}

// begin starts the next operation of a mailbox.
func (n *simNode) begin(b *simBox) {
	b.own = b.m.queue[0]
	b.m.queue = b.m.queue[1:]
	if b.m.evicted() {
		n.finish(b, errEvicted)
		return
	}
	b.step, b.stop = iter.Pull(func(yield func(output) bool) {
		yield(b.m.live.run(b.own, n.reg.now(), n.reg.cfg.Entropy, func(step output) (time.Time, error) {
			if !yield(step) {
				panic(abandoned{}) // the operation never gets its answer
			}
			return n.reg.now(), b.answer
		}))
	})
	n.next(b)
}

// next lets the operation of a mailbox take its next step.
func (n *simNode) next(b *simBox) {
	step, _ := b.step()
	n.carry(b, step)
}

// carry carries out a step of an actor. Snapshots and timers wait for the scheduler.
func (n *simNode) carry(b *simBox, out output) {
	n.saves = append(n.saves, out.snapshots...)
	for _, t := range out.timers {
		n.timers = append(n.timers, simTimer{b.m, t})
	}
	out.snapshots, out.timers = nil, nil
	n.w.plant.deliveries(&out)
	if out.panicked != nil {
		n.w.failf("node %d, table %s: %v\n%s", n.index, b.m.live.id, out.panicked, out.panicked.stack)
	}
	if b.m.finishStep(b.own, &out) {
		n.finish(b, out.err)
		return
	}
	b.request = out.request
}

// finish answers the caller of an operation.
func (n *simNode) finish(b *simBox, err error) {
	b.abandon() // it has ended
	own := b.own
	b.own, b.request, b.stop = nil, nil, nil
	if own.done == nil {
		return
	}
	own.done <- err
	if t := n.waiting[own]; t != nil {
		delete(n.waiting, own)
		n.w.resume(t)
	}
}

// evict drops the tables without subscribers and work from memory.
func (n *simNode) evict() {
	for _, b := range n.boxes {
		if b.own == nil && len(b.m.queue) == 0 {
			b.m.driving = false
			b.m.evictIfIdle(n.w.now.Add(1000 * time.Hour))
			b.m.driving = !b.m.closed
		}
	}
}

type noMeter struct{}

func (noMeter) Appended(time.Duration) {}
func (noMeter) Refused(string)         {}
func (noMeter) TablesInMemory(int)     {}
func (noMeter) SocketsOpen(int)        {}
func (noMeter) SlowReader()            {}
func (noMeter) Damaged()               {}
func (noMeter) Interrupted(bool)       {}
func (noMeter) Panicked()              {}
func (noMeter) Folded(int)             {}
func (noMeter) Rewound()               {}
func (noMeter) Restored()              {}

func (n *simNode) String() string {
	if n == nil {
		return "none"
	}
	return n.name
}
