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
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error { return addSession(ctx, tx, x) })
}

func addSession(ctx context.Context, tx *sql.Tx, x store.Session) error {
	result, err := tx.ExecContext(ctx, `INSERT INTO sessions (id, token_hash, player, label, created_at, seen_at, token_at)
		SELECT ?1, ?2, id, ?3, ?4, ?5, ?4 FROM players WHERE id = ?6 AND NOT erased`,
		x.ID, x.TokenHash[:], x.Label, x.CreatedAt.UnixMicro(), x.SeenAt.UnixMicro(), x.Player)
	if err != nil {
		return err
	}
	return requireChange(result)
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	x, p, err := scanSession(s.read.QueryRowContext(ctx, "SELECT "+sessionColumns+`
		FROM sessions s JOIN players p ON p.id = s.player WHERE s.token_hash = ?`, hash[:]))
	return x, p, s.fail(ctx, err)
}

// sessionColumns are the columns of a session and its player, in the order that scanSession expects.
const sessionColumns = "s.id, s.token_hash, s.label, s.created_at, s.seen_at, s.token_at, p.id, p.name, p.created_at, p.erased, p.shown, p.vacation"

// scanSession scans sessionColumns, and before them the columns for more.
func scanSession(from interface{ Scan(...any) error }, more ...any) (x store.Session, p store.Player, err error) {
	var hash []byte
	err = from.Scan(append(more, &x.ID, &hash, &x.Label, micros{&x.CreatedAt}, micros{&x.SeenAt}, micros{&x.TokenAt},
		&p.ID, &p.Name, micros{&p.CreatedAt}, &p.Erased, &p.Shown, &p.Vacation)...)
	if err != nil {
		return store.Session{}, store.Player{}, err
	}
	copy(x.TokenHash[:], hash)
	x.Player = p.ID
	return x, p, nil
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, id string, seen time.Time) error {
	return s.changeRow(ctx, "UPDATE sessions SET seen_at = max(seen_at, ?) WHERE id = ?", seen.UnixMicro(), id)
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player store.PlayerID) ([]store.Session, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, token_hash, label, created_at, seen_at, token_at FROM sessions
		WHERE player = ? ORDER BY created_at DESC, id DESC`, player)
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var list []store.Session
	for rows.Next() {
		x := store.Session{Player: player}
		var hash []byte
		if err := rows.Scan(&x.ID, &hash, &x.Label, micros{&x.CreatedAt}, micros{&x.SeenAt}, micros{&x.TokenAt}); err != nil {
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
