package ws

import (
	"sync/atomic"
	"time"
)

// silence watches a connection: after a time without bytes of the other end it sends a ping, and after a longer time it ends the
// connection. Between two pings there is a timer and no goroutine, because most sockets are silent for hours.
type silence struct {
	timer     *time.Timer // nil: not watched
	untilPing time.Duration
	pinged    atomic.Bool // a ping was sent, and no bytes have arrived since
}

// watch begins to watch. lost is called once, after the time untilLost.
func (s *silence) watch(untilPing, untilLost time.Duration, ping, lost func()) {
	s.untilPing = untilPing
	set := make(chan struct{})
	s.timer = time.AfterFunc(untilPing, func() {
		if <-set; s.pinged.Swap(true) {
			lost()
			return
		}
		s.timer.Reset(untilLost - untilPing)
		ping()
	})
	close(set)
}

// end notes that bytes have arrived.
func (s *silence) end() {
	if s.timer != nil {
		s.pinged.Store(false)
		s.timer.Reset(s.untilPing)
	}
}

func (s *silence) stop() { s.timer.Stop() }
