package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nemeton/server/store"
)

// CreateLink implements store.Sessions.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO links (id, kind, code_hash, player, session, table_id, seat, created_at, expires_at)
			SELECT ?1, ?2, ?3, player, id, nullif(?4, ''), CASE WHEN ?4 = '' THEN NULL ELSE ?5 END, ?6, ?7 FROM sessions WHERE id = ?8 AND player = ?9`,
			l.ID, l.Kind, l.CodeHash[:], l.Table, l.Seat, l.CreatedAt.UnixMicro(), l.ExpiresAt.UnixMicro(), l.Session, l.Player)
		if err != nil {
			return err
		}
		if err := requireChange(result); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM links WHERE id IN
			(SELECT id FROM links WHERE player = ? AND kind = ? ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)`, l.Player, l.Kind, l.Kind.Most())
		return err
	})
}

// linkColumns are the columns of a link, in the order that scanLink expects.
const linkColumns = "id, kind, code_hash, player, session, coalesce(table_id, ''), coalesce(seat, 0), created_at, expires_at, misses"

func scanLink(from interface{ Scan(...any) error }) (l store.Link, err error) {
	var hash []byte
	err = from.Scan(&l.ID, &l.Kind, &hash, &l.Player, &l.Session, &l.Table, &l.Seat, micros{&l.CreatedAt}, micros{&l.ExpiresAt}, &l.Misses)
	if err != nil {
		return store.Link{}, err
	}
	copy(l.CodeHash[:], hash)
	return l, nil
}

// Links implements store.Sessions.
func (s *Store) Links(ctx context.Context, player store.PlayerID, now time.Time) (list []store.Link, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+linkColumns+` FROM links WHERE player = ? AND expires_at > ?
		AND (table_id IS NULL OR table_id IN (SELECT id FROM tables WHERE state = 'running')) ORDER BY created_at DESC, id DESC`, player, now.UnixMicro())
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		l, err := scanLink(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, s.fail(ctx, rows.Err())
}

// RevokeLink implements store.Sessions.
func (s *Store) RevokeLink(ctx context.Context, player store.PlayerID, id string) error {
	return s.changeRow(ctx, "DELETE FROM links WHERE id = ? AND player = ?", id, player)
}

// ClaimLink implements store.Sessions. It also deletes expired links, except those for apps: their players learn that the code has expired.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM links WHERE expires_at <= ? AND kind <> 'app'", now.UnixMicro()); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, "DELETE FROM links WHERE code_hash = ? AND kind = 'device' RETURNING player", hash[:]).Scan(&id)
		if err == sql.ErrNoRows {
			return nil // commit the deletion of expired links
		}
		if err != nil {
			return err
		}
		x.Player = id
		return addSession(ctx, tx, x)
	})
	if err == nil && id == "" {
		return "", store.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	return id, nil
}

// ClaimAppLink implements store.Sessions. Transactions that write run one after the other.
func (s *Store) ClaimAppLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	var refused error
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "DELETE FROM links WHERE code_hash = ? AND kind = 'app' AND expires_at > ? AND misses < ? RETURNING player",
			hash[:], now.UnixMicro(), store.MaxMisses).Scan(&id)
		if err == nil {
			x.Player = id
			return addSession(ctx, tx, x)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var expired bool
		err = tx.QueryRowContext(ctx, "SELECT expires_at <= ? FROM links WHERE code_hash = ? AND kind = 'app'", now.UnixMicro(), hash[:]).Scan(&expired)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			refused = store.ErrNotFound
		case err != nil:
			return err
		case expired:
			refused = store.ErrExpired
		default:
			refused = store.ErrLocked
		}
		_, err = tx.ExecContext(ctx, "UPDATE links SET misses = misses + 1 WHERE kind = 'app' AND expires_at > ? AND misses < ?", now.UnixMicro(), store.MaxMisses)
		return err
	})
	if err = errors.Join(err, refused); err != nil {
		return "", err
	}
	return id, nil
}

// Offer implements store.Sessions.
func (s *Store) Offer(ctx context.Context, hash [32]byte, now time.Time) (store.Link, error) {
	l, err := scanLink(s.read.QueryRowContext(ctx, "SELECT "+linkColumns+` FROM links
		WHERE code_hash = ? AND kind = 'handover' AND expires_at > ?`, hash[:], now.UnixMicro()))
	return l, s.fail(ctx, err)
}

// The statements of a handover by an offer. checkOffer changes nothing; it reports a change if the offer is valid and its maker holds the seat.
const (
	checkOffer = `UPDATE links SET seat = seat WHERE code_hash = ?1 AND kind = 'handover' AND table_id = ?2 AND seat = ?3 AND expires_at > ?4
		AND player = (SELECT player FROM places WHERE table_id = ?2 AND seat = ?3)`
	deleteOffers = `DELETE FROM links WHERE table_id = ?1 AND seat = ?2`
)

// offerRefusal returns store.ErrOffer if an append was refused because of its offer, and err if not.
func (s *Store) offerRefusal(ctx context.Context, h *store.NewHolder, table store.TableID, now time.Time, err error) error {
	refused := errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrDiverged)
	if !refused || h == nil || h.Offer == [32]byte{} {
		return err
	}
	var valid bool
	failure := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM links WHERE code_hash = ?1 AND kind = 'handover' AND table_id = ?2 AND seat = ?3
		AND expires_at > ?4 AND player = (SELECT player FROM places WHERE table_id = ?2 AND seat = ?3))`, h.Offer[:], table, h.Seat, now.UnixMicro()).Scan(&valid)
	switch {
	case failure != nil:
		return s.fail(ctx, failure)
	case !valid:
		return store.ErrOffer
	}
	return err
}
