package stream

import (
	"sync"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// Open are the open sockets and event streams of a node. The zero value has none, and nil tracks none. It is safe for concurrent use.
type Open struct {
	mu       sync.Mutex // guards all below
	all      map[*entry]struct{}
	draining bool
}

type entry struct {
	caller Caller
	end    func(wire.CloseCode) // does not block for long
}

// Add adds a socket or stream until remove is called. After Drain it ends at once.
func (x *Open) Add(c Caller, end func(wire.CloseCode)) (remove func()) {
	if x == nil {
		return func() {}
	}
	s := &entry{c, end}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.all == nil {
		x.all = map[*entry]struct{}{}
	}
	x.all[s] = struct{}{}
	if x.draining {
		go end(wire.CloseDraining)
	}
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.all, s)
	}
}

// Close closes those of some callers and returns their number. It does not wait for them.
func (x *Open) Close(code wire.CloseCode, of func(Caller) bool) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for s := range x.all {
		if of(s.caller) {
			n++
			go s.end(code)
		}
	}
	return n
}

// Drain closes all with the code that means reconnect, and so those that are added later.
func (x *Open) Drain() {
	x.mu.Lock()
	x.draining = true
	x.mu.Unlock()
	x.Close(wire.CloseDraining, func(Caller) bool { return true })
}

// Count returns the number of all, and those of each player; an empty player stands for all anonymous spectators.
func (x *Open) Count() (all int, byPlayer map[store.PlayerID]int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	byPlayer = map[store.PlayerID]int{}
	for s := range x.all {
		byPlayer[s.caller.Player]++
	}
	return len(x.all), byPlayer
}
