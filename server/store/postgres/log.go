package postgres

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	selectRecords = dialect.SQL(`/*pg SELECT seq, bytes, hash FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seq > ?2 ORDER BY seq LIMIT ?3*/`)
	selectCommand = dialect.SQL(`/*pg SELECT seq, bytes, hash FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seat = ?2 AND command = ?3*/`)
)

func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	ctx, done := s.reading(ctx, selectRecords.Postgres)
	defer done()
	if after > math.MaxInt64 || !dialect.Storable(id) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, selectRecords.Postgres, id, int64(after), max(limit, 0))
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (engine.Record, error) { return scanRecord(r, id) })
	return list, fail(ctx, err)
}

func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	ctx, done := s.reading(ctx, selectCommand.Postgres)
	defer done()
	if !dialect.Storable(id) || !dialect.Storable(command) {
		return engine.Record{}, store.ErrNotFound
	}
	r, err := scanRecord(s.pool.QueryRow(ctx, selectCommand.Postgres, id, seat, dialect.Command(command)), id)
	return r, fail(ctx, err)
}

func scanRecord(from pgx.Row, id store.TableID) (engine.Record, error) {
	var seq engine.Seq
	var raw, hash []byte
	if err := from.Scan(&seq, &raw, &hash); err != nil {
		return engine.Record{}, err
	}
	return dialect.Record(id, seq, raw, hash)
}
