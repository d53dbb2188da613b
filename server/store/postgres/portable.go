package postgres

import (
	"context"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/internal/portable"
)

// portableDB runs statements that both databases understand.
type portableDB struct{ s *Store }

// Query implements portable.Queryer.
func (d portableDB) Query(ctx context.Context, each func(portable.Scan) error, q *portable.Statement, args ...any) error {
	if !storableArgs(args) {
		return nil
	}
	ctx, done := d.s.reading(ctx)
	defer done()
	rows, err := d.s.pool.Query(ctx, q.Postgres, portable.ForPostgres(args)...)
	return fail(ctx, scanAll(rows, err, each))
}

// Exec implements portable.Tx.
func (d portableDB) Exec(ctx context.Context, q *portable.Statement, args ...any) (int64, error) {
	if changesNothing(q, args) {
		return 0, nil
	}
	return d.s.exec(ctx, q.Postgres, portable.ForPostgres(args)...)
}

// Send implements portable.Tx. Without a transaction around it, a batch is one.
func (d portableDB) Send(ctx context.Context, calls ...portable.Call) error {
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

// Change implements portable.DB.
func (d portableDB) Change(ctx context.Context, do func(context.Context, portable.Tx) error) error {
	return d.s.change(ctx, func(tx pgx.Tx) error { return do(ctx, portableTx{tx}) })
}

// portableTx is a transaction of such statements.
type portableTx struct{ tx pgx.Tx }

// Query implements portable.Queryer.
func (t portableTx) Query(ctx context.Context, each func(portable.Scan) error, q *portable.Statement, args ...any) error {
	if !storableArgs(args) {
		return nil
	}
	rows, err := t.tx.Query(ctx, q.Postgres, portable.ForPostgres(args)...)
	return scanAll(rows, err, each)
}

// Exec implements portable.Tx.
func (t portableTx) Exec(ctx context.Context, q *portable.Statement, args ...any) (int64, error) {
	if changesNothing(q, args) {
		return 0, nil
	}
	result, err := t.tx.Exec(ctx, q.Postgres, portable.ForPostgres(args)...)
	return result.RowsAffected(), err
}

// Send implements portable.Tx.
func (t portableTx) Send(ctx context.Context, calls ...portable.Call) error {
	if len(calls) == 0 {
		return nil
	}
	return t.tx.SendBatch(ctx, batchOf(calls)).Close()
}

func batchOf(calls []portable.Call) *pgx.Batch {
	b := &pgx.Batch{}
	for _, c := range calls {
		queue(b, c)
	}
	return b
}

// queue adds a call to a batch.
func queue(b *pgx.Batch, c portable.Call) {
	if !changesNothing(c.Statement, c.Args) {
		b.Queue(c.Statement.Postgres, portable.ForPostgres(c.Args)...)
	}
}

// scanAll calls each for all rows of a query that returned rows and err.
func scanAll(rows pgx.Rows, err error, each func(portable.Scan) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	scan := portable.Scanning(rows.Scan)
	for rows.Next() {
		if err := each(scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// changesNothing reports whether a statement changes no row, because it is for SQLite alone or looks for a text that Postgres cannot hold.
func changesNothing(q *portable.Statement, args []any) bool {
	return q.Postgres == "" || !strings.HasPrefix(q.Postgres, "INSERT") && !storableArgs(args)
}

// storableArgs reports whether Postgres can hold all texts among the arguments.
func storableArgs(args []any) bool {
	for _, arg := range args {
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String && !portable.Storable(v.String()) {
			return false
		}
	}
	return true
}
