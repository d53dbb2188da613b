package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/internal/portable"
)

// portable returns the database for statements that both databases understand.
func (s *Store) portable() portable.DB {
	return portable.DB{
		Read: func(ctx context.Context, each func(portable.Scan) error, query string, args ...any) error {
			ctx, done := s.reading(ctx)
			defer done()
			rows, err := s.pool.Query(ctx, portable.InPostgres.Replace(query), args...)
			return fail(ctx, scanAll(rows, err, each))
		},
		Change: func(ctx context.Context, do func(context.Context, portable.Tx) error) error {
			return s.change(ctx, func(tx pgx.Tx) error { return do(ctx, portableTx{tx}) })
		},
	}
}

// scanAll calls each for all rows of a query that returned rows and err.
func scanAll(rows pgx.Rows, err error, each func(portable.Scan) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// portableTx is a transaction of such statements.
type portableTx struct{ tx pgx.Tx }

// Query implements portable.Tx.
func (t portableTx) Query(ctx context.Context, each func(portable.Scan) error, query string, args ...any) error {
	rows, err := t.tx.Query(ctx, portable.InPostgres.Replace(query), args...)
	return scanAll(rows, err, each)
}

// Exec implements portable.Tx.
func (t portableTx) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := t.tx.Exec(ctx, portable.InPostgres.Replace(statement), args...)
	return result.RowsAffected(), err
}
