package table

import (
	"maps"
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

const (
	// maxSilentBeats is the number of beats of a node that may fail to arrive. Then its presence is dropped.
	maxSilentBeats = 3
	// repeatEvery is the number of beats after which a node repeats its whole presence. A lost report counts until then.
	repeatEvery = 12
)

type remotePresence struct {
	mu     sync.Mutex
	tables map[store.TableID]map[string]nodePresence // by node
	alive  map[string]time.Time                      // by node: when it last sent a beat or a report
}

// nodePresence is one node's latest report on one table. An empty report stays for a while, so that an older message that arrives
// late cannot replace it.
type nodePresence struct {
	fanout.Presence
	at time.Time
}

func (p nodePresence) empty() bool { return len(p.Seats) == 0 && p.Spectators == 0 }

// update stores a node's report; changed is true if it differs from the previous one.
func (r *remotePresence) update(node string, p fanout.Presence, now time.Time) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.alive[node] = now
	nodes := r.tables[p.Table]
	last, ok := nodes[node]
	if ok && p.Count < last.Count {
		return false // older than the last one
	}
	if nodes == nil {
		nodes = map[string]nodePresence{}
		r.tables[p.Table] = nodes
	}
	nodes[node] = nodePresence{Presence: p, at: now}
	return last.Spectators != p.Spectators || !slices.Equal(last.Seats, p.Seats)
}

// noteAlive notes that a node runs. known is false if its presence was dropped, or was never heard.
func (r *remotePresence) noteAlive(node string, now time.Time) (known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known = r.alive[node]
	r.alive[node] = now
	return known
}

// expire drops the reports of nodes that were silent since silent, and all from before unrepeated. It returns the tables whose presence changes with that.
func (r *remotePresence) expire(silent, unrepeated time.Time) (changed []store.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.alive, func(_ string, at time.Time) bool { return at.Before(silent) })
	for id, nodes := range r.tables {
		dropped := false
		for node, p := range nodes {
			if _, alive := r.alive[node]; !alive || p.at.Before(unrepeated) {
				dropped = dropped || !p.empty()
				delete(nodes, node)
			}
		}
		if len(nodes) == 0 {
			delete(r.tables, id)
		}
		if dropped {
			changed = append(changed, id)
		}
	}
	return changed
}

// at returns the presence on all other nodes at a table: the seats, possibly repeated, and the number of spectators.
func (r *remotePresence) at(id store.TableID) (seats []engine.Seat, spectators int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.tables[id] {
		seats = append(seats, p.Seats...)
		spectators += p.Spectators
	}
	return seats, spectators
}

// connectedAnywhere merges the seats connected to other nodes with those connected here, in order.
func (r *Registry) connectedAnywhere(id store.TableID, here []engine.Seat) []engine.Seat {
	others, _ := r.remote.at(id)
	all := append(slices.Clone(here), others...)
	slices.Sort(all)
	return append([]engine.Seat{}, slices.Compact(all)...)
}
