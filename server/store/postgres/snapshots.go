package postgres

import (
	"context"
	"errors"
	"math"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	selectKey    = dialect.SQL("/*pg SELECT key, seq FROM tables WHERE id = ?1*/")
	saveSnapshot = dialect.SQL(`/*pg INSERT INTO snapshots (table_key, seq, head, bytes, checksum) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (table_key, seq)
		DO UPDATE SET head = EXCLUDED.head, bytes = EXCLUDED.bytes, checksum = EXCLUDED.checksum*/`)
	// trimSnapshots keeps the two newest up to the seq ?2.
	trimSnapshots = dialect.SQL(`/*pg DELETE FROM snapshots WHERE table_key = ?1 AND (seq > ?2 OR seq < (
		SELECT seq FROM snapshots WHERE table_key = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1 OFFSET 1))*/`)
	selectSnapshots = dialect.SQL(`/*pg SELECT seq, head, bytes, checksum FROM snapshots
		WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seq <= ?2 ORDER BY seq DESC*/`)
	dropSnapshots = dialect.SQL("/*pg DELETE FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = ?1)*/")
)

func (s *Store) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	stored, checksum, err := s.encrypter.EncodeSnapshot(shot)
	if err != nil {
		return err
	}
	if !dialect.Storable(shot.Table) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		var key, last int64
		if err := tx.QueryRow(ctx, selectKey.Postgres, shot.Table).Scan(&key, &last); err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue(saveSnapshot.Postgres, key, int64(shot.Seq), shot.Head[:], stored, checksum)
		b.Queue(trimSnapshots.Postgres, key, last)
		return sendAll(ctx, tx, &b)
	})
}

func (s *Store) LatestSnapshot(ctx context.Context, id store.TableID, atMost engine.Seq) (store.Snapshot, error) {
	ctx, done := s.reading(ctx, selectSnapshots.Postgres)
	defer done()
	if !dialect.Storable(id) {
		return store.Snapshot{}, store.ErrNotFound
	}
	rows, err := s.pool.Query(ctx, selectSnapshots.Postgres, id, int64(min(atMost, math.MaxInt64)))
	if err != nil {
		return store.Snapshot{}, fail(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		shot := store.Snapshot{Table: id}
		var head, checksum []byte
		if err := rows.Scan(&shot.Seq, &head, &shot.Bytes, &checksum); err != nil {
			return store.Snapshot{}, fail(ctx, err)
		}
		copy(shot.Head[:], head)
		if shot, err = s.encrypter.DecodeSnapshot(shot, checksum); err == nil {
			return shot, nil
		}
	}
	if err := rows.Err(); err != nil {
		return store.Snapshot{}, fail(ctx, err)
	}
	return store.Snapshot{}, store.ErrNotFound
}

func (s *Store) DropSnapshots(ctx context.Context, id store.TableID) error {
	if !dialect.Storable(id) {
		return nil
	}
	_, err := s.exec(ctx, dropSnapshots.Postgres, id)
	return err
}

func (s *Store) ProbeWrite(ctx context.Context) error {
	if err := s.appends.Commit(ctx, dialect.Probe()); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return s.changeRow(ctx, "UPDATE meta SET changes = changes + 1")
}
