package table

import (
	"iter"
	"runtime/debug"
	"sync"
)

// runner is a coroutine that runs operations, one after another. Runners are reused, because a new one would first have to grow its stack.
type runner struct {
	next   func() (storeRequest, bool) // runs up to the next request; nil: the operation has ended
	stop   func()
	yield  func(storeRequest) bool
	live   *live
	run    operation
	answer error // of the store, to the last request
}

// maxIdleRunners bounds the memory of runners that wait for work.
const maxIdleRunners = 64

// runners are the idle runners of a registry.
type runners struct {
	mu     sync.Mutex
	idle   []*runner
	closed bool
}

// take returns an idle runner, or a new one.
func (p *runners) take() *runner {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		r := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return r
	}
	return newRunner()
}

// release makes a runner idle after an operation has ended.
func (p *runners) release(r *runner) {
	r.live, r.run, r.answer = nil, nil, nil
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.idle) == maxIdleRunners {
		r.stop()
		return
	}
	p.idle = append(p.idle, r)
}

// close stops the idle runners, and from now on all others at the end of their operations.
func (p *runners) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, r := range p.idle {
		r.stop()
	}
	p.idle = nil
}

func newRunner() *runner {
	r := &runner{}
	r.next, r.stop = iter.Pull(func(yield func(storeRequest) bool) {
		r.yield = yield
		for r.runOne() && yield(nil) {
		}
	})
	return r
}

// runOne runs one operation. It reports false if it was abandoned, and the runner cannot be used any more.
func (r *runner) runOne() (again bool) {
	l := r.live
	defer func() {
		switch why := recover(); why.(type) {
		case nil:
		case abandoned:
			again = false
		default:
			l.out.panicked = &panicError{why, string(debug.Stack())}
			again = true
		}
	}()
	l.out.err = r.run(l)
	return true
}
