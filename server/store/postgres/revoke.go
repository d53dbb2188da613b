package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// RevokeSession implements store.Sessions.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) (ended store.Ended, err error) {
	if !storable(id) || !storable(string(player)) {
		return store.Ended{}, store.ErrNotFound
	}
	err = s.change(ctx, func(tx pgx.Tx) error {
		ended, err = endSessions(ctx, tx, "id = $1 AND player = $2", id, player)
		return err
	})
	if err == nil && len(ended.Sessions) == 0 {
		err = store.ErrNotFound
	}
	return ended, err
}

// RevokeOtherSessions implements store.Sessions. It locks the player's row first, so that it waits for sessions that are being added.
func (s *Store) RevokeOtherSessions(ctx context.Context, player store.PlayerID, except string) (ended store.Ended, err error) {
	if !storable(except) || !storable(string(player)) {
		return store.Ended{}, store.ErrNotFound
	}
	err = s.change(ctx, func(tx pgx.Tx) error {
		if err := lockPlayer(ctx, tx, player); err != nil {
			return err
		}
		ended, err = endSessions(ctx, tx, "player = $1 AND id <> $2", player, except)
		return err
	})
	return ended, err
}

// ExpireSessions implements store.Sessions. It skips sessions that another node is ending.
func (s *Store) ExpireSessions(ctx context.Context, before time.Time, limit int) (ended store.Ended, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		ended, err = endSessions(ctx, tx,
			"id IN (SELECT id FROM sessions WHERE seen_at < $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)", before, limit)
		return err
	})
	return ended, err
}

// endSessions deletes the sessions that match the condition. Their tokens and links go with them by foreign key. It empties the invites that
// they made; it locks the rows of the tables in the order in which appends do, so that they cannot deadlock.
func endSessions(ctx context.Context, tx pgx.Tx, where string, args ...any) (ended store.Ended, err error) {
	rows, err := tx.Query(ctx, "DELETE FROM sessions WHERE "+where+" RETURNING id", args...)
	if err != nil {
		return store.Ended{}, err
	}
	if ended.Sessions, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(ended.Sessions) == 0 {
		return store.Ended{}, err
	}
	rows, err = tx.Query(ctx, `WITH made AS MATERIALIZED (SELECT id FROM tables
			WHERE invite_session <> '' AND invite_session = ANY ($1) AND state IN ('open', 'running') ORDER BY id FOR UPDATE)
		UPDATE tables t SET invite = '', invite_session = '', rev = rev + 1 FROM made WHERE t.id = made.id RETURNING t.id`, ended.Sessions)
	if err != nil {
		return store.Ended{}, err
	}
	ended.Tables, err = pgx.CollectRows(rows, pgx.RowTo[store.TableID])
	return ended, err
}
