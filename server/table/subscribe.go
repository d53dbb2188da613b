package table

import (
	"context"
	"errors"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// maxGap is the number of missed entries up to which a reconnecting client gets one update each. A larger gap is filled by a snapshot.
const maxGap = 200

// SubscribeRequest holds the parameters of a subscription.
type SubscribeRequest struct {
	Player  store.PlayerID // empty: anonymous
	Session string         // of the player; the subscription ends when the session is revoked
	Invite  string         // as the client sent it
	Since   *engine.Seq    // the last entry that the client has; nil: none
	Patch   bool
	// Wake is called when messages are waiting; soon means that a player waits for them. It must not block nor call the table. Nil:
	// the subscriber calls Take by itself.
	Wake func(soon bool)
}

// Subscribe opens a stream of messages for one socket. Errors: Closed with the code to close the socket with, or apperr codes.
func (r *Registry) Subscribe(ctx context.Context, id store.TableID, req SubscribeRequest) (*Subscription, error) {
	if req.Wake == nil {
		req.Wake = func(bool) {}
	}
	if err := r.authorize(ctx, id, req); err != nil {
		return nil, err
	}
	var sub *Subscription
	err := r.use(ctx, id, func(l *live) error {
		r.mu.Lock()
		draining := r.draining
		r.mu.Unlock()
		if draining {
			return Closed{wire.CloseDraining}
		}
		if !l.fresh {
			// The client may already have entries from another node.
			if err := l.refresh(ctx); err != nil {
				return err
			}
		}
		s := &Subscription{
			reg: r, table: l, player: req.Player, session: req.Session, invite: req.Invite, patch: req.Patch,
			viewer: viewerOf(l.row, req.Player), wake: req.Wake,
		}
		if code, closed := s.closeReason(l.row); closed {
			return Closed{code}
		}
		if _, seated := s.viewer.Seat(); !seated && l.spectatorsFull() {
			return Closed{wire.CloseCrowded}
		}
		if err := l.sendInitial(ctx, s, req.Since); err != nil {
			return err
		}
		l.subs[s] = struct{}{}
		l.subscribers.Add(1)
		r.countSocket(1)
		l.broadcastPresence()
		sub = s
		return nil
	})
	return sub, err
}

// authorize refuses callers that may not know of the table. A private table and a missing one take the same path and give the same
// answer, and neither is loaded into memory. For a barred player a private table is a missing one.
func (r *Registry) authorize(ctx context.Context, id store.TableID, req SubscribeRequest) error {
	row, err := r.cfg.Store.Table(ctx, id)
	_, seated := viewerOf(row, req.Player).Seat()
	barred := isBarred(row, req.Player)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return r.damaged(id, err)
	case err == nil && barred && row.Visibility == store.Public:
		return Closed{wire.CloseRemoved}
	case err == nil && !barred && (seated || Invited(row, req.Invite)):
		return nil
	case req.Invite != "":
		return Closed{wire.CloseNotAllowed}
	default:
		return Closed{wire.CloseUnknownTable}
	}
}

// spectatorsFull reports, and counts, that the table has its maximum number of spectators.
func (l *live) spectatorsFull() bool {
	cfg := l.reg.cfg
	if cfg.Spectators == 0 || l.spectators() < cfg.Spectators {
		return false
	}
	if cfg.Crowded != nil {
		cfg.Crowded()
	}
	return true
}

// closeReason returns the code to close a subscription with if it is not allowed, or no longer. A spectator of a private table needs its
// present invite.
func (s *Subscription) closeReason(row store.Table) (code wire.CloseCode, closed bool) {
	_, seated := s.viewer.Seat()
	switch {
	case row.State == store.Closed:
		return wire.CloseTableClosed, true
	case isBarred(row, s.player):
		return wire.CloseRemoved, true
	case row.Visibility == store.Private && !seated && !Invited(row, s.invite):
		return wire.CloseNotAllowed, true
	}
	return 0, false
}

// sendInitial queues the first messages of a new subscription: the missed updates, or a snapshot.
func (l *live) sendInitial(ctx context.Context, s *Subscription, since *engine.Seq) error {
	now := l.fold.Seq()
	if since == nil || *since > now || now-*since > maxGap || now == 0 {
		c := l.cachedProjection(s.viewer).content()
		s.push(encodeMessage(wire.Snapshot{
			T: "snapshot", Seq: c.Seq, You: wire.YouAre(s.viewer), Table: l.describe(s.player),
			View: c.View, Decisions: c.Decisions, Nodes: l.reg.cfg.Nodes,
		}))
		s.seq, s.gotFull = c.Seq, true
		return nil
	}
	if err := l.catchUp(ctx, s, *since); err != nil {
		return err
	}
	s.seq = now
	s.push(l.tableMessage(s))
	return nil
}

// cachedProjection returns the audience's current projection, and makes it if the audience had no socket.
func (l *live) cachedProjection(v audience) projection {
	if known, ok := l.projections[v]; ok && known.seq == l.fold.Seq() {
		return known
	}
	now := project(l.fold, projectShared(l.fold), v)
	if l.projections == nil {
		l.projections = map[audience]projection{}
	}
	l.projections[v] = now
	return now
}

// catchUp folds the log from its beginning and queues the updates after since, as they were.
func (l *live) catchUp(ctx context.Context, s *Subscription, since engine.Seq) error {
	now := l.fold.Seq()
	if since == now {
		return nil
	}
	title, _ := l.reg.cfg.Title(l.row.Title)
	fold := engine.NewFold(title)
	var before projection
	for fold.Seq() < now {
		records, err := l.read(ctx, fold.Seq(), readPage)
		if err != nil {
			return err
		}
		for _, r := range records {
			if r.Entry.Seq > now {
				return nil // another node is ahead; the poll brings the rest
			}
			events, err := l.apply(fold, l.row.Title, r)
			if err != nil {
				return l.damaged(err)
			}
			if r.Entry.Seq <= since {
				continue
			}
			u := newUpdate(fold, projectShared(fold), s.viewer, events, before)
			s.push(u.deliver(s))
			before = u.now
		}
	}
	return nil
}

// viewerOf returns the viewer that a player is at a table.
func viewerOf(row store.Table, player store.PlayerID) engine.Viewer {
	if player == "" {
		return engine.Spectator()
	}
	at := slices.IndexFunc(row.Seats, func(p store.Seat) bool { return p.Player == player })
	return engine.SeatViewer(engine.Seat(at))
}

// isBarred reports whether the host removed the player from the table and has not lifted the ban.
func isBarred(row store.Table, player store.PlayerID) bool {
	return player != "" && slices.Contains(row.Barred, player)
}
