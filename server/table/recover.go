package table

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/wire"
)

// Recover moves a seat from one player to another, who is the same person. A player who is connected, or who played after a time, keeps the seat. force takes it
// from any player, for the one who takes the seat back. The same command again gets the same answer. Errors:
// not_seated if from does not hold the seat, holder_connected, seat_taken if the player has a seat there, barred, conceded, table_finished.
func (r *Registry) Recover(ctx context.Context, id store.TableID, seat engine.Seat, from, to store.PlayerID, after time.Time, force bool, command string) (Point, error) {
	return r.handOver(ctx, id, store.NewHolder{Seat: seat, Player: to, Same: true}, command, func(l *live) error {
		if int(seat) >= len(l.row.Seats) || !force && l.row.Seats[seat].Player != from {
			return apperr.New(apperr.NotSeated, "the seat has another player by now")
		}
		if err := l.checkNewHolder(to, "that person already has a seat at this table"); err != nil {
			return err
		}
		if !force && (slices.Contains(l.connected(), seat) || l.fold.LastSeen(seat) > after.UnixMilli()) {
			return apperr.New(apperr.HolderConnected, "the player of that seat is at the table")
		}
		return nil
	})
}

// Connected reports whether the player of a seat has an open socket at the table, at any node.
func (r *Registry) Connected(ctx context.Context, id store.TableID, seat engine.Seat) (here bool, err error) {
	err = r.call(ctx, id, func(l *live) error {
		here = slices.Contains(l.connected(), seat)
		return nil
	})
	return here, err
}

// endClaims ends the open claims of a seat, because its player is at the table. A failure leaves them open; the seat does not move while its player is there.
func (l *live) endClaims(seat engine.Seat) {
	var own []store.Recovery
	for _, c := range l.claims {
		if c.Seat == seat && c.Holder == l.row.Seats[seat].Player {
			own = append(own, c)
		}
	}
	if len(own) == 0 || l.ask(&endClaimsRequest{claims: own, now: l.now}) != nil {
		return
	}
	people := []store.PlayerID{own[0].Holder}
	for _, c := range own {
		people = append(people, c.Claimant)
	}
	l.publish(fanout.Message{Tables: []fanout.TableChange{{Table: l.id, Seq: l.fold.Seq()}}, Players: people})
	if l.refresh() != nil {
		l.stale = true // the next operation reads it
	}
}

// describeRecoveries shows the open recoveries of a table to the people at it, and to those who claim a seat. One whose seat has just moved is over.
func describeRecoveries(t *wire.Table, row store.Table, open []store.Recovery, names map[store.PlayerID]string, caller store.PlayerID) {
	_, sits := access.SeatOf(row, caller)
	for _, c := range open {
		if c.Table != row.ID || !sits && c.Claimant != caller || caller == "" || row.Seats[c.Seat].Player != c.Holder {
			continue
		}
		t.Recoveries = append(t.Recoveries, DescribeRecovery(row, c, names))
	}
}

// DescribeRecovery returns a recovery as those whom it concerns see it.
func DescribeRecovery(row store.Table, c store.Recovery, names map[store.PlayerID]string) wire.Recovery {
	d := wire.Recovery{
		ID: c.ID, Table: string(c.Table), Title: row.Title, Seat: c.Seat, State: string(c.State), By: wire.Player{ID: string(c.Claimant), Name: names[c.Claimant]},
		Holder: wire.Player{ID: string(c.Holder), Name: names[c.Holder]}, Confirmed: []engine.Seat{}, Needed: Confirmations(row, c.Seat), CreatedAt: c.CreatedAt.UTC(),
	}
	for _, p := range c.Confirmed {
		if seat, sits := access.SeatOf(row, p); sits {
			d.Confirmed = append(d.Confirmed, seat)
		}
	}
	if !c.DueAt.IsZero() {
		due := c.DueAt.UTC()
		d.MovesAt = &due
	}
	return d
}

// Confirmations is the number of other persons at a table who must confirm that a seat is that of somebody else: two, or the only one; 0 without any.
func Confirmations(row store.Table, seat engine.Seat) int {
	others := 0
	for s, p := range row.Seats {
		if engine.Seat(s) != seat && p.Player != "" && !slices.Contains(row.Ending.Conceded, engine.Seat(s)) {
			others++
		}
	}
	return min(others, 2)
}
