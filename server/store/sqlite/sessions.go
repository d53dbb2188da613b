package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"nemeton/server/store"
)

// CreateSession implements store.Players.
func (s *Store) CreateSession(ctx context.Context, x store.Session) error {
	return s.change(ctx, func(tx *sql.Tx) error { return addSession(ctx, tx, x) })
}

func addSession(ctx context.Context, tx *sql.Tx, x store.Session) error {
	result, err := tx.ExecContext(ctx, `INSERT INTO sessions (id, token_hash, player, label, created_at, seen_at)
		SELECT ?, ?, id, ?, ?, ? FROM players WHERE id = ? AND NOT erased`,
		x.ID, x.TokenHash[:], x.Label, x.CreatedAt.UnixMicro(), x.SeenAt.UnixMicro(), x.Player)
	if err != nil {
		return err
	}
	return requireChange(result)
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	x := store.Session{TokenHash: hash}
	var p store.Player
	err := s.read.QueryRowContext(ctx, `SELECT s.id, s.label, s.created_at, s.seen_at, p.id, p.name, p.created_at, p.erased
		FROM sessions s JOIN players p ON p.id = s.player WHERE s.token_hash = ?`, hash[:]).
		Scan(&x.ID, &x.Label, micros{&x.CreatedAt}, micros{&x.SeenAt}, &p.ID, &p.Name, micros{&p.CreatedAt}, &p.Erased)
	if err != nil {
		return store.Session{}, store.Player{}, s.fail(ctx, err)
	}
	x.Player = p.ID
	return x, p, nil
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, id string, seen time.Time) error {
	return s.changeRow(ctx, "UPDATE sessions SET seen_at = max(seen_at, ?) WHERE id = ?", seen.UnixMicro(), id)
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player store.PlayerID) ([]store.Session, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, token_hash, label, created_at, seen_at FROM sessions
		WHERE player = ? ORDER BY created_at DESC, id DESC`, player)
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var list []store.Session
	for rows.Next() {
		x := store.Session{Player: player}
		var hash []byte
		if err := rows.Scan(&x.ID, &hash, &x.Label, micros{&x.CreatedAt}, micros{&x.SeenAt}); err != nil {
			return nil, err
		}
		copy(x.TokenHash[:], hash)
		list = append(list, x)
	}
	return list, s.fail(ctx, rows.Err())
}

// LiveSessions implements store.Players.
func (s *Store) LiveSessions(ctx context.Context, ids []string) (map[string]bool, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx, "SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each(?))", string(list))
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	live := make(map[string]bool, len(ids))
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		live[id] = true
	}
	return live, s.fail(ctx, rows.Err())
}

// RevokeSession implements store.Players.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) error {
	return s.changeRow(ctx, "DELETE FROM sessions WHERE id = ? AND player = ?", id, player)
}

// CreateLink implements store.Players.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.changeRow(ctx, `INSERT INTO links (code_hash, player, expires_at)
		SELECT ?, id, ? FROM players WHERE id = ? AND NOT erased`, l.CodeHash[:], l.ExpiresAt.UnixMicro(), l.Player)
}

// ClaimLink implements store.Players. It also deletes expired links.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time) (id store.PlayerID, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM links WHERE expires_at <= ?", now.UnixMicro()); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, "DELETE FROM links WHERE code_hash = ? RETURNING player", hash[:]).Scan(&id)
		if err == sql.ErrNoRows {
			return nil // commit the deletion of expired links
		}
		return err
	})
	if err == nil && id == "" {
		return "", store.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	return id, nil
}
