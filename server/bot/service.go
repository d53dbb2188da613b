package bot

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
)

// Tables is what the bots need of the authority.
type Tables interface {
	TurnOf(ctx context.Context, id store.TableID, seat engine.Seat) (table.Turn, error)
	Turn(ctx context.Context, id store.TableID) (table.Turn, bool, error)
	ActBot(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (engine.Seq, error)
}

// Store is where tables are found that wait for a bot.
type Store interface {
	ListTables(ctx context.Context, q store.Query) ([]store.Table, error)
}

// Config is what a Service is made of. Store, Now, After, Seed and Log must be set.
type Config struct {
	Store   Store
	Now     func() time.Time
	After   func(d time.Duration, f func()) (stop func() bool) // calls f later, on a goroutine of its own
	Seed    func() uint64
	Log     zerolog.Logger
	Workers int           // how many think at once; 1 by default
	Pause   time.Duration // before a bot moves, so that people can follow; 0: none
	Think   time.Duration // the longest search; 2 s by default
	Sweep   time.Duration // how often the store is asked for tables that were forgotten; 30 s by default
}

// spare is what another node gets on top of twice its bots' usual time before this one's move in their place.
const spare = time.Second

// Service is the bots of one node. Wake may be called before Start.
type Service struct {
	cfg    Config
	tables Tables
	ctx    context.Context // ends with Close
	end    context.CancelFunc
	hints  chan struct{} // as many as may be thought about at once
	done   sync.WaitGroup

	mu    sync.Mutex
	woken sync.Cond // ready grew, or it is over
	jobs  map[store.TableID]*job
	ready []*job
}

// job is a table that waits for a bot, or is being thought about.
type job struct {
	id       store.TableID
	thinking bool
	again    bool // woken while thinking
	standby  bool // another node's bots are expected to be quicker
	failures int  // in a row
	stop     func() bool
}

// NewService makes the bots; Start lets them play, Close ends them.
func NewService(cfg Config) *Service {
	cfg.Workers = max(cfg.Workers, 1)
	if cfg.Think <= 0 {
		cfg.Think = 2 * time.Second
	}
	if cfg.Sweep <= 0 {
		cfg.Sweep = 30 * time.Second
	}
	s := &Service{cfg: cfg, jobs: map[store.TableID]*job{}, hints: make(chan struct{}, cfg.Workers)}
	s.woken.L = &s.mu
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// Start lets the bots play at the tables; those that wait for one already are found in the store.
func (s *Service) Start(tables Tables) {
	s.tables = tables
	for range s.cfg.Workers {
		s.done.Go(s.work)
	}
	s.done.Go(s.sweep)
}

// Close ends all thinking and waits for it. Whatever was not played is played after the next start.
func (s *Service) Close() {
	s.mu.Lock()
	s.end()
	for _, j := range s.jobs {
		if j.stop != nil {
			j.stop()
		}
	}
	s.woken.Broadcast()
	s.mu.Unlock()
	s.done.Wait()
}

func (s *Service) closed() bool { return s.ctx.Err() != nil }

// Wake tells that a bot has to move at a table. It does not wait.
func (s *Service) Wake(id store.TableID) { s.wake(id, false) }

// StandBy tells that a bot of another node is about to move at a table: those of this one do if it has not in due time. It does not wait.
func (s *Service) StandBy(id store.TableID) { s.wake(id, true) }

func (s *Service) wake(id store.TableID, standby bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return
	}
	j, known := s.jobs[id]
	switch {
	case known && j.thinking:
		j.again = true
	case !known && standby:
		s.jobs[id] = &job{id: id, standby: true}
		s.later(s.jobs[id], 2*(s.cfg.Pause+s.cfg.Think)+spare)
	case !known:
		s.jobs[id] = &job{id: id}
		s.later(s.jobs[id], s.cfg.Pause)
	case j.standby && !standby && j.stop != nil && j.stop():
		j.standby, j.stop = false, nil
		s.later(j, s.cfg.Pause)
	}
}

// later makes a job ready after a while; s.mu is held.
func (s *Service) later(j *job, d time.Duration) {
	if d <= 0 {
		s.ready = append(s.ready, j)
		s.woken.Signal()
		return
	}
	j.stop = s.cfg.After(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		j.stop = nil
		s.ready = append(s.ready, j)
		s.woken.Signal()
	})
}

// next waits for a job to do; nil once it is over.
func (s *Service) next() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.ready) == 0 && !s.closed() {
		s.woken.Wait()
	}
	if s.closed() {
		return nil
	}
	j := s.ready[0]
	s.ready = s.ready[1:]
	j.thinking, j.again, j.standby = true, false, false
	return j
}

// slowest is the longest pause between two attempts at a table that cannot be served.
const slowest = time.Minute

// over ends a job, or has it done once more where there is more to do.
func (s *Service) over(j *job, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j.thinking = false
	switch {
	case s.closed():
	case err != nil:
		j.failures++
		s.later(j, min(slowest, time.Second<<min(j.failures, 6)))
		return
	case j.again:
		j.failures = 0
		s.later(j, s.cfg.Pause)
		return
	}
	delete(s.jobs, j.id)
}

func (s *Service) work() {
	humble()
	for j := s.next(); j != nil; j = s.next() {
		s.over(j, s.move(j.id))
	}
}
