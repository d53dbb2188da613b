package postgres

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/row"
)

// CreatePlayer implements store.Players.
func (s *Store) CreatePlayer(ctx context.Context, p store.Player, first store.Session) error {
	_, err := s.exec(ctx, `WITH p AS (INSERT INTO players (id, name, created_at, shown) VALUES ($1, $2, $3, $9) RETURNING id)
		INSERT INTO sessions (id, token_hash, player, label, created_at, seen_at, token_at) SELECT $4, $5, id, $6, $7, $8, $7 FROM p`,
		p.ID, p.Name, p.CreatedAt, first.ID, first.TokenHash[:], first.Label, first.CreatedAt, first.SeenAt, cmp.Or(p.Shown, store.ShownToCompanions))
	return err
}

// Player implements store.Players.
func (s *Store) Player(ctx context.Context, id store.PlayerID) (store.Player, error) {
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(id)) {
		return store.Player{}, store.ErrNotFound
	}
	p := store.Player{ID: id}
	err := s.pool.QueryRow(ctx, "SELECT name, created_at, erased, shown, vacation FROM players WHERE id = $1", id).Scan(&p.Name, &p.CreatedAt, &p.Erased, &p.Shown, &p.Vacation)
	if err != nil {
		return store.Player{}, fail(ctx, err)
	}
	p.CreatedAt = p.CreatedAt.UTC()
	return p, nil
}

// PlayerNames implements store.Players.
func (s *Store) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	ctx, done := s.reading(ctx)
	defer done()
	names := make(map[store.PlayerID]string, len(ids))
	rows, err := s.pool.Query(ctx, "SELECT id, name FROM players WHERE NOT erased AND id = ANY ($1)", storables(ids))
	if err != nil {
		return nil, fail(ctx, err)
	}
	var id store.PlayerID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error { names[id] = name; return nil })
	if err != nil {
		return nil, fail(ctx, err)
	}
	return names, nil
}

// RenamePlayer implements store.Players.
func (s *Store) RenamePlayer(ctx context.Context, id store.PlayerID, name string) error {
	if !storable(string(id)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "UPDATE players SET name = $2 WHERE id = $1 AND NOT erased", id, name)
}

// ShowPlayer implements store.Players.
func (s *Store) ShowPlayer(ctx context.Context, id store.PlayerID, to store.Shown) error {
	if !storable(string(id)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "UPDATE players SET shown = $2 WHERE id = $1 AND NOT erased", id, to)
}

// SetVacation implements store.Players.
func (s *Store) SetVacation(ctx context.Context, id store.PlayerID, until int64) error {
	if !storable(string(id)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, "UPDATE players SET vacation = $2 WHERE id = $1 AND NOT erased", id, until)
}

// ErasePlayer implements store.Players. It locks the player's row first, so that no session is added meanwhile.
func (s *Store) ErasePlayer(ctx context.Context, id store.PlayerID) (ended store.Ended, err error) {
	if !storable(string(id)) {
		return store.Ended{}, store.ErrNotFound
	}
	err = s.change(ctx, func(tx pgx.Tx) error {
		if err := lockPlayer(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE players SET name = '', erased = true, vacation = 0 WHERE id = $1", id); err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue("DELETE FROM table_names WHERE player = $1", id)
		for _, statement := range append(row.ErasePlayerRows(), chat.Forget("= ?1")...) {
			b.Queue(row.Numbered(statement), id)
		}
		if err := sendAll(ctx, tx, &b); err != nil {
			return err
		}
		ended, err = endSessions(ctx, tx, "player = $1", id)
		return err
	})
	return ended, err
}

// lockPlayer locks a player's row, so that no session and no link is added meanwhile.
func lockPlayer(ctx context.Context, tx pgx.Tx, id store.PlayerID) error {
	var found bool
	return tx.QueryRow(ctx, "SELECT true FROM players WHERE id = $1 FOR UPDATE", id).Scan(&found)
}
