package table

import (
	"context"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/wire"
)

// sessionBatch bounds how many sessions one question to the store names.
const sessionBatch = 500

// EndSession ends the subscriptions of a session that was signed out, here and on the other nodes: at once where there is a bus, with
// their next look at the store where there is none.
func (r *Registry) EndSession(session string) {
	if session == "" {
		return
	}
	r.publish(fanout.Message{Sessions: []string{session}})
	r.endSession(session)
}

func (r *Registry) endSession(session string) {
	for _, l := range r.tables() {
		l.mu.Lock()
		for s := range l.subs {
			if s.session == session {
				s.end(wire.CloseRevoked)
			}
		}
		l.mu.Unlock()
	}
}

// keepSignedIn asks the store again and again which of the sessions with sockets here are left: others may have been signed out at
// another node.
func (r *Registry) keepSignedIn() {
	tick := time.NewTicker(r.cfg.Recheck)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-tick.C:
			r.recheck()
		}
	}
}

func (r *Registry) recheck() {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Recheck, time.Second))
	defer cancel()
	for all := r.sessionsHere(); len(all) > 0; {
		batch := all[:min(sessionBatch, len(all))]
		all = all[len(batch):]
		left, err := r.cfg.Store.LiveSessions(ctx, batch)
		if err != nil {
			return // the poll says so; asked again next time
		}
		for _, session := range batch {
			if !left[session] {
				r.endSession(session)
			}
		}
	}
}

// sessionsHere lists the sessions with sockets to this node, each once.
func (r *Registry) sessionsHere() []string {
	seen := map[string]bool{"": true}
	var list []string
	for _, l := range r.tables() {
		if l.watched.Load() == 0 {
			continue
		}
		l.mu.Lock()
		for s := range l.subs {
			if !seen[s.session] {
				seen[s.session] = true
				list = append(list, s.session)
			}
		}
		l.mu.Unlock()
	}
	return list
}
