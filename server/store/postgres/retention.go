package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/internal/chat"
)

// CloseIdleTables implements store.Retention. Tables that another transaction has locked are in use; it skips them.
func (s *Store) CloseIdleTables(ctx context.Context, before, now time.Time, limit int) ([]store.TableID, error) {
	rows, err := s.pool.Query(ctx, `WITH idle AS MATERIALIZED (
			SELECT id FROM tables WHERE state <> 'closed' AND state = 'open' AND listed_at < $1 ORDER BY listed_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
		UPDATE tables SET state = 'closed', rev = rev + 1, updated_at = $2, listed_at = $2 WHERE id IN (SELECT id FROM idle) RETURNING id`, before, now, limit)
	if err != nil {
		return nil, fail(ctx, err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[store.TableID])
	return ids, fail(ctx, err)
}

// RemoveClosedTables implements store.Retention.
func (s *Store) RemoveClosedTables(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		ids, err := selectIDs(ctx, tx, `SELECT id FROM tables WHERE state = 'closed' AND listed_at < $1 ORDER BY listed_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
			before, limit)
		if err != nil || len(ids) == 0 {
			return err
		}
		n = len(ids)
		var b pgx.Batch
		b.Queue("UPDATE tables SET rematch = '', rev = rev + 1 WHERE rematch <> '' AND rematch = ANY ($1)", ids)
		b.Queue("DELETE FROM places WHERE table_id = ANY ($1)", ids)
		b.Queue("DELETE FROM entries WHERE table_key IN (SELECT key FROM tables WHERE id = ANY ($1))", ids)
		b.Queue("DELETE FROM tables WHERE id = ANY ($1)", ids)
		return sendAll(ctx, tx, &b)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// idleAmong selects those of the players $2 that are idle since the time $1.
const idleAmong = `SELECT p.id FROM players p WHERE p.id = ANY ($2) AND p.created_at < $1
	AND NOT EXISTS (SELECT FROM sessions s WHERE s.player = p.id AND s.seen_at >= $1)
	AND NOT EXISTS (SELECT FROM places x WHERE x.player <> '' AND x.player = p.id)`

// RemoveIdlePlayers implements store.Retention.
func (s *Store) RemoveIdlePlayers(ctx context.Context, before time.Time, after store.PlayerID, limit int) (removed int, next store.PlayerID, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		examined, err := selectIDs(ctx, tx, "SELECT id FROM players WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
		if err != nil {
			return err
		}
		if len(examined) == limit {
			next = store.PlayerID(examined[limit-1])
		}
		// Lock the idle players, so that no session is added, and then their sessions, so that none is seen. Players who come back meanwhile are no longer
		// idle in the last query, which sees the changes that the locks waited for.
		idle, err := selectIDs(ctx, tx, idleAmong+" ORDER BY p.id FOR UPDATE SKIP LOCKED", before, examined)
		if err != nil || len(idle) == 0 {
			return err
		}
		if _, err := selectIDs(ctx, tx, "SELECT id FROM sessions WHERE player = ANY ($1) ORDER BY id FOR UPDATE", idle); err != nil {
			return err
		}
		if idle, err = selectIDs(ctx, tx, idleAmong, before, idle); err != nil {
			return err
		}
		removed = len(idle)
		var b pgx.Batch
		for _, statement := range chat.Forget("= ANY ($1)") {
			b.Queue(statement, idle)
		}
		b.Queue("DELETE FROM invitations WHERE inviter = ANY ($1) OR invited = ANY ($1)", idle)
		b.Queue("DELETE FROM blocks WHERE player = ANY ($1) OR blocked = ANY ($1)", idle)
		b.Queue("DELETE FROM notifiers WHERE player = ANY ($1)", idle)
		b.Queue("DELETE FROM nudges WHERE nudger = ANY ($1) OR nudged = ANY ($1)", idle)
		b.Queue("DELETE FROM unlisted WHERE player = ANY ($1)", idle)
		b.Queue("DELETE FROM table_names WHERE player = ANY ($1)", idle)
		b.Queue("DELETE FROM links WHERE player = ANY ($1)", idle)
		b.Queue("DELETE FROM sessions WHERE player = ANY ($1)", idle)
		b.Queue("DELETE FROM players WHERE id = ANY ($1)", idle)
		return sendAll(ctx, tx, &b)
	})
	if err != nil {
		return 0, "", err
	}
	return removed, next, nil
}

// RemoveExpiredLinks implements store.Retention.
func (s *Store) RemoveExpiredLinks(ctx context.Context, before time.Time, limit int) (int, error) {
	n, err := s.exec(ctx, `WITH expired AS MATERIALIZED (
			SELECT code_hash FROM links WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
		DELETE FROM links WHERE code_hash IN (SELECT code_hash FROM expired)`, before, limit)
	return int(n), err
}

// selectIDs returns the values of a query with one column of ids.
func selectIDs(ctx context.Context, tx pgx.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
