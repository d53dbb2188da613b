package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/row"
)

// Append implements store.Log.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	owing, winners, err := row.Seats(a.Owing, a.Winners)
	if err != nil {
		return err
	}
	standIns, err := row.Levels(a.StandIns)
	if err != nil {
		return err
	}
	e := &a.Record.Entry
	return s.change(ctx, func(tx *sql.Tx) error {
		moved, err := tx.ExecContext(ctx, `UPDATE tables SET seq = ?2, state = ?3, owing = ?4, winners = ?5, updated_at = ?6, stand_ins = ?10
			WHERE id = ?1 AND seq = ?2 - 1 AND ?7 IN (0, rev)
			AND (?9 = '' OR NOT EXISTS (SELECT 1 FROM entries WHERE table_id = ?1 AND seat = ?8 AND command <> '' AND command = ?9))`,
			a.Table, e.Seq, a.State, owing, winners, a.Now.UnixMicro(), a.Rev, e.Seat, e.Command, standIns)
		if err != nil {
			return err
		}
		if err := touched(moved); errors.Is(err, store.ErrNotFound) {
			return whyNot(ctx, tx, a.Table, e)
		} else if err != nil {
			return err
		}
		if a.Heir != nil {
			if err := inherit(ctx, tx, a.Table, a.Heir); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO entries (table_id, seq, seat, command, bytes, hash, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
			a.Table, e.Seq, e.Seat, e.Command, a.Record.Bytes, a.Record.Hash[:], a.Now.UnixMicro())
		return err
	})
}

// inherit gives a seat to its new player.
func inherit(ctx context.Context, tx *sql.Tx, id store.TableID, h *store.Heir) error {
	_, err := tx.ExecContext(ctx, "UPDATE places SET player = ?3 WHERE table_id = ?1 AND seat = ?2", id, h.Seat, h.Player)
	return err
}

// whyNot says why an entry cannot stand in the log now.
func whyNot(ctx context.Context, tx *sql.Tx, id store.TableID, e *engine.Entry) error {
	var known bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = t.id AND seat = ?2 AND command <> '' AND command = ?3)
		FROM tables t WHERE id = ?1`, id, e.Seat, e.Command).Scan(&known)
	switch {
	case err != nil:
		return err
	case known:
		return store.ErrDuplicate
	default:
		return store.ErrConflict
	}
}

// Read implements store.Log.
func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if after > math.MaxInt64 {
		return nil, nil
	}
	rows, err := s.read.QueryContext(ctx, "SELECT seq, bytes, hash FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
		id, after, max(limit, 0))
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var list []engine.Record
	for rows.Next() {
		r, err := scanRecord(rows, id)
		if err != nil {
			return nil, s.fail(ctx, err)
		}
		list = append(list, r)
	}
	return list, s.fail(ctx, rows.Err())
}

// Command implements store.Log.
func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	r, err := scanRecord(s.read.QueryRowContext(ctx, `SELECT seq, bytes, hash FROM entries
		WHERE table_id = ? AND seat = ? AND command <> '' AND command = ?`, id, seat, command), id)
	return r, s.fail(ctx, err)
}

func scanRecord(from interface{ Scan(...any) error }, id store.TableID) (engine.Record, error) {
	var seq engine.Seq
	var raw, hash []byte
	if err := from.Scan(&seq, &raw, &hash); err != nil {
		return engine.Record{}, err
	}
	return row.Record(id, seq, raw, hash)
}
