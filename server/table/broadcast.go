package table

import (
	"context"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// Touch tells the authority that a table's row was changed: its sockets are told.
func (r *Registry) Touch(ctx context.Context, id store.TableID) {
	r.tellHead(id, 0, true)
	l := r.peek(id)
	if l == nil {
		return // nobody watches
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.fold == nil {
		return
	}
	if err := l.refresh(ctx); err != nil {
		r.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not tell of a change; the poll will")
		l.stale = true
	}
}

// stopAll ends all subscriptions: the server stops.
func (l *live) stopAll() {
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

// tellTable tells everyone of the table's row, each as they may see it, and who they are now: one who sat down or
// was removed sees with other eyes from here on.
func (l *live) tellTable() {
	for s := range l.subs {
		if was := s.viewer; was != seated(l.row, s.player) {
			s.viewer, s.sawWhole = seated(l.row, s.player), false
		}
		s.push(l.tableFrame(s))
		if code, out := s.barred(l.row); out {
			s.end(code)
		}
	}
	l.tellPresence()
}

func (l *live) tableFrame(s *Subscription) *EncodedMessage {
	return text(wire.TableMessage{T: "table", You: wire.YouAre(s.viewer), Table: l.describe(s.player), Nodes: l.reg.cfg.Nodes})
}
