package table

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

func paceOf(o engine.Options) *wire.Pace {
	p := clock.PaceOf(o)
	pace := &wire.Pace{
		Kind: p.Kind.String(), Bank: int(p.Bank / 1000), Increment: int(p.Increment / 1000), ByHand: p.ByHand, Level: p.Level, Vacation: p.Vacation,
		Takeover: int(p.Takeover / 1000),
	}
	if p.HasClocks() {
		pace.Extra = int(p.Extra() / 1000)
	}
	return pace
}

// noteOutages stores the outages that the clocks of the table have to be given back, before anything is decided by these clocks.
func (l *live) noteOutages() error {
	if l.row.State != store.Running || !l.fold.Pace().HasClocks() {
		return nil
	}
	for range attempts {
		list, err := l.knownOutages()
		if err != nil {
			return err
		}
		record, err := l.fold.NoteOutages(list, l.now.UnixMilli())
		if errors.Is(err, engine.ErrNoChange) || errors.Is(err, engine.ErrFinished) {
			return nil
		}
		if err != nil {
			return refusal(err)
		}
		if _, err := l.commitOwn(record); err != nil { // after it, another one may have passed
			return err
		}
	}
	return tooManyMoves()
}

// commitOwn stores a record that the server makes by itself. If other entries came first, it reads them, so that the record can be made anew.
func (l *live) commitOwn(record engine.Record) (stored bool, err error) {
	err = l.commit(store.Append{Record: record}, nil)
	if err == nil {
		return true, nil
	}
	if err = refusal(err); apperr.CodeOf(err) != apperr.Unavailable {
		return false, err
	}
	return false, l.refresh()
}

// enterTimeOuts stores the time-outs that are due before a command is decided, so that nothing counts that came after zero. late means that the command is
// a move, or a take-back, of a player whose clock it found at zero.
func (l *live) enterTimeOuts(req *request) (late bool, err error) {
	if _, own := req.event.(engine.TakenOver); own || l.row.State != store.Running || !l.fold.Pace().HasClocks() {
		return false, nil
	}
	_, takesBack := req.event.(engine.TakenBack)
	concerns := req.byPlayer && (req.kind == engine.KindMove || takesBack)
	for range attempts {
		if err := l.noteOutages(); err != nil { // the append before can take long
			return late, err
		}
		seat, due := l.dueSeat()
		if !due {
			return late, nil
		}
		record, err := l.fold.TimeOut(seat, l.now.UnixMilli())
		if err != nil {
			return false, refusal(err)
		}
		stored, err := l.commitOwn(record)
		if err != nil {
			return false, err
		}
		late = late || stored && concerns && seat == req.seat
	}
	return false, tooManyMoves()
}

// knownOutages lists the outages. It sends a heartbeat first unless this node has done so just now. From then on the table's time is that of the store's clock.
func (l *live) knownOutages() ([]engine.Outage, error) {
	for range attempts {
		if list, known := l.reg.outages(); known {
			return list, nil
		}
		if err := l.ask(&heartbeatRequest{l.reg}); err != nil {
			l.reg.outage.note(err, true)
			return nil, refusal(err)
		}
		// An answer that took too long may lack an outage, so the node asks again.
	}
	return nil, apperr.New(apperr.Unavailable, "the store is too slow to tell its time; send it again")
}

// ClaimTimeOut lets a bot play a seat whose clock has reached zero, as the player of the command's seat claims. Errors: time_left, no_change, bad_seats, table_finished.
func (r *Registry) ClaimTimeOut(ctx context.Context, id store.TableID, c Command, seat engine.Seat) (Point, error) {
	return r.submit(ctx, id, c.system(engine.TimedOut{Seat: seat}), func(l *live, _ *request, now int64) (engine.Record, error) {
		if err := l.checkPlayer(seat); err != nil {
			return engine.Record{}, err
		}
		return l.fold.ClaimTimeOut(c.Seat, seat, c.ID, now)
	})
}

// GiveTime gives another player the extra time of the table. Errors: no_change, bad_seats, too_fast, table_finished.
func (r *Registry) GiveTime(ctx context.Context, id store.TableID, c Command, to engine.Seat) (Point, error) {
	return r.submit(ctx, id, c.system(engine.TimeGiven{Seat: c.Seat, To: to}), func(l *live, _ *request, now int64) (engine.Record, error) {
		if err := l.checkPlayer(to); err != nil {
			return engine.Record{}, err
		}
		return l.fold.GiveTime(c.Seat, to, c.ID, now)
	})
}
