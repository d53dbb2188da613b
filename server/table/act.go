package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// attempts bounds how often a command is judged anew because another node's entry came first.
const attempts = 16

// asked is what a client asked for, in the words of the log.
type asked struct {
	id       string
	seat     engine.Seat
	kind     engine.Kind
	decision engine.DecisionID // moves
	move     json.RawMessage   // moves
	frame    engine.Event      // frame entries: the first event it makes; of a take-back only the name counts
	heir     *store.NewHolder  // who sits down with the entry
}

// Act judges a seat's move, stores it and tells everyone; it returns the seq of its entry. The same command again
// returns the same seq and changes nothing; the same id with other content is id_reused. Errors are apperr codes.
func (r *Registry) Act(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (engine.Seq, error) {
	return r.act(ctx, id, engine.Command{ID: command, Seat: seat, Actor: engine.ActorPlayer, Decision: decision, Move: move})
}

func (r *Registry) act(ctx context.Context, id store.TableID, c engine.Command) (engine.Seq, error) {
	a := asked{id: c.ID, seat: c.Seat, kind: engine.KindMove, decision: c.Decision, move: c.Move}
	return r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		if c.Actor == engine.ActorBot && l.playedBy(c.Seat) == "" {
			return engine.Record{}, engine.ErrNotYours
		}
		return l.fold.Decide(c, engine.NewKey(l.row.Secret, l.row.Contributions), now)
	})
}

// TakeBack undoes the seat's last step, where the title allows it.
func (r *Registry) TakeBack(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error) {
	a := asked{id: command, seat: seat, kind: engine.KindSystem, frame: engine.TakenBack{}}
	return r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		return l.fold.TakeBack(seat, command, now)
	})
}

// carryOut decides, stores, applies and tells. When another node was first it reads on and decides again.
func (r *Registry) carryOut(ctx context.Context, id store.TableID, a asked, decide func(*live, int64) (engine.Record, error)) (engine.Seq, error) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Wait)
	defer cancel()
	var seq engine.Seq
	err := r.use(ctx, id, func(l *live) (err error) {
		seq, err = l.carryOut(ctx, a, decide)
		return err
	})
	if err != nil {
		r.cfg.Meter.Refused(string(apperr.CodeOf(err)))
	}
	return seq, err
}

func (l *live) carryOut(ctx context.Context, a asked, decide func(*live, int64) (engine.Record, error)) (engine.Seq, error) {
	current := false // the refusal at hand was judged on what the store holds now
	settled := false // an outcome that nobody knew was looked up
	for range attempts {
		if l.row.State == store.Open || l.row.State == store.Closed {
			return 0, apperr.New(apperr.StaleDecision, "the table has not started")
		}
		record, err := decide(l, l.reg.cfg.Now().UnixMilli())
		if err != nil && !current && !errors.Is(err, engine.ErrMalformed) {
			// The client may know more than this node: another one may have moved on.
			if err := l.refresh(ctx); err != nil {
				return 0, err
			}
			current = true
			continue
		}
		if err != nil {
			return l.earlier(ctx, a, err)
		}
		before := l.fold.Seq()
		err = l.append(ctx, store.Append{Record: record, NewHolder: a.heir})
		conflict := errors.Is(err, store.ErrConflict)
		switch {
		case err == nil:
			return record.Entry.Seq, nil
		case errors.Is(err, store.ErrDuplicate):
			return l.earlier(ctx, a, err)
		case errors.Is(err, store.ErrUnavailable) && !settled:
			// Stored or not? The log knows, if it can be read already: the command is found there, or decided again.
			settled = true
		case !conflict:
			return 0, refusal(err)
		}
		if err := l.refresh(ctx); err != nil {
			return 0, err
		}
		if conflict && l.fold.Seq() == before {
			if err := l.beyond(ctx); err != nil {
				return 0, err
			}
		}
	}
	return 0, apperr.New(apperr.Unavailable, "too many moves at once; send it again")
}

// earlier answers a command that cannot be carried out now: with what it did, if it was stored before; else with why.
func (l *live) earlier(ctx context.Context, a asked, why error) (engine.Seq, error) {
	record, err := l.reg.cfg.Store.Command(ctx, l.id, a.seat, a.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return 0, refusal(why)
	case err != nil:
		return 0, refusal(err)
	case a.heir != nil && l.row.Seats[a.heir.Seat].Player != a.heir.Player:
		return 0, refusal(why) // somebody else's command, whose id was guessed
	case !a.made(record.Entry):
		return 0, apperr.New(apperr.IDReused, "that command id was used for something else")
	}
	if record.Entry.Seq > l.fold.Seq() {
		// Another node stored it, or it was stored when the answer got lost: whoever is told "done" must see it done.
		if err := l.refresh(ctx); err != nil {
			return 0, err
		}
	}
	return record.Entry.Seq, nil
}

// made tells whether the entry is what came of a.
func (a asked) made(e engine.Entry) bool {
	if e.Kind != a.kind {
		return false
	}
	if a.kind == engine.KindSystem {
		return len(e.Events) > 0 && a.says(e.Events[0])
	}
	move, err := engine.Canonical(a.move)
	return err == nil && e.Decision == a.decision && bytes.Equal(move, e.Move)
}

// says tells whether a stored event is the one that was asked for.
func (a asked) says(e engine.Stored) bool {
	if e.Name != a.frame.EventName() {
		return false
	}
	if _, back := a.frame.(engine.TakenBack); back {
		return true // how far depends on when it came
	}
	data, err := engine.Canonical(a.frame)
	return err == nil && bytes.Equal(data, e.Data)
}

// append makes a record durable, then the table's state, then known. What will be told of it is spelled while the store is at work.
func (l *live) append(ctx context.Context, a store.Append) error {
	next := l.fold.Clone()
	events, err := next.Apply(a.Record)
	if err != nil {
		return err
	}
	a.Table, a.Owing, a.StandIns, a.State, a.Now = l.id, next.OwingSeats(), next.StandIns(), store.Running, l.reg.cfg.Now()
	if o := next.Outcome(); o != nil {
		a.State, a.Winners = store.Finished, o.Winners
	}
	// The store has this goroutine: another one's work begins only once a thread has woken for it.
	spelled := aside(func() updates { return l.spell(next, events) })
	began := time.Now()
	err = l.reg.cfg.Store.Append(ctx, a)
	took := time.Since(began)
	told := spelled()
	l.reg.outage.note(err, true)
	if err != nil {
		// Only a plain "somebody was first" says for sure that nothing was stored.
		l.stale = l.stale || !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrDuplicate)
		return err
	}
	l.reg.cfg.Meter.Appended(took)
	news := l.row.State != a.State || !alike(l.fold, next)
	l.fold = next
	l.row.Seq, l.row.State, l.row.Owing, l.row.Winners, l.row.UpdatedAt = a.Record.Entry.Seq, a.State, a.Owing, a.Winners, a.Now
	l.row.StandIns = a.StandIns
	l.deliver(told, a.Record.Entry.Seat)
	l.reg.tellHead(l.id, a.Record.Entry.Seq, false)
	if a.NewHolder != nil {
		l.inherit(ctx, *a.NewHolder)
	}
	if news || a.NewHolder != nil {
		l.tellTable()
	}
	l.wake()
	return nil
}
