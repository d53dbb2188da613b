package table

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Announce announces that rows of tables were changed: their sockets receive it, and so do the other nodes, by one message.
func (r *Registry) Announce(ctx context.Context, ids ...store.TableID) {
	changes := make([]fanout.TableChange, len(ids))
	for i, id := range ids {
		changes[i] = fanout.TableChange{Table: id, RowChanged: true}
	}
	r.publish(fanout.Message{Tables: changes})
	for _, id := range ids {
		m := r.inMemory(id)
		if m == nil {
			continue // no sockets here
		}
		_ = m.call(ctx, func(l *live) error {
			if l.fold != nil {
				l.refreshAfter("a change of the table")
			}
			return nil
		})
	}
}

// ActIfDue does at a running table what is due without a command, such as the concession of a person who was erased. The table need not be in memory. Errors:
// those of a table that cannot be read.
func (r *Registry) ActIfDue(ctx context.Context, id store.TableID) error {
	return r.call(ctx, id, func(l *live) error {
		if err := l.refresh(); err != nil {
			return err
		}
		l.actByItself()
		return nil
	})
}

// refreshAfter refreshes the table because of an announced change. After a failure the next poll does it.
func (l *live) refreshAfter(change string) {
	if err := l.refresh(); err != nil {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Str("after", change).Msg("could not refresh a table; the next poll will")
		l.stale = true
	}
}

func (l *live) endAll(code wire.CloseCode) {
	for s := range l.subs {
		l.end(s, code)
	}
}

// reseat makes each subscription the viewer that a row says: a player who sat down or was removed is another one from here on.
func (l *live) reseat(row store.Table) {
	for s := range l.subs {
		if v := viewerOf(row, s.player); v != s.viewer() {
			s.setViewer(v)
			s.gotFull = false
		}
	}
}

// isAnotherTable reports whether entries changed what a table message says.
func isAnotherTable(oldRow, row store.Table, oldFold, fold *engine.Fold, now time.Time) bool {
	return row.State != oldRow.State || !slices.Equal(row.Seats, oldRow.Seats) ||
		!sameEndings(oldFold, fold) || !samePauses(oldFold, fold, now.UnixMilli()) || !sameSeatStatus(oldFold, fold)
}

// broadcastTable sends the table's row to every subscription, as its viewer may see it.
func (l *live) broadcastTable() {
	l.reseat(l.row)
	for s := range l.subs {
		l.send(s, l.tableMessage(s, l.row))
		if code, closed := s.closeReason(l.row); closed {
			l.end(s, code)
		}
	}
	l.broadcastPresence()
}

// introduce sends a row with new players before the entries that seat them, so that viewers can name them. A viewer is still the one of before.
func (l *live) introduce(row store.Table) {
	for s := range l.subs {
		l.send(s, l.tableMessage(s, row))
	}
}

func (l *live) tableMessage(s *Subscription, row store.Table) *EncodedMessage {
	return Encode(wire.TableMessage{T: "table", You: wire.YouAre(s.viewer()), Table: l.describe(s.player, row), Nodes: nodesFor(l.id, l.reg.cfg.Nodes), Now: l.clockNow()})
}
