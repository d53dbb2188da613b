package table

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Begin starts an open table as row describes it: its first entry is stored and delivered. If the stored row has changed since, the
// error wraps store.ErrConflict and nothing happened: read the row and judge again.
func (r *Registry) Begin(ctx context.Context, row store.Table) error {
	forked, err := r.forkedFrom(ctx, row)
	if err != nil {
		return err
	}
	return r.call(ctx, row.ID, func(l *live) error {
		if l.row.Rev != row.Rev {
			if err := l.refresh(); err != nil {
				return err
			}
		}
		// A row that was read after the start has no answers, even if the store has lost the start since.
		if row.State != store.Open || l.row.State != store.Open || l.row.Rev != row.Rev {
			return apperr.Wrap(store.ErrConflict, apperr.Unavailable, "the table has just changed; try again")
		}
		title, ok := r.cfg.Title(row.Title)
		if !ok {
			return apperr.New(apperr.UnknownTitle, "this server does not know that title")
		}
		people, err := l.readPeople(l.row) // in memory they may be older than a renaming
		if err != nil {
			return refusal(err)
		}
		first, err := started(row, people.names)
		if err != nil {
			return refusal(err)
		}
		key, err := engine.KeyOf(row.Secret, first)
		if err != nil {
			return refusal(err)
		}
		if clock.PaceOf(row.Options).HasClocks() {
			if _, err := l.knownOutages(); err != nil {
				return err
			}
		}
		var record engine.Record
		if now := l.now.UnixMilli(); forked == nil {
			record, err = engine.Begin(title, first, key, now)
		} else {
			record, err = engine.BeginFork(title, first, *forked, key, now)
		}
		if err != nil {
			return refusal(err)
		}
		return l.commitFirst(store.Append{Record: record, Rev: row.Rev, Names: namesToStore(l.row, people.names)})
	})
}

// commitFirst stores the first entry, and the entries that follow it at once: about a restored database, and about vacations.
func (l *live) commitFirst(a store.Append) error {
	err := l.commit(a, nil)
	if errors.Is(err, store.ErrUnavailable) && l.refresh() == nil && l.row.State != store.Open {
		l.compareVacations()
		return nil // it was stored; only the store's answer was lost
	}
	if err != nil {
		return refusal(err)
	}
	l.vacationsDue = true
	if l.restoreWhy != "" {
		if err := l.recordPendingRestore(); err != nil {
			return err
		}
	}
	l.compareVacations()
	return nil
}

// started is the event of the table's first entry. names are those of the players.
func started(row store.Table, names map[store.PlayerID]string) (engine.Started, error) {
	commitment, err := row.Commitment()
	if err != nil {
		return engine.Started{}, fmt.Errorf("table %s: %w", row.ID, err)
	}
	s := engine.Started{
		Table:      string(row.ID),
		Title:      row.Title,
		Setup:      engine.Setup{Options: row.Options},
		Commitment: commitment,
		Chance:     row.Chance,
		Created:    row.CreatedAt.UnixMilli(),
		Origin:     row.Origin,
	}
	for i, p := range row.Seats {
		seat, person := engine.Seat(i), codec.Optional{}
		if p.Player != "" {
			person = row.Secret.PersonDigest(string(row.ID), int(seat), 0, names[p.Player])
		}
		s.Setup.Colors = append(s.Setup.Colors, p.Color)
		s.Contributions = append(s.Contributions, hex.EncodeToString(row.ContributionOf(seat)))
		s.Names, s.Bots = append(s.Names, person), append(s.Bots, p.Bot)
		s.Answers = append(s.Answers, engine.Answer(row.AnswerOf(seat)))
	}
	return s, nil
}

// namesToStore lists the names that the first entry binds.
func namesToStore(row store.Table, names map[store.PlayerID]string) (list []store.TableName) {
	for i, p := range row.Seats {
		if p.Player != "" {
			list = append(list, store.TableName{Seat: engine.Seat(i), Player: p.Player, Name: names[p.Player]})
		}
	}
	return list
}
