package table

import (
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// newsBatch bounds how many tables one piece of news is about.
const newsBatch = 500

// join begins to listen to the other nodes, if there is a way to them.
func (r *Registry) join() (leave func()) {
	if r.cfg.Bus == nil {
		return func() {}
	}
	r.done.Go(r.beat)
	return r.cfg.Bus.Listen(fanout.Listener{OnMessage: r.heard, OnJoin: func() { r.now(r.joined) }})
}

// now wakes the beat through one of its channels; it does not wait.
func (*Registry) now(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// heard notes what another node told and has it done; it does not wait.
func (r *Registry) heard(n fanout.Message) {
	for _, h := range n.Tables {
		r.errand(h.Table, func(e *errand) { e.seq, e.row = max(e.seq, h.Seq), e.row || h.RowChanged })
	}
	at := r.cfg.Now()
	for _, p := range n.Presence {
		if r.elsewhere.note(n.From, p, at) {
			r.errand(p.Table, func(e *errand) { e.here = true })
		}
	}
	for _, session := range n.Sessions {
		r.signOff(session)
	}
	if n.AskPresence {
		r.now(r.asked)
	}
}

// signOff ends a session's subscriptions without making the bus wait for tables in use.
func (r *Registry) signOff(session string) {
	r.errands.mu.Lock()
	defer r.errands.mu.Unlock()
	if !r.errands.closed {
		r.done.Go(func() { r.endSession(session) })
	}
}

// publish tells the other nodes, if there is a way to them.
func (r *Registry) publish(n fanout.Message) {
	if r.cfg.Bus != nil {
		r.cfg.Bus.Publish(n)
	}
}

// tellHead tells the other nodes that something happened at the table.
func (r *Registry) tellHead(id store.TableID, seq engine.Seq, row bool) {
	r.publish(fanout.Message{Tables: []fanout.TableChange{{Table: id, Seq: seq, RowChanged: row}}})
}

// tellHere tells the other nodes who is connected to this one, if that has changed. The table's lock is held.
func (l *live) tellHere(seats []engine.Seat, spectators int) {
	known := l.told.Load()
	if l.reg.cfg.Bus == nil || known != nil && known.Spectators == spectators && slices.Equal(known.Seats, seats) {
		return
	}
	p := &fanout.Presence{Table: l.id, Count: l.reg.told.Add(1), Seats: seats, Spectators: spectators}
	l.told.Store(p)
	l.reg.publish(fanout.Message{Presence: []fanout.Presence{*p}})
}

// beat tells the other nodes again and again who is connected here, and forgets those of nodes that have fallen silent. Where the bus is
// back after a while, or there for the first time, it asks the others and looks what was missed meanwhile.
func (r *Registry) beat() {
	tick := time.NewTicker(r.cfg.Beat)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-r.joined:
			r.publish(fanout.Message{AskPresence: true})
			r.tellAllHere()
			r.poll()
		case <-r.asked:
			r.tellAllHere()
		case <-tick.C:
			r.tellAllHere()
			for _, id := range r.elsewhere.forget(r.cfg.Now().Add(-beats * r.cfg.Beat)) {
				r.errand(id, func(e *errand) { e.here = true })
			}
		}
	}
}

// tellAllHere tells the other nodes who is connected here, at all tables that are watched.
func (r *Registry) tellAllHere() {
	var batch []fanout.Presence
	for _, l := range r.tables() {
		if p := l.told.Load(); p != nil && l.watched.Load() > 0 {
			batch = append(batch, *p)
		}
		if len(batch) == newsBatch {
			r.publish(fanout.Message{Presence: batch})
			batch = nil
		}
	}
	if len(batch) > 0 {
		r.publish(fanout.Message{Presence: batch})
	}
}
