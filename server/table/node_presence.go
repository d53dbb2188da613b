package table

import (
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// beats is after how many beats without a word a node's people count as gone.
const beats = 3

// elsewhere is who is connected to other nodes, as they told.
type elsewhere struct {
	mu     sync.Mutex
	tables map[store.TableID]map[string]told // by node
}

// told is one node's word on one table. Where it says nobody it stays for a while, so that older news cannot call them back.
type told struct {
	fanout.Presence
	at time.Time
}

func (t told) nobody() bool { return len(t.Seats) == 0 && t.Spectators == 0 }

// note takes a node's word; changed is true where it says something new.
func (e *elsewhere) note(node string, p fanout.Presence, now time.Time) (changed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	nodes := e.tables[p.Table]
	known, ok := nodes[node]
	if ok && p.Count < known.Count {
		return false // overtaken on the way
	}
	if nodes == nil {
		nodes = map[string]told{}
		e.tables[p.Table] = nodes
	}
	nodes[node] = told{Presence: p, at: now}
	return known.Spectators != p.Spectators || !slices.Equal(known.Seats, p.Seats)
}

// forget drops what nobody said since, and gives the tables where that changes something.
func (e *elsewhere) forget(before time.Time) (changed []store.TableID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, nodes := range e.tables {
		news := false
		for node, t := range nodes {
			if t.at.Before(before) {
				news = news || !t.nobody()
				delete(nodes, node)
			}
		}
		if len(nodes) == 0 {
			delete(e.tables, id)
		}
		if news {
			changed = append(changed, id)
		}
	}
	return changed
}

// at tells who is connected to all other nodes at a table: seats, perhaps some twice, and the number of spectators.
func (e *elsewhere) at(id store.TableID) (seats []engine.Seat, spectators int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, t := range e.tables[id] {
		seats = append(seats, t.Seats...)
		spectators += t.Spectators
	}
	return seats, spectators
}

// everywhere adds those who are connected to other nodes to the seats connected here, in order.
func (r *Registry) everywhere(id store.TableID, here []engine.Seat) []engine.Seat {
	others, _ := r.elsewhere.at(id)
	all := append(slices.Clone(here), others...)
	slices.Sort(all)
	return append([]engine.Seat{}, slices.Compact(all)...)
}
