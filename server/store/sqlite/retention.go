package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/internal/chat"
)

// The statements of retention. Some have a list of ids, as JSON, in an argument.
const (
	closeIdle = `UPDATE tables SET state = 'closed', rev = rev + 1, updated_at = ?2, listed_at = ?2 WHERE id IN
		(SELECT id FROM tables WHERE state <> 'closed' AND state = 'open' AND listed_at < ?1 ORDER BY listed_at, id LIMIT ?3) RETURNING id`
	// closedTables selects the tables to remove. The newest table of all stays until there is a newer one, so that its key is never given to another
	// table: a cache of keys may still have it.
	closedTables = `SELECT id FROM tables WHERE state = 'closed' AND listed_at < ?1 AND key < (SELECT max(key) FROM tables)
		ORDER BY listed_at, id LIMIT ?2`
	clearRematch  = "UPDATE tables SET rematch = '', rev = rev + 1 WHERE rematch <> '' AND rematch IN (SELECT value FROM json_each(?1))"
	removeEntries = "DELETE FROM entries WHERE table_key IN (SELECT key FROM tables WHERE id IN (SELECT value FROM json_each(?1)))"
	nextPlayers   = "SELECT id FROM players WHERE id > ?1 ORDER BY id LIMIT ?2"
	// idleAmong selects those of the players ?2 that are idle since the time ?1.
	idleAmong = `SELECT p.id FROM players p WHERE p.id IN (SELECT value FROM json_each(?2)) AND p.created_at < ?1
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id AND s.seen_at >= ?1)
		AND NOT EXISTS (SELECT 1 FROM places x WHERE x.player <> '' AND x.player = p.id)`
	expiredLinks = "DELETE FROM links WHERE code_hash IN (SELECT code_hash FROM links WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)"
)

// CloseIdleTables implements store.Retention.
func (s *Store) CloseIdleTables(ctx context.Context, before, now time.Time, limit int) (ids []store.TableID, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		ids, err = column[store.TableID](tx.QueryContext(ctx, closeIdle, before.UnixMicro(), now.UnixMicro(), limit))
		return err
	})
	return ids, err
}

// RemoveClosedTables implements store.Retention.
func (s *Store) RemoveClosedTables(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		ids, err := column[store.TableID](tx.QueryContext(ctx, closedTables, before.UnixMicro(), limit))
		if err != nil || len(ids) == 0 {
			return err
		}
		n = len(ids)
		return execAll(ctx, tx, ids,
			clearRematch,
			"DELETE FROM places WHERE table_id IN (SELECT value FROM json_each(?1))",
			removeEntries,
			"DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?1))")
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// RemoveIdlePlayers implements store.Retention. It examines the players without a transaction, so that play does not wait.
func (s *Store) RemoveIdlePlayers(ctx context.Context, before time.Time, after store.PlayerID, limit int) (removed int, next store.PlayerID, err error) {
	examined, err := column[store.PlayerID](s.read.QueryContext(ctx, nextPlayers, after, limit))
	if err != nil {
		return 0, "", s.fail(ctx, err)
	}
	if len(examined) == limit {
		next = examined[limit-1]
	}
	list, err := json.Marshal(examined)
	if err != nil {
		return 0, "", err
	}
	idle, err := column[store.PlayerID](s.read.QueryContext(ctx, idleAmong, before.UnixMicro(), string(list)))
	if err != nil || len(idle) == 0 {
		return 0, next, s.fail(ctx, err)
	}
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// A player may have come back since the first query.
		idle, err = column[store.PlayerID](tx.QueryContext(ctx, idleAmong, before.UnixMicro(), string(list)))
		if err != nil {
			return err
		}
		if err := execAll(ctx, tx, idle, chat.Forget("IN (SELECT value FROM json_each(?1))")...); err != nil {
			return err
		}
		return execAll(ctx, tx, idle,
			"DELETE FROM invitations WHERE inviter IN (SELECT value FROM json_each(?1)) OR invited IN (SELECT value FROM json_each(?1))",
			"DELETE FROM blocks WHERE player IN (SELECT value FROM json_each(?1)) OR blocked IN (SELECT value FROM json_each(?1))",
			"DELETE FROM notifiers WHERE player IN (SELECT value FROM json_each(?1))",
			"DELETE FROM nudges WHERE nudger IN (SELECT value FROM json_each(?1)) OR nudged IN (SELECT value FROM json_each(?1))",
			"DELETE FROM unlisted WHERE player IN (SELECT value FROM json_each(?1))",
			"DELETE FROM table_names WHERE player IN (SELECT value FROM json_each(?1))",
			"DELETE FROM links WHERE player IN (SELECT value FROM json_each(?1))",
			"DELETE FROM sessions WHERE player IN (SELECT value FROM json_each(?1))",
			"DELETE FROM players WHERE id IN (SELECT value FROM json_each(?1))")
	})
	if err != nil {
		return 0, "", err
	}
	return len(idle), next, nil
}

// RemoveExpiredLinks implements store.Retention.
func (s *Store) RemoveExpiredLinks(ctx context.Context, before time.Time, limit int) (int, error) {
	var removed int64
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, expiredLinks, before.UnixMicro(), limit)
		if err != nil {
			return err
		}
		removed, err = result.RowsAffected()
		return err
	})
	if err != nil {
		return 0, err
	}
	return int(removed), nil
}

// execAll runs statements with a list of ids, as JSON, in their only argument.
func execAll[ID ~string](ctx context.Context, tx *sql.Tx, ids []ID, statements ...string) error {
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement, string(list)); err != nil {
			return err
		}
	}
	return nil
}

// column returns the values of a query with one column.
func column[T ~string | ~[]byte](rows *sql.Rows, err error) (list []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}
