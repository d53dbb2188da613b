package tabletest

import (
	"sync"
	"time"
)

// Clock is a clock that tests move. It is safe for concurrent use.
type Clock struct {
	mu   sync.Mutex
	now  time.Time
	tick time.Duration
}

// NewClock makes a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// NewTicking makes a clock that goes on by a millisecond at each look, so that every change has its own time.
func NewTicking(now time.Time) *Clock { return &Clock{now: now, tick: time.Millisecond} }

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.tick)
	return c.now
}

// Add moves the clock forward.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
