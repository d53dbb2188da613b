package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/internal/chat"
)

// inPostgres replaces the parts of chat statements that differ between the databases.
var inPostgres = strings.NewReplacer(chat.InList1, "IN (SELECT jsonb_array_elements_text($1::text::jsonb))", chat.LockPlayer, "FOR SHARE OF p", "?", "$")

// newChat returns the chat of this store.
func (s *Store) newChat() *chat.Chat {
	return chat.New(
		func(ctx context.Context, each func(chat.Scan) error, query string, args ...any) error {
			ctx, done := s.reading(ctx)
			defer done()
			rows, err := s.pool.Query(ctx, inPostgres.Replace(query), args...)
			return fail(ctx, scanChat(rows, err, each))
		},
		func(ctx context.Context, do func(context.Context, chat.Tx) error) error {
			return s.change(ctx, func(tx pgx.Tx) error { return do(ctx, chatTx{tx}) })
		})
}

func scanChat(rows pgx.Rows, err error, each func(chat.Scan) error) error {
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

// chatTx is a transaction of the chat.
type chatTx struct{ tx pgx.Tx }

// Query implements chat.Tx.
func (t chatTx) Query(ctx context.Context, each func(chat.Scan) error, query string, args ...any) error {
	rows, err := t.tx.Query(ctx, inPostgres.Replace(query), args...)
	return scanChat(rows, err, each)
}

// Exec implements chat.Tx.
func (t chatTx) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := t.tx.Exec(ctx, inPostgres.Replace(statement), args...)
	return result.RowsAffected(), err
}
