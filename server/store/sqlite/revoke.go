package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"nemeton/server/store"
)

// RevokeSession implements store.Sessions.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) (store.Ended, error) {
	ended, err := s.end(ctx, "id = ? AND player = ?", id, player)
	if err == nil && len(ended.Sessions) == 0 {
		err = store.ErrNotFound
	}
	return ended, err
}

// RevokeOtherSessions implements store.Sessions.
func (s *Store) RevokeOtherSessions(ctx context.Context, player store.PlayerID, except string) (store.Ended, error) {
	return s.end(ctx, "player = ? AND id <> ?", player, except)
}

// ExpireSessions implements store.Sessions.
func (s *Store) ExpireSessions(ctx context.Context, before time.Time, limit int) (store.Ended, error) {
	return s.end(ctx, "id IN (SELECT id FROM sessions WHERE seen_at < ? ORDER BY seen_at LIMIT ?)", before.UnixMicro(), limit)
}

func (s *Store) end(ctx context.Context, where string, args ...any) (ended store.Ended, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		ended, err = endSessions(ctx, tx, where, args...)
		return err
	})
	if err != nil {
		return store.Ended{}, err
	}
	return ended, nil
}

// endSessions deletes the sessions that match the condition. Their tokens and links go with them by foreign key. It empties the invites that
// they made.
func endSessions(ctx context.Context, tx *sql.Tx, where string, args ...any) (ended store.Ended, err error) {
	if ended.Sessions, err = texts[string](tx.QueryContext(ctx, "DELETE FROM sessions WHERE "+where+" RETURNING id", args...)); err != nil || len(ended.Sessions) == 0 {
		return store.Ended{}, err
	}
	list, err := json.Marshal(ended.Sessions)
	if err != nil {
		return store.Ended{}, err
	}
	ended.Tables, err = texts[store.TableID](tx.QueryContext(ctx, `UPDATE tables SET invite = '', invite_session = '', rev = rev + 1
		WHERE invite_session <> '' AND invite_session IN (SELECT value FROM json_each(?)) AND state IN ('open', 'running') RETURNING id`, string(list)))
	return ended, err
}

// texts reads the only column of all rows.
func texts[T ~string](rows *sql.Rows, err error) (list []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text T
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}
