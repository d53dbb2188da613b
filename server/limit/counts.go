package limit

import "sync"

// counts limits the number of things that each key has at the same time.
type counts struct {
	max int // 0: no limit

	mu  sync.Mutex
	now map[string]int
}

func newCounts(max int) *counts { return &counts{max: max, now: map[string]int{}} }

func (c *counts) add(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.max > 0 && c.now[key] >= c.max {
		return false
	}
	c.now[key]++
	return true
}

func (c *counts) remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[key]--; c.now[key] <= 0 {
		delete(c.now, key)
	}
}
