package sqlite

import (
	"context"
	"database/sql"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// DueTables implements store.TimeControl.
func (s *Store) DueTables(ctx context.Context, until int64, limit int) (list []store.Due, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, due_at FROM tables WHERE due_at > 0 AND due_at <= ? AND state = 'running' ORDER BY due_at, id LIMIT ?", until, limit)
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var due store.Due
		if err := rows.Scan(&due.Table, &due.At); err != nil {
			return nil, s.fail(ctx, err)
		}
		list = append(list, due)
	}
	return list, s.fail(ctx, rows.Err())
}

// Touch implements store.TimeControl. One process uses the file, so its wall clock is the store's, and it is the only node.
func (s *Store) Touch(ctx context.Context, known, wall time.Time, node store.Node) (t store.Touched, err error) {
	t.Reads = node.Reads
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var last int64
		if err := tx.QueryRowContext(ctx, "SELECT touched_at FROM pulse").Scan(&last); err != nil {
			return err
		}
		ms, o, ok := store.Beat(last, row.StoredMillis(known), wall.UnixMilli())
		if t.Now = time.UnixMilli(ms).UTC(); ok {
			if _, err := tx.ExecContext(ctx, "INSERT INTO outages (ended, began) VALUES (?, ?) ON CONFLICT DO NOTHING", o.To, o.From); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE pulse SET touched_at = ?", ms); err != nil {
			return err
		}
		t.Outages, err = readOutages(ctx, tx, store.OutagesSince(ms))
		return err
	})
	return t, err
}

func readOutages(ctx context.Context, tx *sql.Tx, since int64) (list []engine.Outage, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT began, ended FROM outages WHERE ended >= ? ORDER BY ended", since)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var o engine.Outage
		if err := rows.Scan(&o.From, &o.To); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
