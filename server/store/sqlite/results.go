package sqlite

import (
	"context"
	"database/sql"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// SaveOutcome implements store.Results.
func (s *Store) SaveOutcome(ctx context.Context, id store.TableID, o store.Outcome) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		t, err := s.scanTable(tx.QueryRowContext(ctx, tableColumns+" WHERE t.id = ?", id))
		if err != nil {
			return err
		}
		if t.State != store.Finished {
			return store.ErrNotFound
		}
		if _, err := tx.ExecContext(ctx, row.DeleteResults, id); err != nil {
			return err
		}
		for seat, x := range row.SeatOutcomes(o, t.Winners, t.StandIns, t.Ending) {
			_, err := tx.ExecContext(ctx, row.InsertResult, id, seat, o.FinishedAt.UnixMicro(), t.Ending.Ended, x.Points, x.Won, x.Conceded, x.StandIn, x.HandedOver)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// addResults adds the results of an append to the transaction.
func (w *writer) addResults(ctx context.Context, a *row.Append) error {
	if a.Outcome == nil {
		return nil
	}
	_, err := w.exec(ctx, w.deleteResults, string(a.Table))
	for seat, x := range row.SeatOutcomes(*a.Outcome, a.Append.Winners, a.Append.StandIns, a.Append.Ending) {
		if err != nil {
			return err
		}
		_, err = w.exec(ctx, w.result, string(a.Table), int64(seat), a.Outcome.FinishedAt.UnixMicro(), string(a.Append.Ending.Ended),
			x.Points, x.Won, x.Conceded, x.StandIn, x.HandedOver)
	}
	return err
}

// Results implements store.Results.
func (s *Store) Results(ctx context.Context, q store.ResultQuery) (list []store.Result, err error) {
	if q.Before.IsZero() {
		q.Before = row.Never
	}
	err = s.each(ctx, func(rows *sql.Rows) error {
		var r row.SeatRow
		err := rows.Scan(&r.Table, &r.Title, &r.Private, micros{&r.FinishedAt}, &r.Ended, &r.Seat.Player, &r.Seat.Bot, &r.Seat.Color, &r.Seat.Points,
			&r.Won, &r.Conceded, &r.StandIn, &r.HandedOver)
		list = row.AddSeat(list, r)
		return err
	}, row.SelectResults, q.Player, q.Before.UnixMicro(), q.BeforeID, q.With, q.Viewer, q.Limit)
	return list, err
}

// Figures implements store.Results.
func (s *Store) Figures(ctx context.Context, player store.PlayerID) (list []store.Figures, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var f store.Figures
		err := rows.Scan(&f.Title, &f.Seats, &f.Bots, &f.Games, &f.Wins, &f.Scored, &f.Points, &f.Best)
		list = append(list, f)
		return err
	}, row.SelectFigures, player)
	return list, err
}

// HeadToHead implements store.Results.
func (s *Store) HeadToHead(ctx context.Context, a, b, viewer store.PlayerID) (list []store.HeadToHead, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var h store.HeadToHead
		err := rows.Scan(&h.Title, &h.Games, &h.Wins, &h.OtherWins)
		list = append(list, h)
		return err
	}, row.SelectHeadToHead, a, b, viewer)
	return list, err
}

// Companions implements store.Results.
func (s *Store) Companions(ctx context.Context, player store.PlayerID, limit int) (list []store.Companion, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var c store.Companion
		err := rows.Scan(&c.Player, &c.Games, micros{&c.LastAt})
		list = append(list, c)
		return err
	}, row.SelectCompanions, player, store.CompanionGames, limit)
	return list, err
}

// PlayedTogether implements store.Results.
func (s *Store) PlayedTogether(ctx context.Context, a, b store.PlayerID) (together bool, err error) {
	err = s.read.QueryRowContext(ctx, row.SelectTogether, a, b).Scan(&together)
	return together, s.fail(ctx, err)
}

// each calls scan for each row of a query. scan must not keep the rows.
func (s *Store) each(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	return s.fail(ctx, scanEach(ctx, &s.read, scan, query, args...))
}

// querier is a transaction or the reader.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// scanEach calls scan for each row of a query.
func scanEach(ctx context.Context, from querier, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// microsOrZero scans a column of microseconds, in which 0 stands for the zero time.
type microsOrZero struct{ into *time.Time }

// Scan implements sql.Scanner.
func (m microsOrZero) Scan(v any) error {
	if n, ok := v.(int64); ok && n == 0 {
		*m.into = time.Time{}
		return nil
	}
	return micros(m).Scan(v)
}
