package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"nemeton/server/store/dialect"
)

// dialectDB runs statements that both databases understand.
type dialectDB struct{ s *Store }

func (d dialectDB) Query(ctx context.Context, each func(dialect.Scan) error, q *dialect.Statement, args ...any) error {
	rows, err := d.s.read.QueryContext(ctx, q.SQLite, dialect.ForSQLite(args)...)
	err = scanAll(rows, err, each)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) && d.s.canceled != nil {
		d.s.canceled(q.SQLite)
	}
	return d.s.fail(ctx, err)
}

func (d dialectDB) Exec(ctx context.Context, q *dialect.Statement, args ...any) (n int64, err error) {
	err = d.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		n, err = tx.Exec(ctx, q, args...)
		return err
	})
	return n, err
}

func (d dialectDB) Send(ctx context.Context, calls ...dialect.Call) error {
	return d.Change(ctx, func(ctx context.Context, tx dialect.Tx) error { return tx.Send(ctx, calls...) })
}

func (d dialectDB) Change(ctx context.Context, do func(context.Context, dialect.Tx) error) error {
	return d.s.change(ctx, func(ctx context.Context, tx *sql.Tx) error { return do(ctx, dialectTx{tx}) })
}

// dialectTx is a transaction of such statements.
type dialectTx struct{ tx *sql.Tx }

func (t dialectTx) Query(ctx context.Context, each func(dialect.Scan) error, q *dialect.Statement, args ...any) error {
	if q.SQLite == "" {
		return nil
	}
	rows, err := t.tx.QueryContext(ctx, q.SQLite, dialect.ForSQLite(args)...)
	return scanAll(rows, err, each)
}

func (t dialectTx) Exec(ctx context.Context, q *dialect.Statement, args ...any) (int64, error) {
	if q.SQLite == "" {
		return 0, nil
	}
	result, err := t.tx.ExecContext(ctx, q.SQLite, dialect.ForSQLite(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t dialectTx) Send(ctx context.Context, calls ...dialect.Call) error {
	for _, c := range calls {
		if _, err := t.Exec(ctx, c.Statement, c.Args...); err != nil {
			return err
		}
	}
	return nil
}

// scanAll calls each for all rows of a query that returned rows and err.
func scanAll(rows *sql.Rows, err error, each func(dialect.Scan) error) error {
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	scan := dialect.Scanning(rows.Scan)
	for rows.Next() {
		if err := each(scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
