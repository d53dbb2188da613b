package sqlite

import (
	"context"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/row"
)

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
