package table

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Limits of one subscription's queue. A reader whose queue is full is too slow.
const (
	maxQueueMessages = 512
	maxQueueBytes    = 2 << 20
)

// Closed is the end of a subscription, with the code to close its socket with.
type Closed struct {
	Code wire.CloseCode
	Wait time.Duration // delay before the client reconnects, so that many do not come at once; 0: as the client likes
}

func (c Closed) Error() string { return "subscription ended: " + c.Code.Reason() }

// Subscription is a viewer's stream of messages. Only one goroutine at a time may call Take; all other methods are safe for
// concurrent use.
type Subscription struct {
	reg     *Registry
	live    *live
	player  store.PlayerID // empty: anonymous
	session string
	invite  string // as the client sent it; opens a private table to a spectator while it is the present one
	patch   bool
	steps   bool // wants the steps of patches
	effects bool
	chat    bool            // receives chat messages
	wake    func(soon bool) // signals that messages are waiting

	at atomic.Int32 // the seat of the viewer; -1: spectator

	// Only operations of the table use these.
	seq      engine.Seq      // of the last content in the queue
	gotFull  bool            // full content was queued, which patches can apply to
	presence *EncodedMessage // the last presence message

	mu    sync.Mutex // guards the queue
	queue []*EncodedMessage
	few   [2]*EncodedMessage // memory of a short queue: an update and a result
	bytes int
	begun bool              // the first message about the table was queued
	early []*EncodedMessage // chat messages that wait for it
	ended *Closed
}

const takeBytes = 64 << 10

// Take appends the waiting messages to a list, the oldest first, or some of them if they are many. It does not block and appends none if none
// is waiting. The error is Closed: the stream has ended and all messages were taken.
func (s *Subscription) Take(to []*EncodedMessage) ([]*EncodedMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		if s.ended != nil {
			return to, *s.ended
		}
		return to, nil
	}
	n := 0
	for size := 0; n < len(s.queue) && size < takeBytes; n++ {
		size += s.queue[n].size()
		s.bytes -= s.queue[n].size()
	}
	to = append(to, s.queue[:n]...)
	clear(s.queue[:n])
	if s.queue = s.queue[n:]; len(s.queue) == 0 {
		s.few = [2]*EncodedMessage{} // a longer queue has left its first messages here
		s.queue = s.few[:0]
	}
	return to, nil
}

// viewer is the viewer that the subscriber is now. Only operations of the table change it.
func (s *Subscription) viewer() engine.Viewer { return engine.SeatViewer(engine.Seat(s.at.Load())) }

func (s *Subscription) audience() audience { return newAudience(s.viewer(), s.effects) }

func (s *Subscription) setViewer(v engine.Viewer) {
	seat, seated := v.Seat()
	if !seated {
		seat = engine.NoSeat
	}
	s.at.Store(int32(seat))
}

// enqueue queues a message about the table. A quiet one waits for the next message.
func (s *Subscription) enqueue(message *EncodedMessage, quiet bool) {
	_, seated := s.Seat()
	if s.add(message) && !quiet {
		s.wake(seated)
	}
}

// enqueueSoon queues a message that a player waits for.
func (s *Subscription) enqueueSoon(message *EncodedMessage) {
	if s.add(message) {
		s.wake(true)
	}
}

// add queues a message. If the queue is full, it ends the subscription instead, and reports false.
func (s *Subscription) add(message *EncodedMessage) bool {
	s.mu.Lock()
	slow := s.ended == nil && (len(s.queue) >= maxQueueMessages || s.bytes+message.size() > maxQueueBytes)
	if s.ended == nil && !slow {
		s.queue = append(s.queue, message)
		s.bytes += message.size()
		if !s.begun {
			s.begin()
		}
	}
	s.mu.Unlock()
	if slow {
		s.TooSlow()
	}
	return !slow
}

// begin queues the chat messages that waited for the first message about the table. The caller holds s.mu.
func (s *Subscription) begin() {
	for _, m := range s.early {
		s.queue = append(s.queue, m)
		s.bytes += m.size()
	}
	s.begun, s.early = true, nil
}

const resultSize = 160

func (s *Subscription) EnqueueResult(r wire.Result) {
	message := newReferable(r.AppendJSON(make([]byte, 0, resultSize)))
	message.result = true
	s.enqueueSoon(message)
}

func (s *Subscription) EnqueuePong() { s.enqueueSoon(pong) }

var pong = Encode(wire.Pong{T: "pong"})

// TooSlow ends the stream of a reader that is too slow, and counts it.
func (s *Subscription) TooSlow() { s.end(wire.CloseTooSlow) }

// end closes the stream. Queued messages can still be taken, unless the reader is too slow.
func (s *Subscription) end(code wire.CloseCode) { s.endWith(Closed{Code: code}) }

func (s *Subscription) endWith(c Closed) {
	s.mu.Lock()
	if s.ended == nil {
		s.ended = &c
		if c.Code == wire.CloseTooSlow {
			s.few, s.queue, s.bytes = [2]*EncodedMessage{}, nil, 0
			s.reg.cfg.Meter.SlowReader()
		}
	}
	s.mu.Unlock()
	s.wake(false)
}

// Seat returns the seat that the subscriber holds now; ok is false for a spectator.
func (s *Subscription) Seat() (engine.Seat, bool) { return s.viewer().Seat() }

// Close removes the subscription from the table. It waits for work in progress at the table.
func (s *Subscription) Close() {
	s.reg.drop(s)
	s.reg.endWatching(s)
	if m := s.reg.inMemory(s.live.id); m != nil && m.live == s.live { // otherwise the subscription has ended with the table
		_ = m.call(context.Background(), func(l *live) error {
			l.unsubscribe(s)
			return nil
		})
	}
}
