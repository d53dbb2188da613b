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

// Tables is the part of the authority that the bots use.
type Tables interface {
	TurnOf(ctx context.Context, id store.TableID, seat engine.Seat) (table.Turn, error)
	Turn(ctx context.Context, id store.TableID) (table.Turn, bool, error)
	ActBot(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (table.Point, error)
}

// Store lists the tables that wait for a bot.
type Store interface {
	BotTables(ctx context.Context, after store.TableID, limit int) (list []store.Table, next store.TableID, err error)
}

// Config configures a Service. Store, Now, After, Seed and Log are required.
type Config struct {
	Store   Store
	Now     func() time.Time
	After   func(d time.Duration, f func()) (stop func() bool) // calls f later, on its own goroutine
	Seed    func() uint64
	Log     zerolog.Logger
	Workers int           // maximum number of concurrent searches; default 1
	Pause   time.Duration // before a bot moves, so that people can follow; 0: none
	Think   time.Duration // maximum time of a search; default 2 s. A search is shorter if other tables wait
	// Searching, if set, is called with 1 before a worker or a hint begins to search, and with -1 when it has no further search.
	Searching func(change int)
	// Panicked, if set, is called for each panic that ended a search, a move or a hint.
	Panicked func()
	Sweep    time.Duration // interval between searches of the store for tables without a bot at work; default 30 s
}

// standbyMargin is the time that another node gets in addition to twice the usual time of a bot's move.
const standbyMargin = time.Second

// Service runs the bots of one node. Wake may be called before Start.
type Service struct {
	cfg    Config
	tables Tables
	ctx    context.Context // until Close
	end    context.CancelFunc
	hints  hintQueue
	done   sync.WaitGroup

	mu    sync.Mutex
	woken sync.Cond // signals that a job is ready or the service is closed
	jobs  map[store.TableID]*job
	line  line
	pace  pace
}

// job is a table that waits for a bot or has one thinking.
type job struct {
	id       store.TableID
	due      time.Time // when a worker may take it; valid in the line
	ready    bool      // due, and no worker has it
	thinking bool
	again    bool // woken while thinking
	standby  bool // another node's bots are expected to move first
	failures int  // in a row
	stop     func() bool
}

// NewService makes the service. Start starts the bots, Close ends them.
func NewService(cfg Config) *Service {
	cfg.Workers = max(cfg.Workers, 1)
	if cfg.Think <= 0 {
		cfg.Think = 2 * time.Second
	}
	if cfg.Sweep <= 0 {
		cfg.Sweep = 30 * time.Second
	}
	if cfg.Searching == nil {
		cfg.Searching = func(int) {}
	}
	s := &Service{
		cfg: cfg, jobs: map[store.TableID]*job{},
		line: line{workers: cfg.Workers, longest: cfg.Think, within: max(answerTarget-cfg.Pause, shortestWait)},
	}
	s.hints = hintQueue{slots: cfg.Workers, run: s.think, start: s.startHint, inFlight: map[store.PlayerID]*hintJob{}}
	s.woken.L = &s.mu
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// Start starts the bots. It also looks in the store for tables that already wait.
func (s *Service) Start(tables Tables) {
	s.tables = tables
	for range s.cfg.Workers {
		s.done.Go(s.work)
	}
	s.done.Go(s.sweep)
}

// Close stops all searches and waits for them. The next start finds the tables again.
func (s *Service) Close() {
	s.hints.close()
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

// startHint runs a hint behind the rest of the server.
func (s *Service) startHint(f func()) {
	s.done.Go(func() {
		lowerPriority()
		s.cfg.Searching(1)
		defer s.cfg.Searching(-1)
		f()
	})
}

func (s *Service) closed() bool { return s.ctx.Err() != nil }

// Wake signals that a bot owes a decision at a table. It does not block.
func (s *Service) Wake(id store.TableID) { s.wake(id, false) }

// StandBy signals that a bot of another node owes a decision at a table. The bots of this node move if it does not in time. It does
// not block.
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
		s.later(s.jobs[id], 2*(s.cfg.Pause+s.cfg.Think)+standbyMargin)
	case !known:
		s.jobs[id] = &job{id: id}
		s.later(s.jobs[id], s.cfg.Pause)
	case j.standby && !standby && j.stop != nil && j.stop():
		j.standby, j.stop = false, nil
		s.later(j, s.cfg.Pause)
	}
}

// later makes a job ready after the delay. The caller holds s.mu.
func (s *Service) later(j *job, d time.Duration) {
	if j.due = s.cfg.Now().Add(d); !j.standby {
		s.line.add(j)
		s.planned()
	}
	if d <= 0 {
		s.makeReady(j)
		return
	}
	j.stop = s.cfg.After(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		j.stop = nil
		s.makeReady(j)
	})
}

// makeReady lets a worker take the job. The caller holds s.mu.
func (s *Service) makeReady(j *job) {
	if j.standby {
		j.standby = false
		s.line.add(j)
	}
	j.ready = true
	s.planned()
	s.woken.Signal()
}

// planned lets running searches know that the line has changed. The caller holds s.mu.
func (s *Service) planned() { s.pace.set(s.line.share(s.cfg.Now()), s.line.first() != nil) }

// next returns the first job that is ready, after a wait if it may wait. Otherwise, and after Close, it returns nil if there is none.
func (s *Service) next(wait bool) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.line.first()
	for ; wait && j == nil && !s.closed(); j = s.line.first() {
		s.woken.Wait()
	}
	if j == nil || s.closed() {
		return nil
	}
	j.ready, j.thinking, j.again = false, true, false
	s.planned()
	return j
}

// maxBackoff is the longest pause between two attempts at a table.
const maxBackoff = time.Minute

// finish ends a job, or schedules it again after an error or a wake.
func (s *Service) finish(j *job, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j.thinking = false
	s.line.remove(j)
	switch {
	case s.closed():
	case err != nil:
		j.failures++
		s.later(j, min(maxBackoff, time.Second<<min(j.failures, 6)))
		return
	case j.again:
		j.failures = 0
		s.later(j, s.cfg.Pause)
		return
	}
	delete(s.jobs, j.id)
	s.planned()
}

func (s *Service) work() {
	lowerPriority()
	for j := s.next(true); j != nil; j = s.next(true) {
		s.cfg.Searching(1)
		for ; j != nil; j = s.next(false) {
			s.finish(j, s.moveSafely(j.id, s.line.deadline(j)))
		}
		s.cfg.Searching(-1)
	}
}
