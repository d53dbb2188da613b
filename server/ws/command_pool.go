package ws

import (
	"fmt"
	"runtime/debug"
	"sync"

	"nemeton/server/wire"
)

// commandPool runs the commands of all sockets of a handler. A command needs 16 to 32 KB of stack, which a goroutine keeps until a garbage collection.
// So a few goroutines with large stacks take turns, and those that read sockets stay small. The collector lets the heap grow in proportion to stacks, too.
type commandPool struct {
	waiting chan command // without a buffer: only an idle goroutine receives

	mu      sync.Mutex // guards all below
	sockets int
	idle    int           // number of goroutines that wait for a command
	ended   chan struct{} // closed when the last socket ends; they end with it
}

// maxIdleCommands is the maximum number of goroutines that wait for a command.
const maxIdleCommands = 64

type command struct {
	run  func() wire.Result
	done chan<- commandResult
}

type commandResult struct {
	result   wire.Result
	panicked string // the value of a panic, and its stack
}

func newCommandPool() *commandPool { return &commandPool{waiting: make(chan command)} }

// join counts a socket, until leave.
func (p *commandPool) join() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets++; p.sockets == 1 {
		p.ended = make(chan struct{})
	}
}

func (p *commandPool) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets--; p.sockets == 0 {
		close(p.ended)
	}
}

// run runs a command, waits for its end and returns its result. It panics if the command does.
func (p *commandPool) run(do func() wire.Result) wire.Result {
	done := make(chan commandResult, 1)
	c := command{do, done}
	select {
	case p.waiting <- c:
	default:
		go p.work(c)
	}
	r := <-done
	if r.panicked != "" {
		panic(r.panicked)
	}
	return r.result
}

// work runs commands until enough other goroutines wait for one, or no socket is left.
func (p *commandPool) work(c command) {
	for {
		c.done <- c.perform()
		p.mu.Lock()
		if p.sockets == 0 || p.idle >= maxIdleCommands {
			p.mu.Unlock()
			return
		}
		p.idle++
		ended := p.ended
		p.mu.Unlock()
		more := true
		select {
		case c = <-p.waiting:
		case <-ended:
			more = false
		}
		p.mu.Lock()
		p.idle--
		p.mu.Unlock()
		if !more {
			return
		}
	}
}

func (c command) perform() (r commandResult) {
	defer func() {
		if why := recover(); why != nil {
			r.panicked = fmt.Sprintf("%v\n%s", why, debug.Stack())
		}
	}()
	r.result = c.run()
	return r
}
