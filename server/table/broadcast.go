package table

import (
	"context"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// Touch announces that a table's row was changed: its sockets receive it, and so do the other nodes.
func (r *Registry) Touch(ctx context.Context, id store.TableID) {
	r.publishChange(id, 0, true)
	l := r.inMemory(id)
	if l == nil {
		return // no sockets here
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.evicted || l.fold == nil {
		return
	}
	if err := l.refresh(ctx); err != nil {
		r.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not broadcast a change of a table; the next poll will")
		l.stale = true
	}
}

// drain ends all subscriptions because the server stops.
func (l *live) drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endAll(wire.CloseDraining)
}

// endAll ends all subscriptions.
func (l *live) endAll(code wire.CloseCode) {
	for s := range l.subs {
		s.end(code)
	}
}

// broadcastTable sends the table's row to every subscription, as its viewer may see it. A player who sat down or was removed becomes
// another viewer from here on.
func (l *live) broadcastTable() {
	for s := range l.subs {
		if v := viewerOf(l.row, s.player); v != s.viewer {
			s.viewer, s.gotFull = v, false
		}
		s.push(l.tableMessage(s))
		if code, closed := s.closeReason(l.row); closed {
			s.end(code)
		}
	}
	l.broadcastPresence()
}

func (l *live) tableMessage(s *Subscription) *EncodedMessage {
	return encodeMessage(wire.TableMessage{T: "table", You: wire.YouAre(s.viewer), Table: l.describe(s.player), Nodes: l.reg.cfg.Nodes})
}
