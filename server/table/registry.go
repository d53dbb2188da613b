package table

import (
	"context"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/failpoint"
	"nemeton/server/fanout"
	"nemeton/server/periodic"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Store is the part of the store that the authority uses.
type Store interface {
	store.Log
	store.Snapshots
	store.TimeControl
	store.ChangeFeed
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error)
	Player(ctx context.Context, id store.PlayerID) (store.Player, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	LiveSessions(ctx context.Context, ids []string) (map[string]store.PlayerID, error)
	Offer(ctx context.Context, hash [32]byte, now time.Time) (store.Link, error)
	OpenRecoveries(ctx context.Context, tables []store.TableID, after time.Time) ([]store.Recovery, error)
	ChangeRecovery(ctx context.Context, table store.TableID, id string, change func(*store.Recovery) error) (store.Recovery, error)
}

// Meter receives the measurements of the authority.
type Meter interface {
	Appended(took time.Duration)
	Refused(code string)
	TablesInMemory(n int)
	SocketsOpen(n int)
	SlowReader()
	Damaged()
	Interrupted(now bool)
	Panicked()
	Folded(entries int)
	Rewound()  // this node noticed that the store lost entries of a table
	Restored() // this node recorded a restore
}

// Config configures a Registry. Store, Node, Title, Now, Entropy, Log and Meter are required.
type Config struct {
	Store Store
	Node  store.Node      // this node
	Pages store.LogReader // reads pages of the log and exports; it may be behind Store. Nil: Store does
	Title func(id string) (engine.Title, bool)
	Now   func() time.Time // the wall clock
	// Elapsed is a monotonic clock, with any beginning. By default it is that of Now, which jumps with it.
	Elapsed func() time.Duration
	Entropy io.Reader // random bytes; never fails
	Log     zerolog.Logger
	Meter   Meter
	Poll    time.Duration // interval between looks at the changes in the store; at most 2 s, which is the default
	// Spectators is the maximum number of spectators of one table on this node; 0 means no limit. Crowded, if set, is called for
	// each spectator that is turned away.
	Spectators int
	Crowded    func()
	Idle       time.Duration // an unused table is evicted from memory after this time; default 5 minutes
	Wait       time.Duration // timeout of one command in the store; default 5 s
	Recheck    time.Duration // interval between checks for sessions that were revoked on another node; default 10 s
	// StandIn is the level of stand-in bots, except after a time-out: the pace of the table has the level for that.
	StandIn string
	// Nodes are the public addresses of all nodes, which clients receive. May be empty.
	Nodes []string
	// Bus connects the node to the other nodes. With nil, there are no other nodes or they are noticed by polling alone. Presence at
	// other nodes is then unknown.
	Bus fanout.Bus
	// SharedStore means that other nodes may serve the same tables.
	SharedStore   bool
	Heartbeat     time.Duration // interval between heartbeats; default store.HeartbeatInterval
	Sweep         time.Duration // interval between searches for tables that are due; default 1 s
	PresenceEvery time.Duration // interval at which this node tells the others that it runs; default 5 s
	// Wake is called with a table on which a bot owes a decision. It must not block nor call the registry. Nil means no bots.
	Wake func(id store.TableID)
	// ChatChanged is called with the changes of chats on other nodes; without a table, any chat may have changed. It must not block nor call the registry. Nil means no chat.
	ChatChanged func(fanout.ChatChange)
	// BansChanged is called if another node changed the banned addresses. It must not block nor call the registry. Nil means no bans.
	BansChanged func()
	// SessionEnded is called with each session that was revoked, here or on another node. It must not block nor call the registry. OpenSessions returns the sessions
	// whose sockets SessionEnded ends; another node may have revoked them. Nil means that no sockets but those of tables depend on sessions.
	SessionEnded func(session string)
	OpenSessions func() []SessionOf
	// Changed is called with each change of a table, and PlayerChanged with each player whose invitations have changed, here or on another node. They must
	// neither block nor call the registry. Nil means that nobody wants to know.
	Changed       func(fanout.TableChange)
	PlayerChanged func(store.PlayerID)
	// ChangedHere is like Changed, for the changes that this node made.
	ChangedHere func(fanout.TableChange)
	// StandBy is like Wake, for a table where the bots of another node should move.
	StandBy func(id store.TableID)
}

// Registry holds the tables that are in use. It loads them on demand and evicts idle ones.
type Registry struct {
	cfg  Config
	stop chan struct{}
	done sync.WaitGroup
	// await waits for the end of an operation in a simulation, which drives the actors itself. Nil: goroutines drive them.
	await func(*mailbox, *task) error
	// after starts a timer. A simulation has its own.
	after         func(time.Duration, func())
	snapshotEvery engine.Seq // entries between two snapshots of a fold

	leaveBus          func()
	outage            outage
	changes           changeFeed
	pulse             pulse
	sweep             sweep
	joined            chan struct{} // the bus can be used (again)
	presenceRequested chan struct{} // another node asked for the presence here
	presenceVersion   atomic.Uint64 // counts the presence reports of this node
	beatAt            time.Duration // when the last beat was, by the monotonic clock; only presenceLoop uses it
	remote            remotePresence
	subscriptions     subscriptions
	together          together
	inUse             atomic.Int32 // len(live)

	mu     sync.Mutex
	live   map[store.TableID]*mailbox
	closed bool
}

// NewRegistry starts a registry and its background loops. Close ends it.
func NewRegistry(cfg Config) *Registry {
	r := newRegistry(cfg)
	r.done.Go(func() { periodic.Until(r.stop, r.cfg.Poll, r.lookForChanges) })
	r.done.Go(r.outageLoop)
	r.done.Go(r.pulseLoop)
	r.done.Go(func() { periodic.Until(r.stop, r.cfg.Sweep, r.sweepDue) })
	r.done.Go(func() { periodic.Until(r.stop, max(r.cfg.Idle/4, 10*time.Millisecond), r.evictIdle) })
	r.done.Go(func() { periodic.Until(r.stop, r.cfg.Recheck, r.checkSessions) })
	r.leaveBus = r.joinBus()
	return r
}

func newRegistry(cfg Config) *Registry {
	if cfg.Poll <= 0 {
		cfg.Poll = 2 * time.Second
	}
	if cfg.Idle <= 0 {
		cfg.Idle = 5 * time.Minute
	}
	if cfg.Wait <= 0 {
		cfg.Wait = 5 * time.Second
	}
	if cfg.Recheck <= 0 {
		cfg.Recheck = 10 * time.Second
	}
	if cfg.Heartbeat <= 0 {
		cfg.Heartbeat = store.HeartbeatInterval
	}
	if cfg.Sweep <= 0 {
		cfg.Sweep = time.Second
	}
	if cfg.Elapsed == nil {
		began := cfg.Now()
		cfg.Elapsed = func() time.Duration { return cfg.Now().Sub(began) }
	}
	if cfg.PresenceEvery <= 0 {
		cfg.PresenceEvery = 5 * time.Second
	}
	return &Registry{
		cfg: cfg, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) }, stop: make(chan struct{}), snapshotEvery: snapshotEvery, live: map[store.TableID]*mailbox{}, leaveBus: func() {},
		outage: outage{changed: make(chan struct{}, 1)}, joined: make(chan struct{}, 1), presenceRequested: make(chan struct{}, 1),
		sweep:         sweep{again: map[store.Due]time.Time{}},
		remote:        remotePresence{tables: map[store.TableID]map[string]nodePresence{}, alive: map[string]time.Time{}},
		together:      together{node: cfg.Node.ID, groups: map[store.TableID]map[string]*group{}, of: map[*Subscription]*group{}},
		subscriptions: subscriptions{all: map[*Subscription]struct{}{}, bySession: map[string]map[*Subscription]struct{}{}, chatting: map[store.TableID]map[*Subscription]struct{}{}},
	}
}

// After a drain one client reconnects per reconnectGap, and all within reconnectSpread. A few friends come back at once.
const (
	reconnectGap    = 5 * time.Millisecond
	reconnectSpread = 10 * time.Second
)

// Drain ends all subscriptions with a code that asks clients to reconnect, and refuses new ones. Commands are still accepted. Each client gets its own delay,
// because the other nodes could not serve all of them at once.
func (r *Registry) Drain() {
	all := r.subscriptions.drain()
	spread := min(reconnectSpread, time.Duration(len(all))*reconnectGap)
	for n, s := range all {
		s.endWith(Closed{Code: wire.CloseDraining, Wait: spread * time.Duration(n) / time.Duration(len(all))})
	}
}

// Close ends the background loops and waits for them. Call Drain first.
func (r *Registry) Close() {
	r.leaveBus()
	r.mu.Lock()
	closed := r.closed
	r.closed = true
	r.mu.Unlock()
	if closed {
		return
	}
	close(r.stop)
	r.done.Wait()
}

// goUnlessClosed runs work in a goroutine that Close waits for. It reports false, and runs nothing, after Close.
func (r *Registry) goUnlessClosed(work func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.done.Go(work)
	return true
}

func (r *Registry) mailbox(id store.TableID) *mailbox {
	r.mu.Lock()
	defer r.mu.Unlock()
	m, ok := r.live[id]
	if !ok {
		m = &mailbox{reg: r, driving: r.await != nil, live: &live{reg: r, id: id, subs: map[*Subscription]struct{}{}}}
		r.live[id] = m
		r.inUse.Store(int32(len(r.live)))
		r.cfg.Meter.TablesInMemory(len(r.live))
	}
	return m
}

// inMemory returns the table if it is in memory, else nil.
func (r *Registry) inMemory(id store.TableID) *mailbox {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[id]
}

func (r *Registry) forget(m *mailbox) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live[m.live.id] == m {
		delete(r.live, m.live.id)
		r.inUse.Store(int32(len(r.live)))
	}
	r.cfg.Meter.TablesInMemory(len(r.live))
}

func (r *Registry) InMemory() int { return int(r.inUse.Load()) }

func (r *Registry) tables() []*mailbox {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.live))
}

// carryOut carries out the effects of one step, except for its question to the store.
func (r *Registry) carryOut(m *mailbox, out output) {
	r.follow(m.live.id, out.follow) // first, because the other nodes may answer what is published
	for _, d := range out.deliveries {
		if d.message == nil {
			d.to.end(d.end)
		} else {
			d.to.enqueue(d.message, d.quiet)
		}
	}
	if len(out.published) > 0 {
		failpoint.Reach(failpoint.Publish)
	}
	for _, message := range out.published {
		r.publish(message)
	}
	switch {
	case out.bots == wakeBots && r.cfg.Wake != nil:
		r.cfg.Wake(m.live.id)
	case out.bots == standBy && r.cfg.StandBy != nil:
		r.cfg.StandBy(m.live.id)
	}
	for _, s := range out.snapshots {
		r.goUnlessClosed(func() { r.saveSnapshot(s) })
	}
	for _, t := range out.timers {
		time.AfterFunc(t.after, func() { m.post(t.name, t.run) })
	}
}

// saveSnapshot stores a snapshot. A failure costs only time at the next load.
func (r *Registry) saveSnapshot(s store.Snapshot) {
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	defer cancel()
	failpoint.Reach(failpoint.Snapshot)
	if err := r.cfg.Store.SaveSnapshot(ctx, s); err != nil {
		r.cfg.Log.Warn().Err(err).Str("table", string(s.Table)).Msg("could not store a snapshot")
	}
}
