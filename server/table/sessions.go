package table

import (
	"context"
	"slices"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/wire"
)

// sessionBatch is the maximum number of sessions in one query to the store.
const sessionBatch = 500

// EndSession ends the subscriptions of a revoked session, here and on the other nodes. The other nodes do so at once if there is a
// bus, else with their next check of the store.
func (r *Registry) EndSession(session string) {
	if session == "" {
		return
	}
	r.publish(fanout.Message{Sessions: []string{session}})
	r.endSession(session)
}

// endSession ends subscriptions without waiting for their tables.
func (r *Registry) endSession(session string) {
	if r.cfg.SessionEnded != nil {
		r.cfg.SessionEnded(session)
	}
	for _, s := range r.subscriptions.ofSession(session) {
		s.end(wire.CloseRevoked)
	}
}

// checkSessions checks the sessions with sockets here against the store, because another node may have revoked some.
func (r *Registry) checkSessions() {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Recheck, time.Second))
	defer cancel()
	all := r.subscriptions.sessions()
	if r.cfg.OpenSessions != nil {
		all = append(all, r.cfg.OpenSessions()...)
	}
	slices.Sort(all)
	all = slices.Compact(all) // most pages have sockets of both kinds
	for len(all) > 0 {
		batch := all[:min(sessionBatch, len(all))]
		all = all[len(batch):]
		alive, err := r.cfg.Store.LiveSessions(ctx, batch)
		if err != nil {
			return // the poll logs outages; the next check tries again
		}
		for _, session := range batch {
			if !alive[session] {
				r.endSession(session)
			}
		}
	}
}
