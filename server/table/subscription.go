package table

import (
	"sync"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// A queue holds this much at most; more, and its reader is too slow to be waited for.
const (
	queueFrames = 512
	queueBytes  = 2 << 20
)

// Closed is the end of a subscription, with the code its socket is closed with.
type Closed struct{ Code wire.CloseCode }

func (c Closed) Error() string { return "subscription ended: " + c.Code.Reason() }

// Subscription is a viewer's stream of frames. One goroutine at a time may take them; all else may be called by any.
type Subscription struct {
	reg     *Registry
	table   *live
	player  store.PlayerID // empty: nobody known
	session string
	invited bool // may watch a private table
	patch   bool
	wake    func(soon bool) // tells that there is something to take

	// Guarded by the table's lock.
	viewer   engine.Viewer
	seq      engine.Seq // of the last content pushed
	sawWhole bool
	presence *EncodedMessage // the last frame of who is here

	mu    sync.Mutex // guards the queue
	queue []*EncodedMessage
	bytes int
	ended *Closed
}

// takeBytes is about how much is taken at once.
const takeBytes = 64 << 10

// Take gives the frames that wait, the oldest first, or some of them where they are many; none where nothing waits. The error is Closed: the
// stream has ended, and all of it was taken.
func (s *Subscription) Take() ([]*EncodedMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		if s.ended != nil {
			return nil, *s.ended
		}
		return nil, nil
	}
	n := 0
	for size := 0; n < len(s.queue) && size < takeBytes; n++ {
		size += s.queue[n].size()
		s.bytes -= s.queue[n].size()
	}
	taken := s.queue[:n:n]
	if s.queue = s.queue[n:]; len(s.queue) == 0 {
		s.queue = nil // let the backing array go
	}
	return taken, nil
}

// push queues a frame of what happens at the table. The table's lock is held.
func (s *Subscription) push(frame *EncodedMessage) {
	_, seated := s.viewer.Seat()
	s.put(frame, seated)
}

// put queues a frame; a full queue ends the subscription instead.
func (s *Subscription) put(frame *EncodedMessage, soon bool) {
	s.mu.Lock()
	slow := s.ended == nil && (len(s.queue) >= queueFrames || s.bytes+frame.size() > queueBytes)
	if s.ended == nil && !slow {
		s.queue = append(s.queue, frame)
		s.bytes += frame.size()
	}
	s.mu.Unlock()
	if slow {
		s.TooSlow()
		return
	}
	s.wake(soon)
}

// Send queues a frame for this subscription alone: the result of its command.
func (s *Subscription) Send(r wire.Result) { s.put(text(r), true) }

// TooSlow ends the stream of a reader that is too slow to be waited for, and counts it.
func (s *Subscription) TooSlow() { s.end(wire.CloseTooSlow) }

// end closes the stream; what is queued is still read, except where the reader is too slow for it.
func (s *Subscription) end(code wire.CloseCode) {
	s.mu.Lock()
	if s.ended == nil {
		s.ended = &Closed{Code: code}
		if code == wire.CloseTooSlow {
			s.queue, s.bytes = nil, 0
			s.reg.cfg.Meter.SlowReader()
		}
	}
	s.mu.Unlock()
	s.wake(false)
}

// Seat is the seat the subscriber holds now; ok is false for a spectator.
func (s *Subscription) Seat() (engine.Seat, bool) {
	s.table.mu.Lock()
	defer s.table.mu.Unlock()
	return s.viewer.Seat()
}

// Close leaves the table.
func (s *Subscription) Close() {
	l := s.table
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.subs[s]; !ok {
		return
	}
	delete(l.subs, s)
	l.watched.Add(-1)
	s.reg.countSocket(-1)
	l.used = s.reg.cfg.Now()
	l.tellPresence()
}
