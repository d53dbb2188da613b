package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// livePlayer selects and locks the row of a player who is not erased, so that the player is not erased while a row is added. A key lock would not
// suffice, because erasing changes no key.
const livePlayer = "(SELECT id FROM players WHERE id = $1 AND NOT erased FOR SHARE) p"

// CreateSession implements store.Players.
func (s *Store) CreateSession(ctx context.Context, x store.Session) error {
	return s.changeRow(ctx, `INSERT INTO sessions (player, id, token_hash, label, created_at, seen_at)
		SELECT p.id, $2, $3, $4, $5, $6 FROM `+livePlayer, x.Player, x.ID, x.TokenHash[:], x.Label, x.CreatedAt, x.SeenAt)
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	ctx, cancel := reading(ctx)
	defer cancel()
	x := store.Session{TokenHash: hash}
	var p store.Player
	err := s.pool.QueryRow(ctx, `SELECT s.id, s.label, s.created_at, s.seen_at, p.id, p.name, p.created_at, p.erased
		FROM sessions s JOIN players p ON p.id = s.player WHERE s.token_hash = $1`, hash[:]).
		Scan(&x.ID, &x.Label, &x.CreatedAt, &x.SeenAt, &p.ID, &p.Name, &p.CreatedAt, &p.Erased)
	if err != nil {
		return store.Session{}, store.Player{}, fail(ctx, err)
	}
	x.Player, x.CreatedAt, x.SeenAt, p.CreatedAt = p.ID, x.CreatedAt.UTC(), x.SeenAt.UTC(), p.CreatedAt.UTC()
	return x, p, nil
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, id string, seen time.Time) error {
	if !storable(id) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "UPDATE sessions SET seen_at = greatest(seen_at, $2) WHERE id = $1", id, seen)
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player store.PlayerID) ([]store.Session, error) {
	ctx, cancel := reading(ctx)
	defer cancel()
	if !storable(string(player)) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, `SELECT id, token_hash, label, created_at, seen_at FROM sessions
		WHERE player = $1 ORDER BY created_at DESC, id DESC`, player)
	if err != nil {
		return nil, fail(ctx, err)
	}
	var list []store.Session
	x := store.Session{Player: player}
	var hash []byte
	_, err = pgx.ForEachRow(rows, []any{&x.ID, &hash, &x.Label, &x.CreatedAt, &x.SeenAt}, func() error {
		copy(x.TokenHash[:], hash)
		x.CreatedAt, x.SeenAt = x.CreatedAt.UTC(), x.SeenAt.UTC()
		list = append(list, x)
		return nil
	})
	return list, fail(ctx, err)
}

// LiveSessions implements store.Players.
func (s *Store) LiveSessions(ctx context.Context, ids []string) (map[string]bool, error) {
	ctx, cancel := reading(ctx)
	defer cancel()
	live := make(map[string]bool, len(ids))
	rows, err := s.pool.Query(ctx, "SELECT id FROM sessions WHERE id = ANY ($1)", storables(ids))
	if err != nil {
		return nil, fail(ctx, err)
	}
	var id string
	if _, err = pgx.ForEachRow(rows, []any{&id}, func() error { live[id] = true; return nil }); err != nil {
		return nil, fail(ctx, err)
	}
	return live, nil
}

// RevokeSession implements store.Players.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) error {
	if !storable(id) || !storable(string(player)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "DELETE FROM sessions WHERE id = $1 AND player = $2", id, player)
}

// CreateLink implements store.Players.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.changeRow(ctx, "INSERT INTO links (player, code_hash, expires_at) SELECT p.id, $2, $3 FROM "+livePlayer, l.Player, l.CodeHash[:], l.ExpiresAt)
}

// ClaimLink implements store.Players. It also deletes expired links, except those that a concurrent call deletes.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time) (id store.PlayerID, err error) {
	err = s.pool.QueryRow(ctx, `WITH swept AS (DELETE FROM links WHERE code_hash IN
			(SELECT code_hash FROM links WHERE expires_at <= $2 AND code_hash <> $1 FOR UPDATE SKIP LOCKED))
		DELETE FROM links WHERE code_hash = $1 AND expires_at > $2 RETURNING player`, hash[:], now).Scan(&id)
	return id, fail(ctx, err)
}
