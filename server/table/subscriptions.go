package table

import (
	"maps"
	"slices"
	"sync"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// subscriptions indexes the open subscriptions of this node, so that a session can be ended without asking any table.
type subscriptions struct {
	mu        sync.Mutex // guards all below
	all       map[*Subscription]struct{}
	bySession map[string]map[*Subscription]struct{}
	chatting  map[store.TableID]map[*Subscription]struct{} // those that receive chat messages
	draining  bool
}

// add adds a subscription and returns their number; ok is false while the server drains.
func (x *subscriptions) add(s *Subscription) (n int, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.draining {
		return len(x.all), false
	}
	x.all[s] = struct{}{}
	if s.session != "" {
		if x.bySession[s.session] == nil {
			x.bySession[s.session] = map[*Subscription]struct{}{}
		}
		x.bySession[s.session][s] = struct{}{}
	}
	if s.chat {
		if x.chatting[s.live.id] == nil {
			x.chatting[s.live.id] = map[*Subscription]struct{}{}
		}
		x.chatting[s.live.id][s] = struct{}{}
	}
	return len(x.all), true
}

// drop removes a subscription, if it is there, and returns the number of the others.
func (x *subscriptions) drop(s *Subscription) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.all, s)
	if of := x.bySession[s.session]; of != nil {
		if delete(of, s); len(of) == 0 {
			delete(x.bySession, s.session)
		}
	}
	if at := x.chatting[s.live.id]; at != nil {
		if delete(at, s); len(at) == 0 {
			delete(x.chatting, s.live.id)
		}
	}
	return len(x.all)
}

// drain refuses new subscriptions from now on and returns all.
func (x *subscriptions) drain() []*Subscription {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.draining = true
	return keys(x.all)
}

func (x *subscriptions) isDraining() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.draining
}

func (x *subscriptions) ofSession(session string) []*Subscription {
	x.mu.Lock()
	defer x.mu.Unlock()
	return keys(x.bySession[session])
}

func (x *subscriptions) sessions() (list []SessionOf) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for session, of := range x.bySession {
		for s := range of {
			list = append(list, SessionOf{session, s.player})
		}
	}
	return list
}

func keys[K comparable, V any](m map[K]V) []K { return slices.Collect(maps.Keys(m)) }

// add counts a new subscription. It fails with Closed while the server drains.
func (r *Registry) add(s *Subscription) error {
	n, ok := r.subscriptions.add(s)
	r.cfg.Meter.SocketsOpen(n)
	if !ok {
		return Closed{Code: wire.CloseDraining}
	}
	return nil
}

func (r *Registry) drop(s *Subscription) { r.cfg.Meter.SocketsOpen(r.subscriptions.drop(s)) }
