package sqlite

import (
	"context"
	"database/sql"

	"nemeton/server/store/internal/portable"
)

// portableDB runs statements that both databases understand.
type portableDB struct{ s *Store }

// Query implements portable.Queryer.
func (d portableDB) Query(ctx context.Context, each func(portable.Scan) error, q *portable.Statement, args ...any) error {
	rows, err := d.s.read.QueryContext(ctx, q.SQLite, portable.ForSQLite(args)...)
	return d.s.fail(ctx, scanAll(rows, err, each))
}

// Exec implements portable.Tx.
func (d portableDB) Exec(ctx context.Context, q *portable.Statement, args ...any) (n int64, err error) {
	err = d.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
		n, err = tx.Exec(ctx, q, args...)
		return err
	})
	return n, err
}

// Send implements portable.Tx.
func (d portableDB) Send(ctx context.Context, calls ...portable.Call) error {
	return d.Change(ctx, func(ctx context.Context, tx portable.Tx) error { return tx.Send(ctx, calls...) })
}

// Change implements portable.DB.
func (d portableDB) Change(ctx context.Context, do func(context.Context, portable.Tx) error) error {
	return d.s.change(ctx, func(ctx context.Context, tx *sql.Tx) error { return do(ctx, portableTx{tx}) })
}

// portableTx is a transaction of such statements.
type portableTx struct{ tx *sql.Tx }

// Query implements portable.Queryer.
func (t portableTx) Query(ctx context.Context, each func(portable.Scan) error, q *portable.Statement, args ...any) error {
	if q.SQLite == "" {
		return nil
	}
	rows, err := t.tx.QueryContext(ctx, q.SQLite, portable.ForSQLite(args)...)
	return scanAll(rows, err, each)
}

// Exec implements portable.Tx.
func (t portableTx) Exec(ctx context.Context, q *portable.Statement, args ...any) (int64, error) {
	if q.SQLite == "" {
		return 0, nil
	}
	result, err := t.tx.ExecContext(ctx, q.SQLite, portable.ForSQLite(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Send implements portable.Tx.
func (t portableTx) Send(ctx context.Context, calls ...portable.Call) error {
	for _, c := range calls {
		if _, err := t.Exec(ctx, c.Statement, c.Args...); err != nil {
			return err
		}
	}
	return nil
}

// scanAll calls each for all rows of a query that returned rows and err.
func scanAll(rows *sql.Rows, err error, each func(portable.Scan) error) error {
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	scan := portable.Scanning(rows.Scan)
	for rows.Next() {
		if err := each(scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
