package table

import (
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// presenceBatch is the maximum number of tables in one presence message.
const presenceBatch = 500

// joinBus starts to listen to the other nodes if there is a bus.
func (r *Registry) joinBus() (leave func()) {
	if r.cfg.Bus == nil {
		return func() {}
	}
	r.done.Go(r.heartbeatLoop)
	return r.cfg.Bus.Listen(fanout.Listener{OnMessage: r.onMessage, OnJoin: func() { signal(r.joined) }})
}

// signal wakes the receiver of a channel with capacity 1. It does not block.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// onMessage handles a message of another node. It does not block: goroutines do the work.
func (r *Registry) onMessage(m fanout.Message) {
	for _, t := range m.Tables {
		r.enqueueRefresh(t.Table, func(q *refreshRequest) { q.seq, q.rowChanged = max(q.seq, t.Seq), q.rowChanged || t.RowChanged })
	}
	now := r.cfg.Now()
	for _, p := range m.Presence {
		if r.remote.update(m.From, p, now) {
			r.enqueueRefresh(p.Table, func(q *refreshRequest) { q.presenceChanged = true })
		}
	}
	for _, session := range m.Sessions {
		r.refreshes.unlessClosed(func() { r.done.Go(func() { r.endSession(session) }) })
	}
	if m.AskPresence {
		signal(r.presenceRequested)
	}
}

// publish sends a message to the other nodes if there is a bus.
func (r *Registry) publish(m fanout.Message) {
	if r.cfg.Bus != nil {
		r.cfg.Bus.Publish(m)
	}
}

// publishChange announces to the other nodes that a table has a new entry or a changed row.
func (r *Registry) publishChange(id store.TableID, seq engine.Seq, rowChanged bool) {
	r.publish(fanout.Message{Tables: []fanout.TableChange{{Table: id, Seq: seq, RowChanged: rowChanged}}})
}

// publishPresence announces the presence on this node if it has changed. The caller holds the table's lock.
func (l *live) publishPresence(seats []engine.Seat, spectators int) {
	last := l.publishedPresence.Load()
	if l.reg.cfg.Bus == nil || last != nil && last.Spectators == spectators && slices.Equal(last.Seats, seats) {
		return
	}
	p := &fanout.Presence{Table: l.id, Count: l.reg.presenceVersion.Add(1), Seats: seats, Spectators: spectators}
	l.publishedPresence.Store(p)
	l.reg.publish(fanout.Message{Presence: []fanout.Presence{*p}})
}

// heartbeatLoop repeats the presence on this node and drops the presence of nodes that have fallen silent. When the bus becomes
// usable, for the first time or again, it asks the other nodes for their presence and polls the store for changes that were missed.
func (r *Registry) heartbeatLoop() {
	tick := time.NewTicker(r.cfg.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-r.joined:
			r.publish(fanout.Message{AskPresence: true})
			r.publishAllPresence()
			r.poll()
		case <-r.presenceRequested:
			r.publishAllPresence()
		case <-tick.C:
			r.publishAllPresence()
			for _, id := range r.remote.expire(r.cfg.Now().Add(-maxSilentHeartbeats * r.cfg.Heartbeat)) {
				r.enqueueRefresh(id, func(q *refreshRequest) { q.presenceChanged = true })
			}
		}
	}
}

// publishAllPresence announces the presence on this node at all tables with subscribers.
func (r *Registry) publishAllPresence() {
	var batch []fanout.Presence
	for _, l := range r.tables() {
		if p := l.publishedPresence.Load(); p != nil && l.subscribers.Load() > 0 {
			batch = append(batch, *p)
		}
		if len(batch) == presenceBatch {
			r.publish(fanout.Message{Presence: batch})
			batch = nil
		}
	}
	if len(batch) > 0 {
		r.publish(fanout.Message{Presence: batch})
	}
}
