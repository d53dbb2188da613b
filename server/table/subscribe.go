package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// maxGap is how many missed entries are told one by one; a larger gap is filled by a snapshot.
const maxGap = 200

// SubscribeRequest is who subscribes and how.
type SubscribeRequest struct {
	Player  store.PlayerID // empty: nobody known
	Session string         // of the player; the subscription ends when it is revoked
	Invite  string         // as the client gave it
	Since   *engine.Seq    // what the client has already; nil: nothing
	Patch   bool
	// Wake is called when there is something to take; soon where a player waits for it. It must not wait, nor call the table. Nil: who
	// watches looks by itself.
	Wake func(soon bool)
}

// Subscribe opens a stream of frames for one socket. Errors: Closed with the code to close the socket with, or apperr codes.
func (r *Registry) Subscribe(ctx context.Context, id store.TableID, w SubscribeRequest) (*Subscription, error) {
	if w.Wake == nil {
		w.Wake = func(bool) {}
	}
	if err := r.admits(ctx, id, w); err != nil {
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
			// What the client has already may come from another node.
			if err := l.refresh(ctx); err != nil {
				return err
			}
		}
		s := &Subscription{
			reg: r, table: l, player: w.Player, session: w.Session, invited: Invited(l.row, w.Invite), patch: w.Patch,
			viewer: seated(l.row, w.Player), wake: w.Wake,
		}
		if code, out := s.barred(l.row); out {
			return Closed{code}
		}
		if _, sits := s.viewer.Seat(); !sits && l.crowded() {
			return Closed{wire.CloseCrowded}
		}
		if err := l.greet(ctx, s, w.Since); err != nil {
			return err
		}
		l.subs[s] = struct{}{}
		l.watched.Add(1)
		r.countSocket(1)
		l.tellPresence()
		sub = s
		return nil
	})
	return sub, err
}

// admits refuses those who may not know of a table. A private one and one that is not there take the same way and get the same answer, and
// nothing is brought into memory for either.
func (r *Registry) admits(ctx context.Context, id store.TableID, w SubscribeRequest) error {
	row, err := r.cfg.Store.Table(ctx, id)
	_, sits := seated(row, w.Player).Seat()
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return r.damaged(id, err)
	case err == nil && (sits || Invited(row, w.Invite)):
		return nil
	case w.Invite != "":
		return Closed{wire.CloseNotAllowed}
	default:
		return Closed{wire.CloseUnknownTable}
	}
}

// crowded tells whether as many as may are watching.
func (l *live) crowded() bool {
	cfg := l.reg.cfg
	watching := 0
	for s := range l.subs {
		if _, sits := s.viewer.Seat(); !sits {
			watching++
		}
	}
	if cfg.Spectators == 0 || watching < cfg.Spectators {
		return false
	}
	if cfg.Crowded != nil {
		cfg.Crowded()
	}
	return true
}

// barred tells why a subscription may not be, or not any more.
func (s *Subscription) barred(row store.Table) (wire.CloseCode, bool) {
	_, sits := s.viewer.Seat()
	switch {
	case row.State == store.Closed:
		return wire.CloseTableClosed, true
	case row.Visibility == store.Private && !sits && !s.invited:
		return wire.CloseNotAllowed, true
	}
	return 0, false
}

// greet queues what a new subscriber lacks: the missed updates, or a snapshot.
func (l *live) greet(ctx context.Context, s *Subscription, since *engine.Seq) error {
	now := l.fold.Seq()
	if since == nil || *since > now || now-*since > maxGap || now == 0 {
		c := l.look(s.viewer).content()
		s.push(text(wire.Snapshot{
			T: "snapshot", Seq: c.Seq, You: wire.YouAre(s.viewer), Table: l.describe(s.player),
			View: c.View, Decisions: c.Decisions, Nodes: l.reg.cfg.Nodes,
		}))
		s.seq, s.sawWhole = c.Seq, true
		return nil
	}
	if err := l.catchUp(ctx, s, *since); err != nil {
		return err
	}
	s.seq = now
	s.push(l.tableFrame(s))
	return nil
}

// look is what the audience saw last, made now if nobody of it was there.
func (l *live) look(v audience) sight {
	if known, ok := l.sight[v]; ok && known.seq == l.fold.Seq() {
		return known
	}
	now := see(l.fold, commonTo(l.fold), v)
	if l.sight == nil {
		l.sight = map[audience]sight{}
	}
	l.sight[v] = now
	return now
}

// catchUp folds the log anew and queues the updates after since, as they were.
func (l *live) catchUp(ctx context.Context, s *Subscription, since engine.Seq) error {
	now := l.fold.Seq()
	if since == now {
		return nil
	}
	title, _ := l.reg.cfg.Title(l.row.Title)
	fold := engine.NewFold(title)
	var before sight
	for fold.Seq() < now {
		records, err := l.reg.cfg.Store.Read(ctx, l.id, fold.Seq(), readPage)
		if err != nil {
			return l.damaged(err)
		}
		if len(records) == 0 {
			return l.damaged(fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, fold.Seq()+1))
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
			u := makeUpdate(fold, commonTo(fold), s.viewer, events, before)
			s.push(u.tell(s))
			before = u.now
		}
	}
	return nil
}

// seated is the viewer that a player is at a table.
func seated(row store.Table, player store.PlayerID) engine.Viewer {
	if player == "" {
		return engine.Spectator()
	}
	at := slices.IndexFunc(row.Seats, func(p store.Seat) bool { return p.Player == player })
	return engine.SeatViewer(engine.Seat(at))
}
