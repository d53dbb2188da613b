package table

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

func (r *Registry) Leave(ctx context.Context, id store.TableID, c Command) (Point, error) {
	return r.submit(ctx, id, c.system(engine.Left{Seat: c.Seat}), func(l *live, _ *request, now int64) (engine.Record, error) {
		return l.fold.Leave(c.Seat, c.ID, now)
	})
}

// Return marks the seat's player as back. A stand-in stops playing the seat. If the seat is about to be taken over, Return stores that its player was
// seen, and the waiting time begins anew.
func (r *Registry) Return(ctx context.Context, id store.TableID, c Command) (Point, error) {
	req := c.system(engine.Returned{Seat: c.Seat})
	req.byPlayer = false
	return r.submit(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		if l.isNearTakeover(c.Seat) {
			return l.fold.Here(c.Seat, c.ID, now)
		}
		return l.fold.Return(c.Seat, c.ID, now)
	})
}

// Agree records that the player of the command's seat wants a stand-in for another seat, whose player has left or is silent for the table's takeover delay. Once
// all other connected players agree, a bot takes over. Errors: bad_seats, not_away, no_change, table_finished.
func (r *Registry) Agree(ctx context.Context, id store.TableID, c Command, seat engine.Seat) (Point, error) {
	by := c.Seat
	return r.submit(ctx, id, c.system(engine.Agreed{Seat: by, To: seat}), func(l *live, _ *request, now int64) (engine.Record, error) {
		if err := l.checkPlayer(seat); err != nil {
			return engine.Record{}, err
		}
		if err := l.checkReplaceable(seat); by != seat && err != nil {
			return engine.Record{}, err
		}
		asked := l.fold.AskedToTakeOver(by, seat, l.connected())
		agreed := append(l.fold.Agreed(seat), by)
		enough := !slices.ContainsFunc(asked, func(s engine.Seat) bool { return !slices.Contains(agreed, s) })
		return l.fold.Agree(by, seat, enough, l.reg.cfg.StandIn, c.ID, now)
	})
}

// checkPlayer refuses a command about a seat without a player.
func (l *live) checkPlayer(seat engine.Seat) error {
	if seat < 0 || int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player == "" {
		return apperr.New(apperr.BadSeats, "no player has that seat")
	}
	return nil
}

// checkReplaceable refuses an agreement while the seat's player may still play: they have not left, and have not been silent for the table's takeover
// delay and a whole warning. The warning begins here if it is due.
func (l *live) checkReplaceable(seat engine.Seat) error {
	if l.row.State != store.Running || l.botLevel(seat) != "" || slices.Contains(l.fold.Away(), seat) {
		return nil
	}
	delay := l.takeoverDelay()
	since, silent := l.silentSince(seat)
	switch {
	case delay == 0:
		return apperr.New(apperr.NotAway, "at this table a bot plays only for players who have left")
	case !silent:
		return apperr.New(apperr.NotAway, "nobody is waiting for that player")
	case l.mayTakeOver(seat):
		return nil
	}
	if l.warn(seat) {
		l.broadcastTable()
	}
	left := max(since.Add(delay).Sub(l.now), warningFor(delay))
	if w, warned := l.warnings[seat]; warned {
		left = w.ends.Sub(l.now)
	}
	left = max(left+time.Second-1, time.Second).Truncate(time.Second)
	return apperr.New(apperr.NotAway, "that player may still think; a bot can step in after "+left.String()+" unless they are seen").After(left)
}

// sameSeatStatus reports whether two folds agree on the seats that are away, the stand-ins, the agreements and the devices.
func sameSeatStatus(a, b *engine.Fold) bool {
	if !slices.Equal(a.Away(), b.Away()) || !slices.Equal(a.StandIns(), b.StandIns()) {
		return false
	}
	for seat := range engine.Seat(len(b.Start().Setup.Colors)) {
		if !slices.Equal(a.Agreed(seat), b.Agreed(seat)) || !slices.Equal(deviceKeys(a, seat), deviceKeys(b, seat)) {
			return false
		}
	}
	return true
}

func deviceKeys(fold *engine.Fold, seat engine.Seat) (keys []chance.DeviceKey) {
	for _, d := range fold.Ledger().Devices(seat) {
		keys = append(keys, d.Key)
	}
	return keys
}
