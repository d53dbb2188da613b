package sqlite

import (
	"context"
	"database/sql"

	"nemeton/server/store/internal/portable"
)

// portable returns the database for statements that both databases understand.
func (s *Store) portable() portable.DB {
	return portable.DB{
		Read: func(ctx context.Context, each func(portable.Scan) error, query string, args ...any) error {
			return s.each(ctx, func(rows *sql.Rows) error { return each(rows.Scan) }, portable.InSQLite.Replace(query), args...)
		},
		Change: func(ctx context.Context, do func(context.Context, portable.Tx) error) error {
			return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error { return do(ctx, portableTx{tx}) })
		},
	}
}

// portableTx is a transaction of such statements.
type portableTx struct{ tx *sql.Tx }

// Query implements portable.Tx.
func (t portableTx) Query(ctx context.Context, each func(portable.Scan) error, query string, args ...any) error {
	return scanEach(ctx, t.tx, func(rows *sql.Rows) error { return each(rows.Scan) }, portable.InSQLite.Replace(query), args...)
}

// Exec implements portable.Tx.
func (t portableTx) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := t.tx.ExecContext(ctx, portable.InSQLite.Replace(statement), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
