package table

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/wire"
)

// SubscribeRequest holds the parameters of a subscription.
type SubscribeRequest struct {
	Player  store.PlayerID // empty: anonymous
	Session string         // of the player; the subscription ends when the session is revoked
	Invite  string         // as the client sent it
	Since   *engine.Seq    // the last entry that the client has; nil: none
	Head    string         // the short head of that entry; empty: unknown
	Patch   bool
	Steps   bool // the client wants the view after each event; with Patch
	Effects bool // decisions of the own seat carry the effects of their moves
	Chat    bool // the client understands chat messages
	// Wake is called when messages are waiting; soon means that a player waits for them. It must not block nor call the table. Nil:
	// the subscriber calls Take by itself.
	Wake func(soon bool)
}

// Subscribe opens a stream of messages for one socket. Errors: Closed with the code to close the socket with, or apperr codes.
func (r *Registry) Subscribe(ctx context.Context, id store.TableID, req SubscribeRequest) (*Subscription, error) {
	if req.Wake == nil {
		req.Wake = func(bool) {}
	}
	version, err := r.authorize(ctx, id, req)
	if err != nil {
		return nil, err
	}
	var sub *Subscription
	err = r.call(ctx, id, func(l *live) (err error) {
		sub, err = l.subscribe(req, version)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sub, nil
}

func (l *live) subscribe(req SubscribeRequest, version store.TableVersion) (*Subscription, error) {
	// The client may already have entries from another node. New names are announced to the newest finished tables only.
	if !l.fresh && (version != l.version() || len(l.subs) == 0 || l.row.State == store.Finished) {
		if err := l.refresh(); err != nil {
			return nil, err
		}
	}
	s := &Subscription{
		reg: l.reg, live: l, player: req.Player, session: req.Session, invite: req.Invite, patch: req.Patch, steps: req.Steps, effects: req.Effects, chat: req.Chat, wake: req.Wake,
	}
	s.queue = s.few[:0]
	s.setViewer(viewerOf(l.row, req.Player))
	if code, closed := s.closeReason(l.row); closed {
		return nil, Closed{Code: code}
	}
	if _, seated := s.Seat(); !seated && l.spectatorsFull() {
		return nil, Closed{Code: wire.CloseCrowded}
	}
	if seat, seated := s.Seat(); seated {
		l.endClaims(seat)
	}
	restored := false
	if req.Since != nil {
		var err error
		if restored, err = l.lost(Point{*req.Since, req.Head}); err != nil {
			return nil, err
		}
	}
	if err := l.reg.add(s); err != nil {
		return nil, err
	}
	if restored {
		l.sendSnapshot(s, true)
	} else {
		l.sendInitial(s, req.Since)
	}
	if l.subs[s] = struct{}{}; len(l.subs) == 1 {
		l.out.follow = follows
	}
	l.subscribers.Add(1)
	l.broadcastPresence()
	return s, nil
}

func (l *live) unsubscribe(s *Subscription) {
	if _, ok := l.subs[s]; !ok {
		return
	}
	if delete(l.subs, s); len(l.subs) == 0 {
		l.out.follow = unfollows
	}
	l.subscribers.Add(-1)
	l.used = l.now
	l.broadcastPresence()
}

// authorize refuses callers that may not know of the table. A private table and a missing one take the same path and give the same
// answer, and neither is loaded into memory. For a barred player a private table is a missing one. It returns the version of the table in the
// store.
func (r *Registry) authorize(ctx context.Context, id store.TableID, req SubscribeRequest) (version store.TableVersion, err error) {
	row, err := r.cfg.Store.Table(ctx, id)
	level := access.Of(row, req.Player, req.Invite)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return version, r.damaged(id, err)
	case err == nil && level == access.Reads:
		return version, Closed{Code: wire.CloseRemoved}
	case err == nil && level >= access.Watch:
		return store.TableVersion{Seq: row.Seq, Rev: row.Rev, Head: row.Head, Restored: row.Restored}, nil
	case req.Invite != "":
		return version, Closed{Code: wire.CloseNotAllowed}
	default:
		return version, Closed{Code: wire.CloseUnknownTable}
	}
}

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
	switch {
	case row.State == store.Closed && row.Ending.Ended == engine.EndedByOperator:
		return wire.CloseByOperator, true
	case row.State == store.Closed:
		return wire.CloseTableClosed, true
	case access.Barred(row, s.player):
		return wire.CloseRemoved, true
	case access.Of(row, s.player, s.invite) < access.Watch:
		return wire.CloseNotAllowed, true
	}
	return 0, false
}

// sendInitial queues the first messages of a new subscription: the missed updates from memory, or a snapshot.
func (l *live) sendInitial(s *Subscription, since *engine.Seq) {
	if since != nil && l.fold.Seq() > 0 {
		if missed, ok := l.since(*since); ok {
			var before projection
			for _, e := range missed {
				u := e.update(s.audience(), before)
				l.send(s, u.advance(s))
				before = u.now
			}
			s.seq = l.fold.Seq()
			l.send(s, l.tableMessage(s, l.row))
			return
		}
	}
	l.sendSnapshot(s, false)
}

// cachedProjection returns the audience's current projection, and makes it if the audience had no socket.
func (l *live) cachedProjection(v audience) projection {
	if known, ok := l.projections[v]; ok && known.seq == l.fold.Seq() {
		return known
	}
	now := project(l.fold, l.currentShared(), v, nil)
	l.setProjection(v, now)
	return now
}

func (l *live) setProjection(v audience, p projection) {
	if l.projections == nil {
		l.projections = map[audience]projection{}
	}
	l.projections[v] = p
}

// currentShared returns the current shared view, and makes it if nobody was here to see it.
func (l *live) currentShared() *sharedView {
	if l.shared == nil || l.shared.seq != l.fold.Seq() {
		l.shared = projectShared(l.fold, nil)
	}
	return l.shared
}

func viewerOf(row store.Table, player store.PlayerID) engine.Viewer {
	if seat, sits := access.SeatOf(row, player); sits {
		return engine.SeatViewer(seat)
	}
	return engine.Spectator()
}
