package table

import (
	"context"

	"nemeton/engine"
	"nemeton/server/store"
)

// Concede records that the person of a seat gives up. A stand-in plays the seat to the end, or the table ends. Decision and Move of the
// command are empty. Errors: table_finished, not_seated, conceded, bad_proof.
func (r *Registry) Concede(ctx context.Context, id store.TableID, c Command) (Point, error) {
	return r.end(ctx, id, c, engine.Conceded{Seat: c.Seat}, func(l *live, ec engine.Command, now int64) (engine.Record, error) {
		return l.fold.Concede(ec, r.cfg.StandIn, now)
	})
}

// ProposeStop records that the person of a seat wants to stop the game for all. If nobody else has to agree, the table ends. Errors: those of Concede;
// no_change if a proposal is open, too_fast.
func (r *Registry) ProposeStop(ctx context.Context, id store.TableID, c Command) (Point, error) {
	return r.end(ctx, id, c, engine.StopProposed{Seat: c.Seat}, func(l *live, ec engine.Command, now int64) (engine.Record, error) {
		return l.fold.ProposeStop(ec, now)
	})
}

// AgreeToStop records that the person of a seat agrees to the proposal of an entry. Once all persons agree, the table ends. Errors: those of
// ProposeStop; stale_decision if that proposal is no longer open.
func (r *Registry) AgreeToStop(ctx context.Context, id store.TableID, c Command, proposal engine.Seq) (Point, error) {
	return r.end(ctx, id, c, engine.StopAgreed{Seat: c.Seat, Proposal: proposal}, func(l *live, ec engine.Command, now int64) (engine.Record, error) {
		return l.fold.AgreeToStop(ec, proposal, now)
	})
}

// DeclineStop records that the person of a seat declines the proposal of an entry, or withdraws it. Errors: those of Concede; stale_decision if that
// proposal is not open any more.
func (r *Registry) DeclineStop(ctx context.Context, id store.TableID, c Command, proposal engine.Seq) (Point, error) {
	return r.end(ctx, id, c, engine.StopDeclined{Seat: c.Seat, Proposal: proposal}, func(l *live, ec engine.Command, now int64) (engine.Record, error) {
		return l.fold.DeclineStop(ec, proposal, now)
	})
}

func (r *Registry) end(ctx context.Context, id store.TableID, c Command, event engine.Event, decide func(*live, engine.Command, int64) (engine.Record, error)) (Point, error) {
	req := c.system(event)
	return r.submit(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		if c.Seat < 0 || int(c.Seat) >= len(l.row.Seats) || l.row.Seats[c.Seat].Player == "" {
			return engine.Record{}, engine.ErrNoPerson
		}
		proof, err := l.prove(req)
		if err != nil {
			return engine.Record{}, err
		}
		return decide(l, engine.Command{ID: c.ID, Seat: c.Seat, Proof: proof}, now)
	})
}

// endAgreed ends the table, or pauses its clocks, if the open proposal became agreed without a further answer. After a failure the next poll, timer or
// sweep tries again.
func (l *live) endAgreed() {
	l.actAlone(engine.TableEnded{}, func(l *live, _ *request, now int64) (engine.Record, error) {
		return l.fold.StopIfAgreed(now)
	})
	l.actAlone(engine.Paused{}, func(l *live, _ *request, now int64) (engine.Record, error) { return l.fold.PauseIfAgreed(now) })
}

// concedeErased lets the persons who erased themselves give up: they never come back, and keep nobody waiting. The names in memory, which lack theirs, say
// whom to look up.
func (l *live) concedeErased() {
	for s := range l.row.Seats {
		seat := engine.Seat(s)
		if !l.isErased(seat) {
			continue
		}
		player, err := l.fetchPlayer(l.row.Seats[seat].Player)
		// A player who became one with another is erased as well. The seat has moved then, as a row shows that is read from now on.
		if err != nil || !player.Erased || l.refresh() != nil {
			continue
		}
		l.actAlone(engine.Conceded{Seat: seat}, func(l *live, _ *request, now int64) (engine.Record, error) {
			if !l.isErased(seat) {
				return engine.Record{}, engine.ErrNoChange
			}
			return l.fold.Concede(engine.Command{Seat: seat}, l.reg.cfg.StandIn, now)
		})
	}
}

// isErased reports whether the person of a seat at a running table seems to have erased themselves, and has not conceded.
func (l *live) isErased(seat engine.Seat) bool {
	player := l.row.Seats[seat].Player
	if l.row.State != store.Running || l.fold == nil || player == "" {
		return false
	}
	endings := l.fold.Endings()
	_, named := l.names[player]
	return !named && !endings.HasConceded(seat)
}

// actAlone stores an entry that the server makes by itself, if decide finds it due.
func (l *live) actAlone(event engine.Event, decide decideFunc) {
	if l.row.State != store.Running || l.fold == nil || l.stale {
		return
	}
	if _, err := decide(l, nil, l.now.UnixMilli()); err != nil {
		return
	}
	_, err := l.decideAndCommit(&request{seat: engine.NoSeat, kind: engine.KindSystem, event: event}, decide)
	l.logUnlessRefused(err, "could not store an entry that is due")
}

// endingOf are the concessions and the early end of a fold, for the table's row.
func endingOf(fold *engine.Fold) store.Ending {
	endings := fold.Endings()
	return store.Ending{Conceded: endings.Conceded(), Ended: endings.Ended()}
}

// sameEndings reports whether two folds agree on concessions and on the open proposal to stop.
func sameEndings(a, b *engine.Fold) bool {
	if !endingOf(a).Equal(endingOf(b)) {
		return false
	}
	before, after := a.Endings(), b.Endings()
	p, q := before.Proposal(), after.Proposal()
	return (p == nil) == (q == nil) && (p == nil || p.Seq == q.Seq && len(p.Agreed) == len(q.Agreed))
}
