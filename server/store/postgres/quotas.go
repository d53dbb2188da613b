package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// CreateTableWithin implements store.Quotas.
func (s *Store) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	return s.createTable(ctx, t, after, q)
}

// UpdateTableWithin implements store.Quotas.
func (s *Store) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	return s.updateTable(ctx, id, q.Player, change, func(tx pgx.Tx, before, after *store.Table) error {
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

// lockQuota blocks until no other transaction, at any node, has this lock of the player, and has it until the transaction ends. A lock on the player's
// row would also block sign-ins. Every transaction takes this lock before locks on tables, so that two of them cannot deadlock.
func lockQuota(ctx context.Context, tx pgx.Tx, player store.PlayerID) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", player)
	return err
}

// quotaUsage returns what the player has of a quota. It sees the changes of the transaction that held the lock of the player before.
func quotaUsage(ctx context.Context, tx pgx.Tx, q store.Quota) (u store.QuotaUsage, err error) {
	var oldest *time.Time
	err = tx.QueryRow(ctx, `SELECT (`+countUnfinished+`), count(*), coalesce(sum(bytes), 0)::bigint, min(created_at)
		FROM tables WHERE creator <> '' AND creator = $1 AND created_at > $2`, q.Player, q.Since).Scan(&u.Unfinished, &u.Created, &u.Bytes, &oldest)
	if oldest != nil {
		u.Oldest = oldest.UTC()
	}
	return u, err
}

// countUnfinished counts the open and running tables of the player $1.
const countUnfinished = `SELECT count(*) FROM tables WHERE state IN ('open', 'running')
	AND id IN (SELECT table_id FROM places WHERE player <> '' AND player = $1)`
