package table

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Store is the part of the store that the authority uses.
type Store interface {
	store.Log
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	LiveSessions(ctx context.Context, ids []string) (map[string]bool, error)
	Offer(ctx context.Context, hash [32]byte, now time.Time) (store.Link, error)
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
}

// Config configures a Registry. Store, Title, Now, Log and Meter are required.
type Config struct {
	Store Store
	Title func(id string) (engine.Title, bool)
	Now   func() time.Time
	Log   zerolog.Logger
	Meter Meter
	Poll  time.Duration // interval between polls of the logs of subscribed tables; at most 2 s, default 1 s
	// Spectators is the maximum number of spectators of one table on this node; 0 means no limit. Crowded, if set, is called for
	// each spectator that is turned away.
	Spectators int
	Crowded    func()
	Idle       time.Duration // an unused table is evicted from memory after this time; default 5 minutes
	Wait       time.Duration // timeout of one command in the store; default 5 s
	Recheck    time.Duration // interval between checks for sessions that were revoked on another node; default 10 s
	// TakeoverDelay is the time for which a seat may owe a decision while others wait, before a bot takes over. The function returns
	// limited == false if the options set no limit. Nil means no limit at any table.
	TakeoverDelay func(engine.Options) (delay time.Duration, limited bool)
	// StandIn is the level of stand-in bots.
	StandIn string
	// Nodes are the public addresses of all nodes, which clients receive. May be empty.
	Nodes []string
	// Bus connects the node to the other nodes. With nil, there are no other nodes or they are noticed by polling alone. Presence at
	// other nodes is then unknown.
	Bus       fanout.Bus
	Heartbeat time.Duration // interval at which this node repeats its presence to the others; default 5 s
	// Wake is called with a table on which a bot owes a decision. It must not block nor call the registry. Nil means no bots.
	Wake func(id store.TableID)
	// StandBy is like Wake, for a table on which the bots of another node are expected to move.
	StandBy func(id store.TableID)
}

// Registry holds the tables that are in use. It loads them on demand and evicts idle ones.
type Registry struct {
	cfg  Config
	stop chan struct{}
	done sync.WaitGroup

	leaveBus          func()
	outage            outage
	joined            chan struct{} // the bus can be used (again)
	presenceRequested chan struct{} // another node asked for the presence here
	presenceVersion   atomic.Uint64 // counts the presence reports of this node
	refreshes         refreshQueue
	remote            remotePresence

	mu       sync.Mutex
	live     map[store.TableID]*live
	sockets  int
	draining bool
}

// NewRegistry starts a registry and its background loops. Close ends it.
func NewRegistry(cfg Config) *Registry {
	if cfg.Poll <= 0 {
		cfg.Poll = time.Second
	}
	if cfg.Idle <= 0 {
		cfg.Idle = 5 * time.Minute
	}
	if cfg.Wait <= 0 {
		cfg.Wait = 5 * time.Second
	}
	if cfg.TakeoverDelay == nil {
		cfg.TakeoverDelay = func(engine.Options) (time.Duration, bool) { return 0, false }
	}
	if cfg.Recheck <= 0 {
		cfg.Recheck = 10 * time.Second
	}
	if cfg.Heartbeat <= 0 {
		cfg.Heartbeat = 5 * time.Second
	}
	r := &Registry{
		cfg: cfg, stop: make(chan struct{}), live: map[store.TableID]*live{},
		outage: outage{changed: make(chan struct{}, 1)}, joined: make(chan struct{}, 1), presenceRequested: make(chan struct{}, 1),
		refreshes: refreshQueue{pending: map[store.TableID]*refreshRequest{}},
		remote:    remotePresence{tables: map[store.TableID]map[string]nodePresence{}},
	}
	r.done.Go(r.pollLoop)
	r.done.Go(r.outageLoop)
	r.done.Go(r.evictLoop)
	r.done.Go(r.sessionLoop)
	r.leaveBus = r.joinBus()
	return r
}

// Drain ends all subscriptions with a code that asks clients to reconnect, and refuses new ones. Commands are still accepted.
func (r *Registry) Drain() {
	r.mu.Lock()
	r.draining = true
	tables := r.all()
	r.mu.Unlock()
	for _, l := range tables {
		l.drain()
	}
}

// Close ends the background loops and waits for them. Call Drain first.
func (r *Registry) Close() {
	r.leaveBus()
	r.refreshes.close()
	close(r.stop)
	r.done.Wait()
}

// every calls do at the interval until the registry closes.
func (r *Registry) every(interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-tick.C:
			do()
		}
	}
}

// use finds or adds a table in memory, locks it, loads it and calls f. Errors: those of loading, and f's.
func (r *Registry) use(ctx context.Context, id store.TableID, f func(*live) error) error {
	for {
		r.mu.Lock()
		l, ok := r.live[id]
		if !ok {
			l = &live{reg: r, id: id, subs: map[*Subscription]struct{}{}, histories: map[engine.Seat]*eventHistory{}}
			r.live[id] = l
			r.cfg.Meter.TablesInMemory(len(r.live))
		}
		r.mu.Unlock()

		if err := l.use(ctx, f); !errors.Is(err, errEvicted) {
			return err
		}
	}
}

// errEvicted means that the table has left memory: look it up again.
var errEvicted = errors.New("evicted")

// use locks the table, loads it and calls f. After a panic the table is evicted, because its state may be half changed. Its viewers
// reconnect and get the stored state. Errors: errEvicted if nothing was done, those of loading, and f's.
func (l *live) use(ctx context.Context, f func(*live) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.evicted { // after the registry found it
		return errEvicted
	}
	completed := false
	defer func() {
		if !completed {
			l.endAll(wire.CloseInternal)
		}
		if neverLoaded := l.row.ID == "" && len(l.subs) == 0; neverLoaded || !completed {
			l.evicted = true
			l.reg.forget(l)
		}
	}()
	l.fresh = false
	err := l.load(ctx)
	if err == nil {
		l.used = l.reg.cfg.Now()
		err = f(l)
	}
	completed = true
	return err
}

// inMemory returns the table if it is in memory, else nil.
func (r *Registry) inMemory(id store.TableID) *live {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[id]
}

func (r *Registry) forget(l *live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live[l.id] == l {
		delete(r.live, l.id)
	}
	r.cfg.Meter.TablesInMemory(len(r.live))
}

// all lists the tables in memory. The caller holds r.mu.
func (r *Registry) all() []*live {
	list := make([]*live, 0, len(r.live))
	for _, l := range r.live {
		list = append(list, l)
	}
	return list
}

// tables lists the tables in memory.
func (r *Registry) tables() []*live {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all()
}

func (r *Registry) countSocket(by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sockets += by
	r.cfg.Meter.SocketsOpen(r.sockets)
}
