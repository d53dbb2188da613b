package ws

import (
	"sync"
	"time"

	"nemeton/server/table"
)

const (
	// crowdSize is the number of waiting sockets above which another worker starts, and above which spectators are served in rounds.
	crowdSize = 16
	// playersPerSpectator is the number of players in a row after which a waiting spectator is served.
	playersPerSpectator = 8
	// roundInterval is the minimum time between the starts of two rounds. Measured with 200 spectators, the last one gets a move after 3.4 ms.
	// With 8 ms it was 5.5 ms, for 7 % less processor time a move; with 2 ms it was 2.9 ms, for 17 % more.
	roundInterval = 4 * time.Millisecond
)

// writerPool sends messages to the sockets of a handler: to players before spectators, otherwise in the order in which sockets
// became due. A few workers serve all sockets and never block on one.
//
// Measured: a crowd costs 9 µs of processor time per socket and move. With a goroutine per socket and the library's writes it was 21 µs,
// because each message wakes those goroutines.
//
// A crowd of spectators is served in rounds, so that players do not wait for it. If moves come faster than rounds, spectators get
// several messages with one write.
type writerPool struct {
	maxWorkers int

	mu           sync.Mutex // guards all below
	players      queue
	spectators   queue
	playersInRow int  // players served since the last spectator
	workers      int  // running
	round        int  // spectators of the current round that are still to be served
	paused       bool // a round began less than roundInterval ago
}

// queue holds waiting sockets, the first one first.
type queue struct {
	all  []*socket
	next int // index of the first one
}

// maxIdleQueue is the capacity from which on the memory of an empty queue is released.
const maxIdleQueue = 1024

func (q *queue) len() int { return len(q.all) - q.next }

func (q *queue) push(s *socket) {
	if len(q.all) == cap(q.all) && q.next > len(q.all)/2 {
		n := copy(q.all, q.all[q.next:])
		clear(q.all[n:])
		q.all, q.next = q.all[:n], 0
	}
	q.all = append(q.all, s)
}

func (q *queue) pop() *socket {
	s := q.all[q.next]
	q.all[q.next] = nil
	if q.next++; q.next == len(q.all) {
		if q.all, q.next = q.all[:0], 0; cap(q.all) > maxIdleQueue {
			q.all = nil
		}
	}
	return s
}

// buffers is the memory of a worker: the messages of the socket that it serves, and their WebSocket frames.
type buffers struct {
	messages []*table.EncodedMessage
	frames   []byte
}

// maxBuffer is the size in bytes up to which the frames of a worker that ends are kept for the next worker.
const maxBuffer = 256 << 10

var idleBuffers = sync.Pool{New: func() any { return &buffers{} }}

// add queues a socket, which must not be queued already. soon means that a player waits.
func (p *writerPool) add(s *socket, soon bool) {
	p.mu.Lock()
	if soon {
		p.players.push(s)
	} else {
		p.spectators.push(s)
	}
	more := p.reserveWorker()
	p.mu.Unlock()
	if more {
		go p.work()
	}
}

// reserveWorker reports, and counts, that one more worker is needed. The caller holds the lock and starts it.
func (p *writerPool) reserveWorker() bool {
	waiting := p.players.len()
	if p.mayServeSpectators() {
		waiting += p.spectators.len()
	}
	more := waiting > 0 && p.workers == 0 || waiting > crowdSize && p.workers < p.maxWorkers
	if more {
		p.workers++
	}
	return more
}

// mayServeSpectators reports whether spectators may be served now. That holds in a round, without a crowd, and when a round may
// begin. The caller holds the lock.
func (p *writerPool) mayServeSpectators() bool {
	return p.round > 0 || p.spectators.len() <= crowdSize || !p.paused
}

// work serves sockets until none is due.
func (p *writerPool) work() {
	b, _ := idleBuffers.Get().(*buffers)
	for s := p.next(); s != nil; s = p.next() {
		s.write(b)
	}
	if cap(b.frames) <= maxBuffer {
		idleBuffers.Put(b)
	}
}

// next returns the next socket to serve. If none is due, it returns nil and the worker counts as ended.
func (p *writerPool) next() *socket {
	p.mu.Lock()
	defer p.mu.Unlock()
	spectators := p.spectators.len() > 0 && p.mayServeSpectators()
	switch {
	case p.players.len() > 0 && (p.playersInRow < playersPerSpectator || !spectators):
		p.playersInRow++
		return p.players.pop()
	case spectators:
		p.playersInRow = 0
		if p.round == 0 && p.spectators.len() > crowdSize {
			p.round, p.paused = p.spectators.len(), true
			time.AfterFunc(roundInterval, p.endPause)
		}
		p.round = max(0, p.round-1)
		return p.spectators.pop()
	}
	p.workers--
	return nil
}

// endPause lets the next round begin.
func (p *writerPool) endPause() {
	p.mu.Lock()
	p.paused = false
	more := p.reserveWorker()
	p.mu.Unlock()
	if more {
		p.work()
	}
}
