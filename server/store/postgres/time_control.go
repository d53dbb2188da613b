package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// DueTables implements store.TimeControl.
func (s *Store) DueTables(ctx context.Context, until int64, limit int) ([]store.Due, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, "SELECT id, due_at FROM tables WHERE due_at > 0 AND due_at <= $1 AND state = 'running' ORDER BY due_at, id LIMIT $2", until, limit)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.Due])
	return list, fail(ctx, err)
}

// Touch implements store.TimeControl. The wall clock is that of the Postgres server, read once the row is locked, so that touches are in order.
func (s *Store) Touch(ctx context.Context, known, _ time.Time, node store.Node) (t store.Touched, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		var last int64
		if err := tx.QueryRow(ctx, "SELECT touched_at FROM pulse FOR UPDATE").Scan(&last); err != nil {
			return err
		}
		var wall time.Time
		if err := tx.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&wall); err != nil {
			return err
		}
		ms, o, ok := store.Beat(last, row.StoredMillis(known), wall.UnixMilli())
		if t.Now = time.UnixMilli(ms).UTC(); ok {
			if _, err := tx.Exec(ctx, "INSERT INTO outages (ended, began) VALUES ($1, $2) ON CONFLICT DO NOTHING", o.To, o.From); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "UPDATE pulse SET touched_at = $1", ms); err != nil {
			return err
		}
		if t.Reads, err = readsOfAll(ctx, tx, node, ms); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT began, ended FROM outages WHERE ended >= $1 ORDER BY ended", store.OutagesSince(ms))
		if err != nil {
			return err
		}
		t.Outages, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (o engine.Outage, err error) {
			err = r.Scan(&o.From, &o.To)
			return o, err
		})
		return err
	})
	return t, err
}
