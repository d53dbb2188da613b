package postgres

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

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
	heir := store.Heir{Seat: engine.NoSeat}
	if a.Heir != nil {
		heir = *a.Heir
	}
	e := &a.Record.Entry
	done, err := s.pool.Exec(ctx, `WITH moved AS (
			UPDATE tables SET seq = $2, state = $3, owing = $4, winners = $5, updated_at = $6, stand_ins = $12
			WHERE id = $1 AND seq = $2 - 1 AND ($7 = 0 OR rev = $7) RETURNING id),
		inherited AS (UPDATE places SET player = $14 WHERE table_id IN (SELECT id FROM moved) AND seat = $13)
		INSERT INTO entries (table_id, seq, time, seat, command, bytes, hash)
		SELECT id, $2, $6, $8, $9, $10, $11 FROM moved`,
		a.Table, int64(e.Seq), a.State, owing, winners, a.Now, a.Rev, e.Seat, e.Command, a.Record.Bytes, a.Record.Hash[:],
		standIns, heir.Seat, string(heir.Player))
	if err == nil && done.RowsAffected() == 0 {
		return s.whyNot(ctx, a.Table, e)
	}
	return fail(ctx, err)
}

// whyNot says why an entry could not stand in the log. It asks after the fact: who won may have committed since.
func (s *Store) whyNot(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var known bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = t.id AND seat = $2 AND command <> '' AND command = $3)
		FROM tables t WHERE id = $1`, id, e.Seat, e.Command).Scan(&known)
	switch {
	case err != nil:
		return fail(ctx, err)
	case known:
		return store.ErrDuplicate
	default:
		return store.ErrConflict
	}
}

// Read implements store.Log.
func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if after > math.MaxInt64 || !storable(string(id)) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, "SELECT seq, bytes, hash FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
		id, int64(after), max(limit, 0))
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (engine.Record, error) { return scanRecord(r, id) })
	return list, fail(ctx, err)
}

// Command implements store.Log.
func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	if !storable(string(id)) || !storable(command) {
		return engine.Record{}, store.ErrNotFound
	}
	r, err := scanRecord(s.pool.QueryRow(ctx, `SELECT seq, bytes, hash FROM entries
		WHERE table_id = $1 AND seat = $2 AND command <> '' AND command = $3`, id, seat, command), id)
	return r, fail(ctx, err)
}

func scanRecord(from pgx.Row, id store.TableID) (engine.Record, error) {
	var seq engine.Seq
	var raw, hash []byte
	if err := from.Scan(&seq, &raw, &hash); err != nil {
		return engine.Record{}, err
	}
	return row.Record(id, seq, raw, hash)
}
