package limit

import "sync"

// counts are how many of something each key has now.
type counts struct {
	most int // 0: any number

	mu  sync.Mutex
	now map[string]int
}

func newCounts(most int) *counts { return &counts{most: most, now: map[string]int{}} }

func (c *counts) enter(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most > 0 && c.now[key] >= c.most {
		return false
	}
	c.now[key]++
	return true
}

func (c *counts) leave(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[key]--; c.now[key] <= 0 {
		delete(c.now, key)
	}
}
