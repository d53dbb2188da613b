package nats

import (
	"math"
	"sync"
)

// maxCalls is the number of calls that may wait for the connection. Further messages are lost.
const maxCalls = 1 << 12

// calls are the calls of the connection, which run carries out one after the other. The library holds a lock while it connects and writes, so a server that
// stands still blocks a call for seconds.
type calls struct {
	mu      sync.Mutex // guards waiting
	waiting []func()
	added   chan struct{} // capacity 1: waiting is not empty
}

// add adds a call that must happen. It does not block.
func (c *calls) add(call func()) { c.addBelow(call, math.MaxInt) }

// addBelow adds a call unless so many wait already.
func (c *calls) addBelow(call func(), limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) >= limit {
		return
	}
	c.waiting = append(c.waiting, call)
	select {
	case c.added <- struct{}{}:
	default:
	}
}

func (c *calls) run(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-c.added:
		}
		c.mu.Lock()
		list := c.waiting
		c.waiting = nil
		c.mu.Unlock()
		for _, call := range list {
			call()
		}
	}
}
