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

// Store is what the authority needs of the store.
type Store interface {
	store.Log
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	LiveSessions(ctx context.Context, ids []string) (map[string]bool, error)
}

// Meter counts what the authority does.
type Meter interface {
	Appended(took time.Duration)
	Refused(code string)
	TablesInMemory(n int)
	SocketsOpen(n int)
	SlowReader()
	Damaged()
	Interrupted(now bool)
}

// Config is what a Registry is made of. All fields but Poll, Idle, Wait, Recheck, Patience, Nodes, Bus, Beat, Wake and StandBy must be set.
type Config struct {
	Store Store
	Title func(id string) (engine.Title, bool)
	Now   func() time.Time
	Log   zerolog.Logger
	Meter Meter
	Poll  time.Duration // how often the log of watched tables is asked for; at most 2 s, 1 s by default
	// Spectators is how many may watch one table here beside those who sit at it; 0: any number. Crowded is told of each one too many, if it is set.
	Spectators int
	Crowded    func()
	Idle       time.Duration // how long an unused table stays in memory; 5 minutes by default
	Wait       time.Duration // how long the store may take over one command; 5 s by default
	Recheck    time.Duration // how often the store is asked whether the sessions of open sockets were signed out elsewhere; 10 s by default
	// AgreeDelay is how long a seat of a table with these options may owe a decision while others wait, before a bot plays it; limited is false
	// where it may owe it for ever. Nil: at every table.
	TakeoverDelay func(engine.Options) (patience time.Duration, limited bool)
	// StandIn is the level of the bots that play in somebody's absence.
	StandIn string
	// Nodes are the addresses of all nodes of the server, to tell to clients. May be empty.
	Nodes []string
	// Bus is the way to the server's other nodes. Nil: there are none, or they are found by polling alone; who is connected to them is not known.
	Bus  fanout.Bus
	Beat time.Duration // how often the other nodes are told who is connected here; 5 s by default
	// Wake is told of tables on which something happened and a bot has to move. It must not wait, nor call the registry. Nil: no bots.
	Wake func(id store.TableID)
	// StandBy is the same for tables at which another node's bots are about to move, unless that node dies.
	StandBy func(id store.TableID)
}

// Registry holds the tables that are in use. It loads them on demand and lets go of those nobody uses.
type Registry struct {
	cfg  Config
	stop chan struct{}
	done sync.WaitGroup

	leave     func() // the bus
	outage    outage
	joined    chan struct{}
	asked     chan struct{} // by another node: who is here?
	told      atomic.Uint64 // news of who is here
	errands   errands
	elsewhere elsewhere

	mu       sync.Mutex
	live     map[store.TableID]*live
	sockets  int
	draining bool
}

// NewRegistry starts a registry and its housekeeping; Close ends it.
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
	if cfg.Beat <= 0 {
		cfg.Beat = 5 * time.Second
	}
	r := &Registry{
		cfg: cfg, stop: make(chan struct{}), live: map[store.TableID]*live{},
		outage: outage{changed: make(chan struct{}, 1)}, joined: make(chan struct{}, 1), asked: make(chan struct{}, 1),
		errands: errands{todo: map[store.TableID]*errand{}}, elsewhere: elsewhere{tables: map[store.TableID]map[string]told{}},
	}
	r.done.Go(r.keepCurrent)
	r.done.Go(r.tellOutages)
	r.done.Go(r.sweep)
	r.done.Go(r.keepSignedIn)
	r.leave = r.join()
	return r
}

// Drain ends all subscriptions with a code that says come back, and refuses new ones. Commands are still taken.
func (r *Registry) Drain() {
	r.mu.Lock()
	r.draining = true
	tables := r.all()
	r.mu.Unlock()
	for _, l := range tables {
		l.stopAll()
	}
}

// Close ends the housekeeping. Drain first.
func (r *Registry) Close() {
	r.leave()
	r.errands.mu.Lock()
	r.errands.closed = true
	r.errands.mu.Unlock()
	close(r.stop)
	r.done.Wait()
}

// use finds a table in memory or puts an empty one there, locks it, brings it up, and calls f.
func (r *Registry) use(ctx context.Context, id store.TableID, f func(*live) error) error {
	for {
		r.mu.Lock()
		l, ok := r.live[id]
		if !ok {
			l = &live{reg: r, id: id, subs: map[*Subscription]struct{}{}, heard: map[engine.Seat]*heard{}}
			r.live[id] = l
			r.cfg.Meter.TablesInMemory(len(r.live))
		}
		r.mu.Unlock()

		if err := l.use(ctx, f); !errors.Is(err, errGone) {
			return err
		}
	}
}

// errGone is that a table is not kept in memory any more: find it anew.
var errGone = errors.New("swept")

// use locks the table, brings it up and calls f. What a panic leaves of it is not used again: it is let go of, and who watches comes back to what the
// store holds. Errors: errGone before anything was done, and f's.
func (l *live) use(ctx context.Context, f func(*live) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone { // between two locks
		return errGone
	}
	whole := false
	defer func() {
		if !whole {
			l.endAll(wire.CloseInternal)
		}
		if empty := l.row.ID == "" && len(l.subs) == 0; empty || !whole { // never loaded: do not keep what cannot be found
			l.gone = true
			l.reg.forget(l)
		}
	}()
	l.fresh = false
	err := l.bringUp(ctx)
	if err == nil {
		l.used = l.reg.cfg.Now()
		err = f(l)
	}
	whole = true
	return err
}

// peek finds a table that is in memory; nil otherwise.
func (r *Registry) peek(id store.TableID) *live {
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

// all lists the tables in memory; r.mu is held.
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
