package table

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// The store has one vacation of each person. The log of a table that allows vacations records it as an entry, because clocks follow from entries alone. A
// table compares both when it begins, when a seat gets another person, when it is loaded, and when the person changes the vacation.

// NoteVacation records the vacation of a player at a table as the store has it. It does nothing if the log agrees. Errors: not_seated; too_often, too_fast.
func (r *Registry) NoteVacation(ctx context.Context, id store.TableID, player store.PlayerID, command string) error {
	req := request{id: command, seat: engine.NoSeat, kind: engine.KindSystem, event: engine.Vacation{}}
	_, err := r.submit(ctx, id, req, func(l *live, q *request, now int64) (engine.Record, error) {
		for seat, holder := range l.row.Seats {
			if holder.Player == player {
				until, err := l.readVacation(player)
				if err != nil {
					return engine.Record{}, err
				}
				q.seat, q.event = engine.Seat(seat), engine.Vacation{Seat: engine.Seat(seat), Until: until}
				return l.fold.SetVacation(engine.Seat(seat), until, command, now)
			}
		}
		return engine.Record{}, apperr.New(apperr.NotSeated, "you have no seat at this table")
	})
	if code := apperr.CodeOf(err); code == apperr.NoChange || code == apperr.TableFinished {
		return nil
	}
	return err
}

// readVacation reads the end of a player's vacation, in milliseconds since 1970 UTC. It is 0 without a vacation and for players who are not stored.
func (l *live) readVacation(player store.PlayerID) (until int64, err error) {
	stored, err := l.fetchPlayer(player)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return 0, err
	}
	return stored.Vacation, nil
}

// noteVacations records the vacations of all persons at the table, if they are to be compared with the store. It reads until the log agrees, so that
// a change meanwhile, also through another node, is not lost. After an error, and while an older node runs, the next call tries again.
func (l *live) noteVacations() error {
	if !l.vacationsDue || l.row.State != store.Running {
		return nil
	}
	if !l.fold.Pace().Vacation {
		l.vacationsDue = false
		return nil
	}
	for range attempts {
		until, err := l.readVacations()
		if err != nil {
			return refusal(err)
		}
		if err := l.noteOutages(); err != nil { // after the read, which can take long
			return err
		}
		record, found := l.nextVacation(until)
		if !found {
			l.vacationsDue = false
			return nil
		}
		if _, err = l.commitOwn(record); apperr.CodeOf(err) == apperr.Upgrading {
			return nil // moves do not wait for it
		}
		if err != nil {
			return err
		}
	}
	return tooManyMoves()
}

func (l *live) readVacations() (map[store.PlayerID]int64, error) {
	ends := map[store.PlayerID]int64{}
	for _, holder := range l.row.Seats {
		if holder.Player == "" {
			continue
		}
		until, err := l.readVacation(holder.Player)
		if err != nil {
			return nil, err
		}
		ends[holder.Player] = until
	}
	return ends, nil
}

// nextVacation is the record of the first vacation that differs from the log. A seat that may not change it now, because it did so too often, is left out.
func (l *live) nextVacation(ends map[store.PlayerID]int64) (record engine.Record, found bool) {
	for s, holder := range l.row.Seats {
		if until, known := ends[holder.Player]; known {
			if record, err := l.fold.SetVacation(engine.Seat(s), until, "", l.now.UnixMilli()); err == nil {
				return record, true
			}
		}
	}
	return engine.Record{}, false
}

// compareVacations makes the table compare the vacations of its persons with the store now. A failure is logged, and the next use tries again.
func (l *live) compareVacations() {
	l.vacationsDue = true
	l.logUnlessRefused(l.noteVacations(), "could not record the vacations of players")
}
