package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// CreateLink implements store.Sessions. It locks the player's row, so that concurrent calls cannot exceed LinkKind.Most. The foreign key
// locks the session, so that a session that ends meanwhile takes the link with it.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	if !storable(string(l.Player)) || !storable(l.Session) || !storable(string(l.Table)) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		if err := lockPlayer(ctx, tx, l.Player); err != nil {
			return err
		}
		result, err := tx.Exec(ctx, `INSERT INTO links (id, kind, code_hash, player, session, table_id, seat, created_at, expires_at)
			SELECT $1, $2, $3, player, id, nullif($4, ''), CASE WHEN $4 = '' THEN NULL ELSE $5::smallint END, $6, $7 FROM sessions WHERE id = $8 AND player = $9`,
			l.ID, l.Kind, l.CodeHash[:], string(l.Table), l.Seat, l.CreatedAt, l.ExpiresAt, l.Session, l.Player)
		if err != nil {
			return err
		}
		if result.RowsAffected() == 0 {
			return store.ErrNotFound
		}
		_, err = tx.Exec(ctx, `DELETE FROM links WHERE id IN
			(SELECT id FROM links WHERE player = $1 AND kind = $2 ORDER BY created_at DESC, id DESC OFFSET $3)`, l.Player, l.Kind, l.Kind.Most())
		return err
	})
}

// linkColumns are the columns of a link, in the order that scanLink expects.
const linkColumns = "id, kind, code_hash, player, session, coalesce(table_id, ''), coalesce(seat, 0), created_at, expires_at, misses"

func scanLink(from pgx.Row) (l store.Link, err error) {
	var hash []byte
	err = from.Scan(&l.ID, &l.Kind, &hash, &l.Player, &l.Session, &l.Table, &l.Seat, &l.CreatedAt, &l.ExpiresAt, &l.Misses)
	if err != nil {
		return store.Link{}, err
	}
	copy(l.CodeHash[:], hash)
	l.CreatedAt, l.ExpiresAt = l.CreatedAt.UTC(), l.ExpiresAt.UTC()
	return l, nil
}

// Links implements store.Sessions.
func (s *Store) Links(ctx context.Context, player store.PlayerID, now time.Time) ([]store.Link, error) {
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(player)) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, "SELECT "+linkColumns+` FROM links WHERE player = $1 AND expires_at > $2
		AND (table_id IS NULL OR table_id IN (SELECT id FROM tables WHERE state = 'running')) ORDER BY created_at DESC, id DESC`, player, now)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (store.Link, error) { return scanLink(r) })
	return list, fail(ctx, err)
}

// RevokeLink implements store.Sessions.
func (s *Store) RevokeLink(ctx context.Context, player store.PlayerID, id string) error {
	if !storable(id) || !storable(string(player)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "DELETE FROM links WHERE id = $1 AND player = $2", id, player)
}

// ClaimLink implements store.Sessions. It also deletes expired links, except those that a concurrent call deletes and those for apps: their players learn
// that the code has expired.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	// A transaction of its own, because the next one must lock the player's row before any link.
	_, err = s.exec(ctx, "DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= $1 AND kind <> 'app' FOR UPDATE SKIP LOCKED)", now)
	if err != nil {
		return "", err
	}
	err = s.change(ctx, func(tx pgx.Tx) error {
		// The player's row is locked before the link, in the order in which erasing and revoking lock them.
		err := tx.QueryRow(ctx, `SELECT p.id FROM players p WHERE NOT p.erased AND p.id =
			(SELECT player FROM links WHERE code_hash = $1 AND kind = 'device') FOR SHARE`, hash[:]).Scan(&id)
		if err == nil {
			err = tx.QueryRow(ctx, "DELETE FROM links WHERE code_hash = $1 AND kind = 'device' AND expires_at > $2 RETURNING player", hash[:], now).Scan(&id)
		}
		if err != nil {
			return err
		}
		return addSession(ctx, tx, id, x)
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// addSession adds the session of a claimed link for its player.
func addSession(ctx context.Context, tx pgx.Tx, id store.PlayerID, x store.Session) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (player, id, token_hash, label, created_at, seen_at, token_at) VALUES ($1, $2, $3, $4, $5, $6, $5)`,
		id, x.ID, x.TokenHash[:], x.Label, x.CreatedAt, x.SeenAt)
	return err
}

// claimsOfApps is the advisory lock of ClaimAppLink, in a class of its own.
const claimsOfApps = "SELECT pg_advisory_xact_lock(1400, 0)"

// ClaimAppLink implements store.Sessions. The advisory lock lets calls run one after the other: without it, many concurrent guesses would all be compared
// with a code before the first of them counts. It is taken before all other locks.
func (s *Store) ClaimAppLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	var refused error
	err = s.change(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, claimsOfApps); err != nil {
			return err
		}
		// As in ClaimLink, the player's row is locked before the link.
		err := tx.QueryRow(ctx, `SELECT p.id FROM players p WHERE NOT p.erased AND p.id =
			(SELECT player FROM links WHERE code_hash = $1 AND kind = 'app') FOR SHARE`, hash[:]).Scan(&id)
		if err == nil {
			err = tx.QueryRow(ctx, "DELETE FROM links WHERE code_hash = $1 AND kind = 'app' AND expires_at > $2 AND misses < $3 RETURNING player",
				hash[:], now, store.MaxMisses).Scan(&id)
		}
		if err == nil {
			return addSession(ctx, tx, id, x)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if refused, err = appRefusal(ctx, tx, hash, now); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE links SET misses = misses + 1 WHERE id IN
			(SELECT id FROM links WHERE kind = 'app' AND expires_at > $1 AND misses < $2 ORDER BY id FOR UPDATE)`, now, store.MaxMisses)
		return err
	})
	if err = errors.Join(err, refused); err != nil {
		return "", err
	}
	return id, nil
}

// appRefusal returns the reason for which a code signs nobody in.
func appRefusal(ctx context.Context, tx pgx.Tx, hash [32]byte, now time.Time) (refused, err error) {
	var expired bool
	err = tx.QueryRow(ctx, "SELECT expires_at <= $2 FROM links WHERE code_hash = $1 AND kind = 'app'", hash[:], now).Scan(&expired)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound, nil
	case err != nil:
		return nil, err
	case expired:
		return store.ErrExpired, nil
	}
	return store.ErrLocked, nil
}

// Offer implements store.Sessions.
func (s *Store) Offer(ctx context.Context, hash [32]byte, now time.Time) (store.Link, error) {
	ctx, done := s.reading(ctx)
	defer done()
	l, err := scanLink(s.pool.QueryRow(ctx, "SELECT "+linkColumns+` FROM links
		WHERE code_hash = $1 AND kind = 'handover' AND expires_at > $2`, hash[:], now))
	return l, fail(ctx, err)
}
