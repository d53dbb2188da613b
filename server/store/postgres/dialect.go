package postgres

import (
	"context"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/dialect"
)

// dialectDB runs statements that both databases understand.
type dialectDB struct{ s *Store }

func (d dialectDB) Query(ctx context.Context, each func(dialect.Scan) error, q *dialect.Statement, args ...any) error {
	if !storableArgs(args) {
		return nil
	}
	ctx, done := d.s.reading(ctx, q.Postgres)
	defer done()
	rows, err := d.s.pool.Query(ctx, q.Postgres, dialect.ForPostgres(args)...)
	return fail(ctx, scanAll(rows, err, each))
}

func (d dialectDB) Exec(ctx context.Context, q *dialect.Statement, args ...any) (int64, error) {
	if changesNothing(q, args) {
		return 0, nil
	}
	return d.s.exec(ctx, q.Postgres, dialect.ForPostgres(args)...)
}

// Send implements dialect.Tx. Without a transaction around it, a batch is one.
func (d dialectDB) Send(ctx context.Context, calls ...dialect.Call) error {
	if len(calls) == 0 {
		return nil
	}
	leave, err := d.s.gate.enter(ctx, 0)
	if err != nil {
		return err
	}
	defer leave(ctx)
	return fail(ctx, d.s.pool.SendBatch(ctx, batchOf(calls)).Close())
}

func (d dialectDB) Change(ctx context.Context, do func(context.Context, dialect.Tx) error) error {
	return d.s.change(ctx, func(tx pgx.Tx) error { return do(ctx, dialectTx{tx}) })
}

// dialectTx is a transaction of such statements.
type dialectTx struct{ tx pgx.Tx }

func (t dialectTx) Query(ctx context.Context, each func(dialect.Scan) error, q *dialect.Statement, args ...any) error {
	if !storableArgs(args) {
		return nil
	}
	rows, err := t.tx.Query(ctx, q.Postgres, dialect.ForPostgres(args)...)
	return scanAll(rows, err, each)
}

func (t dialectTx) Exec(ctx context.Context, q *dialect.Statement, args ...any) (int64, error) {
	if changesNothing(q, args) {
		return 0, nil
	}
	result, err := t.tx.Exec(ctx, q.Postgres, dialect.ForPostgres(args)...)
	return result.RowsAffected(), err
}

func (t dialectTx) Send(ctx context.Context, calls ...dialect.Call) error {
	if len(calls) == 0 {
		return nil
	}
	return t.tx.SendBatch(ctx, batchOf(calls)).Close()
}

func batchOf(calls []dialect.Call) *pgx.Batch {
	b := &pgx.Batch{}
	for _, c := range calls {
		queue(b, c)
	}
	return b
}

func queue(b *pgx.Batch, c dialect.Call) {
	if !changesNothing(c.Statement, c.Args) {
		b.Queue(c.Statement.Postgres, dialect.ForPostgres(c.Args)...)
	}
}

// scanAll calls each for all rows of a query that returned rows and err.
func scanAll(rows pgx.Rows, err error, each func(dialect.Scan) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	scan := dialect.Scanning(rows.Scan)
	for rows.Next() {
		if err := each(scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// changesNothing reports whether a statement changes no row, because it is for SQLite alone or looks for a text that Postgres cannot hold.
func changesNothing(q *dialect.Statement, args []any) bool {
	return q.Postgres == "" || !strings.HasPrefix(q.Postgres, "INSERT") && !storableArgs(args)
}

func storableArgs(args []any) bool {
	for _, arg := range args {
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String && !dialect.Storable(v.String()) {
			return false
		}
	}
	return true
}
