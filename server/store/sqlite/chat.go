package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"nemeton/server/store/internal/chat"
)

// inSQLite replaces the parts of chat statements that differ between the databases. Transactions that write run one after the other, so players need no lock.
var inSQLite = strings.NewReplacer(chat.InList1, "IN (SELECT value FROM json_each(?1))", chat.LockPlayer, "")

// newChat returns the chat of this store.
func (s *Store) newChat() *chat.Chat {
	return chat.New(
		func(ctx context.Context, each func(chat.Scan) error, query string, args ...any) error {
			return s.each(ctx, func(rows *sql.Rows) error { return each(rows.Scan) }, inSQLite.Replace(query), args...)
		},
		func(ctx context.Context, do func(context.Context, chat.Tx) error) error {
			return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error { return do(ctx, chatTx{tx}) })
		})
}

// chatTx is a transaction of the chat.
type chatTx struct{ tx *sql.Tx }

// Query implements chat.Tx.
func (t chatTx) Query(ctx context.Context, each func(chat.Scan) error, query string, args ...any) error {
	return scanEach(ctx, t.tx, func(rows *sql.Rows) error { return each(rows.Scan) }, inSQLite.Replace(query), args...)
}

// Exec implements chat.Tx.
func (t chatTx) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := t.tx.ExecContext(ctx, inSQLite.Replace(statement), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
