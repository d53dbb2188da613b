package sqlite

import (
	"context"
	"database/sql"

	"nemeton/server/store"
)

// CreateTableWithin implements store.Quotas.
func (s *Store) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	return s.createTable(ctx, t, after, q)
}

// UpdateTableWithin implements store.Quotas. A transaction excludes all others, and with them the player's other calls.
func (s *Store) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	return s.updateTable(ctx, id, change, func(tx *sql.Tx, before, after *store.Table) error {
		if !q.Seats(before.Seats, after.Seats) {
			return nil
		}
		usage, err := quotaUsage(ctx, tx, q)
		if err != nil {
			return err
		}
		return q.Sit(usage.Unfinished)
	})
}

// quotaUsage returns what the player has of a quota.
func quotaUsage(ctx context.Context, tx *sql.Tx, q store.Quota) (u store.QuotaUsage, err error) {
	err = tx.QueryRowContext(ctx, countCreated, q.Player, q.Since.UnixMicro()).
		Scan(&u.Unfinished, &u.Created, &u.Bytes, micros{&u.Oldest})
	return u, err
}

// countUnfinished counts the open and running tables of the player ?1.
const countUnfinished = `SELECT count(*) FROM tables WHERE state IN ('open', 'running')
	AND id IN (SELECT table_id FROM places WHERE player <> '' AND player = ?1)`

// countCreated returns that number, and the number, bytes and first creation of the tables that the player created after the time ?2.
const countCreated = `SELECT (` + countUnfinished + `), count(*), coalesce(sum(bytes), 0), coalesce(min(created_at), 0)
	FROM tables WHERE creator <> '' AND creator = ?1 AND created_at > ?2`
