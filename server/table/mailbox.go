package table

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/failpoint"
	"nemeton/server/store"
	"nemeton/server/wire"
)

const (
	// maxMailbox is the maximum number of operations that wait at one table. Clients wait for each answer, so only a fault fills it.
	maxMailbox = 512
	// backgroundTimeout is the time that the store may take for an operation that no client waits for.
	backgroundTimeout = 5 * time.Second
)

// errEvicted means that the table has left memory: look it up again.
var errEvicted = errors.New("evicted")

// mailbox orders all work on one table. One goroutine at a time drives the actor: a caller whose operation is the first, or a background goroutine.
type mailbox struct {
	reg  *Registry
	live *live // only the goroutine that drives the actor uses it; see driving

	announced announcement // by other nodes, not yet handled

	mu      sync.Mutex // guards all below
	queue   []*task
	driving bool // a goroutine drives the actor
	closed  bool // the table has left memory
}

type task struct {
	name  string          // of the kind of work; a background operation is queued once for each name; see post
	ctx   context.Context // of the caller; nil: background work
	loads bool            // the table is loaded first
	run   operation
	done  chan error // capacity 1; nil if nobody waits for it
}

func (own *task) operate(l *live) error {
	if own.loads {
		l.fresh, l.rewinds = false, 0
		if err := l.load(); err != nil {
			return err
		}
		l.used = l.now
	}
	return own.run(l)
}

// call runs an operation and waits for its end. If ctx ends while the operation waits in the queue, it is not run. Errors: errEvicted if the
// operation was not run because the table has left memory, unavailable, internal after a panic, and those of the operation.
func (m *mailbox) call(ctx context.Context, run operation) error {
	return m.enqueue(ctx, &task{ctx: ctx, run: run})
}

func (m *mailbox) enqueue(ctx context.Context, own *task) error {
	m.mu.Lock()
	switch {
	case m.closed:
		m.mu.Unlock()
		return errEvicted
	case m.driving:
		if len(m.queue) >= maxMailbox {
			m.mu.Unlock()
			return apperr.New(apperr.Unavailable, "too much is going on at this table; try again in a moment")
		}
		own.done = make(chan error, 1)
		m.queue = append(m.queue, own)
		m.mu.Unlock()
		return m.wait(ctx, own)
	}
	m.driving = true
	m.mu.Unlock()
	// The caller drives its own operation: a new goroutine would start only after a thread has woken up for it.
	err := m.drive(own)
	if first := m.pop(); first != nil && !m.reg.goUnlessClosed(func() { m.driveAll(first) }) {
		m.driveAll(first)
	}
	return err
}

// wait waits for the end of an operation that another goroutine drives.
func (m *mailbox) wait(ctx context.Context, own *task) error {
	if m.reg.await != nil {
		return m.reg.await(m, own)
	}
	select {
	case err := <-own.done:
		return err
	case <-ctx.Done():
	}
	m.mu.Lock()
	if i := slices.Index(m.queue, own); i >= 0 {
		m.queue = slices.Delete(m.queue, i, i+1)
		m.mu.Unlock()
		return refusal(ctx.Err())
	}
	m.mu.Unlock()
	return <-own.done // in progress; its requests to the store end with ctx
}

// post queues background work. Of the work of one name that waits, the newest is run. It does not block.
func (m *mailbox) post(name string, run operation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	work := &task{name: name, run: run}
	if at := slices.IndexFunc(m.queue, func(waiting *task) bool { return waiting.name == name }); at >= 0 {
		m.queue[at] = work
		return
	}
	if m.driving {
		m.queue = append(m.queue, work)
		return
	}
	m.driving = m.reg.goUnlessClosed(func() { m.driveAll(work) })
}

// pop takes the first waiting operation. If none is waiting it returns nil, and the caller no longer drives the actor.
func (m *mailbox) pop() *task {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.queue) == 0 {
		m.queue, m.driving = nil, false
		return nil
	}
	first := m.queue[0]
	m.queue[0] = nil
	m.queue = m.queue[1:]
	return first
}

func (m *mailbox) driveAll(first *task) {
	for current := first; current != nil; current = m.pop() {
		_ = m.drive(current) // its caller gets the error
	}
}

// drive runs one operation to its end and answers a caller who waits.
func (m *mailbox) drive(own *task) error {
	ctx := own.ctx
	if ctx == nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.Background(), backgroundTimeout)
		defer cancel()
	}
	err := m.run(ctx, own)
	if own.ctx != nil {
		failpoint.Reach(failpoint.Answer)
	}
	if own.done != nil {
		own.done <- err
	}
	return err
}

func (m *mailbox) run(ctx context.Context, own *task) error {
	if m.evicted() {
		return errEvicted
	}
	cfg := &m.reg.cfg
	out := m.live.run(own, m.reg.now(), cfg.Entropy, func(step output) (time.Time, error) {
		m.finishStep(own, &step)
		err := step.request.perform(ctx, cfg.Store)
		return m.reg.now(), err
	})
	m.finishStep(own, &out)
	return out.err
}

// finishStep carries out the effects of one step. It reports whether the operation has ended, with the error out.err.
func (m *mailbox) finishStep(own *task, out *output) (ended bool) {
	m.reg.carryOut(m, *out)
	switch {
	case out.panicked != nil:
		m.fail(own, out.panicked)
		out.err = apperr.Wrap(out.panicked, apperr.Internal, "an internal error occurred")
	case out.request != nil:
		return false
	case m.live.row.ID == "" && len(m.live.subs) == 0: // the table could not be loaded
		m.close()
	}
	return true
}

func (m *mailbox) evicted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// close removes the table from memory. Waiting operations get errEvicted.
func (m *mailbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	if len(m.live.subs) > 0 {
		m.reg.follow(m.live.id, unfollows)
	}
	m.reg.forget(m)
}

// fail ends the table's sockets after a panic and drops the table from memory, because its state may be half changed. The clients reconnect and get
// the stored state. No other table is touched.
func (m *mailbox) fail(own *task, why *panicError) {
	cfg := &m.reg.cfg
	cfg.Meter.Panicked()
	cfg.Log.Error().Str("table", string(m.live.id)).Str("work", own.name).Any("why", why.why).Str("stack", why.stack).Msg("panic at a table")
	for s := range m.live.subs {
		s.end(wire.CloseInternal)
	}
	m.close()
}

// evictIfIdle removes the table from memory if it has no subscribers and no work, and was last used before the given time.
func (m *mailbox) evictIfIdle(before time.Time) {
	m.mu.Lock()
	// Nobody drives the actor while the lock is held.
	if m.driving || m.closed || len(m.live.subs) > 0 || m.live.used.After(before) {
		m.mu.Unlock()
		return
	}
	m.closed = true
	m.mu.Unlock()
	m.reg.forget(m)
}

// call runs an operation on a table, which it loads first. Errors: those of loading, and those of the operation.
func (r *Registry) call(ctx context.Context, id store.TableID, run operation) error {
	for {
		err := r.mailbox(id).enqueue(ctx, &task{ctx: ctx, loads: true, run: run})
		if !errors.Is(err, errEvicted) {
			return err
		}
	}
}
