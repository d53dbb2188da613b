// Package local is the fan-out between nodes of one process: for tests, and for whoever embeds several nodes.
package local

import (
	"strconv"
	"sync"

	"nemeton/server/fanout"
)

// Hub joins nodes. The zero Hub is ready.
type Hub struct {
	mu    sync.RWMutex // held for reading while news is told, so that stop can wait for it
	names int
	ears  map[*bus]fanout.Listener
}

// Join makes a way to all others of the hub.
func (h *Hub) Join() fanout.Bus {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names++
	return &bus{hub: h, name: strconv.Itoa(h.names)}
}

type bus struct {
	hub  *Hub
	name string
	gone bool // guarded by the hub's lock
}

// Publish implements fanout.Bus: the others have heard when it returns.
func (b *bus) Publish(n fanout.Message) {
	n.From = b.name
	b.hub.mu.RLock()
	defer b.hub.mu.RUnlock()
	if b.gone {
		return
	}
	for other, l := range b.hub.ears {
		if other != b {
			l.OnMessage(n)
		}
	}
}

// Listen implements fanout.Bus.
func (b *bus) Listen(l fanout.Listener) (stop func()) {
	b.hub.mu.Lock()
	if b.hub.ears == nil {
		b.hub.ears = map[*bus]fanout.Listener{}
	}
	b.hub.ears[b] = l
	b.hub.mu.Unlock()
	l.OnJoin()
	return func() {
		b.hub.mu.Lock()
		defer b.hub.mu.Unlock()
		delete(b.hub.ears, b)
	}
}

// Close implements fanout.Bus.
func (b *bus) Close() {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	b.gone = true
	delete(b.hub.ears, b)
}
