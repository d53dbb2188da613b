package ws

import (
	"sync"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// Sockets are the open sockets of a node. The zero value has none, and nil tracks none. It is safe for concurrent use.
type Sockets struct {
	mu   sync.Mutex // guards open
	open map[*openSocket]struct{}
}

// openSocket is one of them.
type openSocket struct {
	caller Caller
	end    func(wire.CloseCode) // does not block for long
}

// add adds a socket until remove is called.
func (x *Sockets) add(c Caller, end func(wire.CloseCode)) (remove func()) {
	if x == nil {
		return func() {}
	}
	s := &openSocket{c, end}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.open == nil {
		x.open = map[*openSocket]struct{}{}
	}
	x.open[s] = struct{}{}
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.open, s)
	}
}

// Close closes the sockets of some callers and returns their number. It does not wait for them.
func (x *Sockets) Close(code wire.CloseCode, of func(Caller) bool) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for s := range x.open {
		if of(s.caller) {
			n++
			go s.end(code)
		}
	}
	return n
}

// Count returns the number of open sockets, and those of each player; an empty player stands for all anonymous spectators.
func (x *Sockets) Count() (all int, byPlayer map[store.PlayerID]int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	byPlayer = map[store.PlayerID]int{}
	for s := range x.open {
		byPlayer[s.caller.Player]++
	}
	return len(x.open), byPlayer
}
