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
	return s.changeRow(ctx, `INSERT INTO sessions (player, id, token_hash, label, created_at, seen_at, token_at)
		SELECT p.id, $2, $3, $4, $5, $6, $5 FROM `+livePlayer, x.Player, x.ID, x.TokenHash[:], x.Label, x.CreatedAt, x.SeenAt)
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	ctx, done := s.reading(ctx)
	defer done()
	x, p, err := scanSession(s.pool.QueryRow(ctx, "SELECT "+sessionColumns+`
		FROM sessions s JOIN players p ON p.id = s.player WHERE s.token_hash = $1`, hash[:]))
	return x, p, fail(ctx, err)
}

// sessionColumns are the columns of a session and its player, in the order that scanSession expects.
const sessionColumns = "s.id, s.token_hash, s.label, s.created_at, s.seen_at, s.token_at, p.id, p.name, p.created_at, p.erased, p.shown, p.vacation"

// scanSession scans sessionColumns, and before them the columns for more.
func scanSession(from pgx.Row, more ...any) (x store.Session, p store.Player, err error) {
	var hash []byte
	err = from.Scan(append(more, &x.ID, &hash, &x.Label, &x.CreatedAt, &x.SeenAt, &x.TokenAt, &p.ID, &p.Name, &p.CreatedAt, &p.Erased, &p.Shown, &p.Vacation)...)
	if err != nil {
		return store.Session{}, store.Player{}, err
	}
	copy(x.TokenHash[:], hash)
	x.Player, x.CreatedAt, x.SeenAt, x.TokenAt = p.ID, x.CreatedAt.UTC(), x.SeenAt.UTC(), x.TokenAt.UTC()
	p.CreatedAt = p.CreatedAt.UTC()
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
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(player)) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, `SELECT id, token_hash, label, created_at, seen_at, token_at FROM sessions
		WHERE player = $1 ORDER BY created_at DESC, id DESC`, player)
	if err != nil {
		return nil, fail(ctx, err)
	}
	var list []store.Session
	x := store.Session{Player: player}
	var hash []byte
	_, err = pgx.ForEachRow(rows, []any{&x.ID, &hash, &x.Label, &x.CreatedAt, &x.SeenAt, &x.TokenAt}, func() error {
		copy(x.TokenHash[:], hash)
		x.CreatedAt, x.SeenAt, x.TokenAt = x.CreatedAt.UTC(), x.SeenAt.UTC(), x.TokenAt.UTC()
		list = append(list, x)
		return nil
	})
	return list, fail(ctx, err)
}

// LiveSessions implements store.Players.
func (s *Store) LiveSessions(ctx context.Context, ids []string) (map[string]bool, error) {
	ctx, done := s.reading(ctx)
	defer done()
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
