package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// The statements of results, with the placeholders of Postgres.
var (
	deleteResults    = row.Numbered(row.DeleteResults)
	insertResult     = row.Numbered(row.InsertResult)
	selectResults    = row.Numbered(row.SelectResults)
	selectFigures    = row.Numbered(row.SelectFigures)
	selectHeadToHead = row.Numbered(row.SelectHeadToHead)
	selectCompanions = row.Numbered(row.SelectCompanions)
	selectTogether   = row.Numbered(row.SelectTogether)
)

// SaveOutcome implements store.Results.
func (s *Store) SaveOutcome(ctx context.Context, id store.TableID, o store.Outcome) error {
	if !storable(string(id)) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		t, err := s.lockTable(ctx, tx, id)
		if err != nil {
			return err
		}
		if t.State != store.Finished {
			return store.ErrNotFound
		}
		var b pgx.Batch
		queueResults(&b, id, o, t.Winners, t.StandIns, t.Ending)
		return sendAll(ctx, tx, &b)
	})
}

// insertResults adds the results of an append.
func insertResults(b *pgx.Batch, a *row.Append) {
	if a.Outcome != nil {
		queueResults(b, a.Table, *a.Outcome, a.Append.Winners, a.Append.StandIns, a.Append.Ending)
	}
}

func queueResults(b *pgx.Batch, id store.TableID, o store.Outcome, winners []engine.Seat, standIns []string, ending store.Ending) {
	b.Queue(deleteResults, id)
	for seat, x := range row.SeatOutcomes(o, winners, standIns, ending) {
		b.Queue(insertResult, id, seat, o.FinishedAt, string(ending.Ended), x.Points, x.Won, x.Conceded, x.StandIn, x.HandedOver)
	}
}

// Results implements store.Results.
func (s *Store) Results(ctx context.Context, q store.ResultQuery) (list []store.Result, err error) {
	if !storable(string(q.Player)) || !storable(string(q.With)) || !storable(string(q.Viewer)) || !storable(string(q.BeforeID)) {
		return nil, nil
	}
	if q.Before.IsZero() {
		q.Before = row.Never
	}
	var r row.SeatRow
	err = s.each(ctx, []any{
		&r.Table, &r.Title, &r.Private, &r.FinishedAt, &r.Ended, &r.Seat.Player, &r.Seat.Bot, &r.Seat.Color, &r.Seat.Points, &r.Won, &r.Conceded, &r.StandIn, &r.HandedOver,
	}, func() {
		r.FinishedAt = r.FinishedAt.UTC()
		list = row.AddSeat(list, r)
	}, selectResults, q.Player, q.Before, q.BeforeID, q.With, q.Viewer, q.Limit)
	return list, err
}

// Figures implements store.Results.
func (s *Store) Figures(ctx context.Context, player store.PlayerID) (list []store.Figures, err error) {
	if !storable(string(player)) {
		return nil, nil
	}
	var f store.Figures
	err = s.each(ctx, []any{&f.Title, &f.Seats, &f.Bots, &f.Games, &f.Wins, &f.Scored, &f.Points, &f.Best},
		func() { list = append(list, f) }, selectFigures, player)
	return list, err
}

// HeadToHead implements store.Results.
func (s *Store) HeadToHead(ctx context.Context, a, b, viewer store.PlayerID) (list []store.HeadToHead, err error) {
	if !storable(string(a)) || !storable(string(b)) || !storable(string(viewer)) {
		return nil, nil
	}
	var h store.HeadToHead
	err = s.each(ctx, []any{&h.Title, &h.Games, &h.Wins, &h.OtherWins}, func() { list = append(list, h) }, selectHeadToHead, a, b, viewer)
	return list, err
}

// Companions implements store.Results.
func (s *Store) Companions(ctx context.Context, player store.PlayerID, limit int) (list []store.Companion, err error) {
	if !storable(string(player)) {
		return nil, nil
	}
	var c store.Companion
	err = s.each(ctx, []any{&c.Player, &c.Games, &c.LastAt}, func() {
		c.LastAt = c.LastAt.UTC()
		list = append(list, c)
	}, selectCompanions, player, store.CompanionGames, limit)
	return list, err
}

// PlayedTogether implements store.Results.
func (s *Store) PlayedTogether(ctx context.Context, a, b store.PlayerID) (together bool, err error) {
	if !storable(string(a)) || !storable(string(b)) {
		return false, nil
	}
	err = s.each(ctx, []any{&together}, func() {}, selectTogether, a, b)
	return together, err
}

// each calls do for each row of a query, after it has set the variables.
func (s *Store) each(ctx context.Context, into []any, do func(), query string, args ...any) error {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, query, args...)
	if err != nil {
		return fail(ctx, err)
	}
	_, err = pgx.ForEachRow(rows, into, func() error {
		do()
		return nil
	})
	return fail(ctx, err)
}

// orZero returns the time in UTC; the zero time for NULL.
func orZero(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return at.UTC()
}
