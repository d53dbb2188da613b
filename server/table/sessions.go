package table

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/store"
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

// SessionOf is a session with a socket, and the player as whom the socket was opened.
type SessionOf struct {
	ID     string
	Player store.PlayerID
}

// checkSessions checks the sessions with sockets here against the store, because another node may have revoked some, or given them to the player with whom
// theirs became one.
func (r *Registry) checkSessions() {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Recheck, time.Second))
	defer cancel()
	all := r.subscriptions.sessions()
	if r.cfg.OpenSessions != nil {
		all = append(all, r.cfg.OpenSessions()...)
	}
	slices.SortFunc(all, func(a, b SessionOf) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Player, b.Player)) })
	all = slices.Compact(all) // most pages have sockets of both kinds
	for len(all) > 0 {
		batch := all[:min(sessionBatch, len(all))]
		all = all[len(batch):]
		ids := make([]string, len(batch))
		for i, session := range batch {
			ids[i] = session.ID
		}
		players, err := r.cfg.Store.LiveSessions(ctx, ids)
		if err != nil {
			return // the poll logs outages; the next check tries again
		}
		for _, session := range batch {
			if player, lives := players[session.ID]; !lives || player != session.Player {
				r.endSession(session.ID)
			}
		}
	}
}
