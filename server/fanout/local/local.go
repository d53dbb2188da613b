// Package local is the fan-out between nodes in one process, for tests and for programs with several nodes.
package local

import (
	"strconv"
	"sync"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

// Hub connects nodes. The zero Hub is ready to use.
type Hub struct {
	mu        sync.RWMutex // read-locked during delivery, so that stop can wait for it
	names     int
	listeners map[*bus]fanout.Listener
}

func (h *Hub) Join() fanout.Bus {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names++
	return &bus{hub: h, name: strconv.Itoa(h.names), tables: map[store.TableID]struct{}{}}
}

type bus struct {
	hub    *Hub
	name   string
	closed bool                       // guarded by the hub's lock, as all below
	tables map[store.TableID]struct{} // that it follows
}

// Publish implements fanout.Bus. The others have received the message when it returns.
func (b *bus) Publish(m fanout.Message) {
	m.From = b.name
	b.hub.mu.RLock()
	defer b.hub.mu.RUnlock()
	if b.closed {
		return
	}
	for _, part := range m.Parts() {
		for other, l := range b.hub.listeners {
			if _, follows := other.tables[part.Table]; other != b && (follows || part.Table == "") {
				l.OnMessage(part.Message)
			}
		}
	}
}

func (b *bus) Listen(l fanout.Listener) (stop func()) {
	b.hub.mu.Lock()
	if b.hub.listeners == nil {
		b.hub.listeners = map[*bus]fanout.Listener{}
	}
	b.hub.listeners[b] = l
	b.hub.mu.Unlock()
	l.OnJoin()
	return func() {
		b.hub.mu.Lock()
		defer b.hub.mu.Unlock()
		delete(b.hub.listeners, b)
	}
}

func (b *bus) Follow(id store.TableID) {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	b.tables[id] = struct{}{}
}

func (b *bus) Unfollow(id store.TableID) {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	delete(b.tables, id)
}

func (b *bus) Close() {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	b.closed = true
	delete(b.hub.listeners, b)
}
