package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/row"
)

// CreatePlayer implements store.Players.
func (s *Store) CreatePlayer(ctx context.Context, p store.Player, first store.Session) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO players (id, name, created_at, shown) VALUES (?, ?, ?, ?)",
			p.ID, p.Name, p.CreatedAt.UnixMicro(), cmp.Or(p.Shown, store.ShownToCompanions))
		if err != nil {
			return err
		}
		first.Player = p.ID
		return addSession(ctx, tx, first)
	})
}

// Player implements store.Players.
func (s *Store) Player(ctx context.Context, id store.PlayerID) (store.Player, error) {
	p := store.Player{ID: id}
	err := s.read.QueryRowContext(ctx, "SELECT name, created_at, erased, shown, vacation FROM players WHERE id = ?", id).
		Scan(&p.Name, micros{&p.CreatedAt}, &p.Erased, &p.Shown, &p.Vacation)
	if err != nil {
		return store.Player{}, s.fail(ctx, err)
	}
	return p, nil
}

// PlayerNames implements store.Players.
func (s *Store) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx,
		"SELECT id, name FROM players WHERE NOT erased AND id IN (SELECT value FROM json_each(?))", string(list))
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	names := make(map[store.PlayerID]string, len(ids))
	for rows.Next() {
		var id store.PlayerID
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, s.fail(ctx, rows.Err())
}

// RenamePlayer implements store.Players.
func (s *Store) RenamePlayer(ctx context.Context, id store.PlayerID, name string) error {
	return s.changeRow(ctx, "UPDATE players SET name = ? WHERE id = ? AND NOT erased", name, id)
}

// ShowPlayer implements store.Players.
func (s *Store) ShowPlayer(ctx context.Context, id store.PlayerID, to store.Shown) error {
	return s.changeRow(ctx, "UPDATE players SET shown = ? WHERE id = ? AND NOT erased", to, id)
}

// SetVacation implements store.Players.
func (s *Store) SetVacation(ctx context.Context, id store.PlayerID, until int64) error {
	return s.changeRow(ctx, "UPDATE players SET vacation = ? WHERE id = ? AND NOT erased", until, id)
}

// ErasePlayer implements store.Players.
func (s *Store) ErasePlayer(ctx context.Context, id store.PlayerID) (ended store.Ended, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "UPDATE players SET name = '', erased = 1, vacation = 0 WHERE id = ?", id)
		if err != nil {
			return err
		}
		if err := requireChange(result); err != nil {
			return err
		}
		for _, statement := range slices.Concat(row.ErasePlayerRows(), chat.Forget("= ?1"), []string{"DELETE FROM table_names WHERE player = ?1"}) {
			if _, err := tx.ExecContext(ctx, statement, id); err != nil {
				return err
			}
		}
		ended, err = endSessions(ctx, tx, "player = ?", id)
		return err
	})
	return ended, err
}

// micros scans a column of microseconds since 1970 into a time in UTC.
type micros struct{ into *time.Time }

// Scan implements sql.Scanner.
func (m micros) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*m.into = time.UnixMicro(n.Int64).UTC()
	return nil
}
