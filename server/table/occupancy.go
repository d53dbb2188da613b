package table

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// AgreeDelay is the time for which a seat must owe a decision before the others can agree on a stand-in.
const AgreeDelay = time.Minute

// Leave marks the seat as away.
func (r *Registry) Leave(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error) {
	req := request{id: command, seat: seat, kind: engine.KindSystem, event: engine.Left{Seat: seat}}
	return r.execute(ctx, id, req, func(l *live, now int64) (engine.Record, error) {
		return l.fold.Leave(seat, command, now)
	})
}

// Return marks the seat's player as back. A stand-in stops playing the seat.
func (r *Registry) Return(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error) {
	req := request{id: command, seat: seat, kind: engine.KindSystem, event: engine.Returned{Seat: seat}}
	return r.execute(ctx, id, req, func(l *live, now int64) (engine.Record, error) {
		return l.fold.Return(seat, command, now)
	})
}

// Agree records that the player of the seat by wants a stand-in for another seat, which keeps them waiting. Once all other connected
// players agree, a bot takes over. Errors: bad_seats, not_away, no_change, table_finished.
func (r *Registry) Agree(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (engine.Seq, error) {
	req := request{id: command, seat: by, kind: engine.KindSystem, event: engine.Agreed{Seat: by, To: seat}}
	return r.execute(ctx, id, req, func(l *live, now int64) (engine.Record, error) {
		if seat < 0 || int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player == "" {
			return engine.Record{}, apperr.New(apperr.BadSeats, "no player has that seat")
		}
		if l.row.State == store.Running && l.botLevel(seat) == "" && !l.owesFor(seat, AgreeDelay) && !slices.Contains(l.fold.Away(), seat) {
			return engine.Record{}, apperr.New(apperr.NotAway, "give that player a minute to think")
		}
		return l.fold.Agree(by, seat, l.allAgree(by, seat), l.reg.cfg.StandIn, command, now)
	})
}

// owesFor reports whether a seat without a bot has owed a decision for at least the delay.
func (l *live) owesFor(seat engine.Seat, delay time.Duration) bool {
	since, owes := l.fold.OwesSince(seat)
	return owes && l.botLevel(seat) == "" && !l.now.Before(time.UnixMilli(since).Add(delay))
}

// allAgree reports whether all other connected players agree, counting the seat by.
func (l *live) allAgree(by, seat engine.Seat) bool {
	agreed := append(l.fold.Agreed(seat), by)
	for _, s := range l.connected() {
		if s != seat && l.botLevel(s) == "" && !slices.Contains(agreed, s) {
			return false
		}
	}
	return true
}

// overdue finds a seat that has exceeded the takeover delay while another player waits for it.
func (l *live) overdue() (seat engine.Seat, ok bool) {
	delay, limited := l.reg.cfg.TakeoverDelay(l.row.Options)
	if !limited || l.row.State != store.Running {
		return engine.NoSeat, false
	}
	connected := l.connected()
	for _, seat := range l.fold.OwingSeats() {
		othersWait := slices.ContainsFunc(connected, func(s engine.Seat) bool { return s != seat && l.botLevel(s) == "" })
		if othersWait && l.owesFor(seat, delay) {
			return seat, true
		}
	}
	return engine.NoSeat, false
}

// takeOverIfDue lets a bot play the first overdue seat of the table. After a failure the next poll tries again.
func (l *live) takeOverIfDue() {
	if _, due := l.overdue(); !due {
		return
	}
	req := request{kind: engine.KindSystem, event: engine.TakenOver{}}
	_, err := l.execute(req, func(l *live, now int64) (engine.Record, error) {
		seat, ok := l.overdue()
		if !ok {
			return engine.Record{}, engine.ErrNoChange // the seat moved, or another node was faster
		}
		return l.fold.TakeOver(seat, l.reg.cfg.StandIn, now)
	})
	if code := apperr.CodeOf(err); err != nil && code != apperr.NoChange && code != apperr.TableFinished {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not let a bot take over a seat")
	}
}

// sameOccupancy reports whether two folds agree on the seats that are away, the stand-ins and the agreements.
func sameOccupancy(a, b *engine.Fold) bool {
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
