package table

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// AgreeDelay is how long a seat may owe a decision before the others can agree that a bot plays it.
const AgreeDelay = time.Minute

// Leave marks the seat's player as gone for now.
func (r *Registry) Leave(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error) {
	a := asked{id: command, seat: seat, kind: engine.KindSystem, frame: engine.Left{Seat: seat}}
	return r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		return l.fold.Leave(seat, command, now)
	})
}

// Return marks the seat's player as back; a bot that played the seat plays it no more.
func (r *Registry) Return(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error) {
	a := asked{id: command, seat: seat, kind: engine.KindSystem, frame: engine.Returned{Seat: seat}}
	return r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		return l.fold.Return(seat, command, now)
	})
}

// Agree says that the player of the seat by wants a bot to play another one, which keeps them waiting. Where all other players who are here
// agree, a bot takes over. Errors: bad_seats, not_away, no_change, table_finished.
func (r *Registry) Agree(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (engine.Seq, error) {
	a := asked{id: command, seat: by, kind: engine.KindSystem, frame: engine.Agreed{Seat: by, To: seat}}
	return r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		if seat < 0 || int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player == "" {
			return engine.Record{}, apperr.New(apperr.BadSeats, "no player sits there")
		}
		if l.row.State == store.Running && l.playedBy(seat) == "" && !l.keepsWaiting(seat, AgreeDelay) && !slices.Contains(l.fold.Away(), seat) {
			return engine.Record{}, apperr.New(apperr.NotAway, "that player may still think; wait a minute")
		}
		return l.fold.Agree(by, seat, l.allAgree(by, seat), l.reg.cfg.StandIn, command, now)
	})
}

// keepsWaiting tells whether a seat owes a decision for as long, with nobody playing it.
func (l *live) keepsWaiting(seat engine.Seat, patience time.Duration) bool {
	since, owes := l.fold.OwesSince(seat)
	return owes && l.playedBy(seat) == "" && !l.reg.cfg.Now().Before(time.UnixMilli(since).Add(patience))
}

// allAgree tells whether with the seat by everybody agrees: all other players who are here.
func (l *live) allAgree(by, seat engine.Seat) bool {
	agreed := append(l.fold.Agreed(seat), by)
	for _, s := range l.connected() {
		if s != seat && l.playedBy(s) == "" && !slices.Contains(agreed, s) {
			return false
		}
	}
	return true
}

// overdue finds a seat whose time is over while another player waits for it; ok is false where there is none.
func (l *live) overdue() (seat engine.Seat, ok bool) {
	patience, limited := l.reg.cfg.TakeoverDelay(l.row.Options)
	if !limited || l.row.State != store.Running {
		return engine.NoSeat, false
	}
	here := l.connected()
	for _, seat := range l.fold.OwingSeats() {
		waiting := slices.ContainsFunc(here, func(s engine.Seat) bool { return s != seat && l.playedBy(s) == "" })
		if waiting && l.keepsWaiting(seat, patience) {
			return seat, true
		}
	}
	return engine.NoSeat, false
}

// takeOver lets a bot play the seats of the table whose time is over. A failure is tried again with the next look.
func (r *Registry) takeOver(ctx context.Context, id store.TableID) {
	a := asked{kind: engine.KindSystem, frame: engine.TakenOver{}}
	_, err := r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		seat, ok := l.overdue()
		if !ok {
			return engine.Record{}, engine.ErrNoChange // somebody was quicker
		}
		return l.fold.TakeOver(seat, r.cfg.StandIn, now)
	})
	if code := apperr.CodeOf(err); err != nil && code != apperr.NoChange && code != apperr.TableFinished {
		r.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not let a bot play for somebody who is away")
	}
}

// late tells whether takeOver has to look at the table. It does not wait for one in use.
func (l *live) late() bool {
	if !l.mu.TryLock() {
		return false
	}
	defer l.mu.Unlock()
	if l.gone || l.fold == nil {
		return false
	}
	_, ok := l.overdue()
	return ok
}

// alike tells whether the log says the same of who is there.
func alike(a, b *engine.Fold) bool {
	if !slices.Equal(a.Away(), b.Away()) || !slices.Equal(a.StandIns(), b.StandIns()) {
		return false
	}
	for seat := range engine.Seat(len(b.Start().Setup.Colors)) {
		if !slices.Equal(a.Agreed(seat), b.Agreed(seat)) {
			return false
		}
	}
	return true
}
