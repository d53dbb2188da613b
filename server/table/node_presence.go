package table

import (
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// maxSilentReports is the number of presence reports that may fail to arrive after which a node's presence is dropped.
const maxSilentReports = 3

type remotePresence struct {
	mu     sync.Mutex
	tables map[store.TableID]map[string]nodePresence // by node
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

// expire drops the reports from before the given time. It returns the tables whose presence changes with that.
func (r *remotePresence) expire(before time.Time) (changed []store.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, nodes := range r.tables {
		dropped := false
		for node, p := range nodes {
			if p.at.Before(before) {
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
