package sqlite

import (
	"context"
	"database/sql"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
)

func (s *Store) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	stored, checksum, err := s.encrypter.EncodeSnapshot(shot)
	if err != nil {
		return err
	}
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var key, last int64
		if err := tx.QueryRowContext(ctx, "SELECT key, seq FROM tables WHERE id = ?", shot.Table).Scan(&key, &last); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO snapshots (table_key, seq, head, bytes, checksum) VALUES (?, ?, ?, ?, ?)",
			key, int64(shot.Seq), shot.Head[:], stored, checksum)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM snapshots WHERE table_key = ?1 AND (seq > ?2 OR seq < (
			SELECT seq FROM snapshots WHERE table_key = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1 OFFSET 1))`, key, last)
		return err
	})
}

func (s *Store) LatestSnapshot(ctx context.Context, id store.TableID, atMost engine.Seq) (store.Snapshot, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT seq, head, bytes, checksum FROM snapshots
		WHERE table_key = (SELECT key FROM tables WHERE id = ?) AND seq <= ? ORDER BY seq DESC`, id, int64(min(atMost, math.MaxInt64)))
	if err != nil {
		return store.Snapshot{}, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		shot := store.Snapshot{Table: id}
		var head, checksum []byte
		if err := rows.Scan(&shot.Seq, &head, &shot.Bytes, &checksum); err != nil {
			return store.Snapshot{}, s.fail(ctx, err)
		}
		copy(shot.Head[:], head)
		if shot, err = s.encrypter.DecodeSnapshot(shot, checksum); err == nil {
			return shot, nil
		}
	}
	if err := rows.Err(); err != nil {
		return store.Snapshot{}, s.fail(ctx, err)
	}
	return store.Snapshot{}, store.ErrNotFound
}

func (s *Store) DropSnapshots(ctx context.Context, id store.TableID) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = ?)", id)
		return err
	})
}
