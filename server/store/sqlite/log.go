package sqlite

import (
	"context"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// page reads by the index on (table_key, seq), which also orders the entries.
const page = `SELECT seq, bytes, hash FROM entries
	WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seq > ?2 ORDER BY seq LIMIT ?3`

const commandEntry = `SELECT seq, bytes, hash FROM entries
	WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seat = ?2 AND command = ?3`

func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if after > math.MaxInt64 || limit <= 0 {
		return nil, nil
	}
	list, err := s.records(ctx, id, after, limit)
	return list, s.fail(ctx, err)
}

func (s *Store) records(ctx context.Context, id store.TableID, after engine.Seq, limit int) (list []engine.Record, err error) {
	rows, err := s.read.QueryContext(ctx, page, id, after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r, err := dialect.ScanRecord(rows.Scan, id)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, commandID string) (engine.Record, error) {
	r, err := dialect.ScanRecord(s.read.QueryRowContext(ctx, commandEntry, id, seat, command(commandID)).Scan, id)
	return r, s.fail(ctx, err)
}
