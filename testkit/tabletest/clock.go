package tabletest

import (
	"sync"
	"time"
)

// Clock is a clock that stands until it is moved. It may be used by several goroutines at once.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves the clock forward.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
