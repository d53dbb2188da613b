package rows

import (
	"context"
	"math"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	lastEntry    = dialect.SQL("SELECT key, seq FROM tables WHERE id = ?1")
	saveSnapshot = dialect.SQL(`INSERT INTO snapshots (table_key, seq, head, bytes, checksum) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (table_key, seq)
		DO UPDATE SET head = excluded.head, bytes = excluded.bytes, checksum = excluded.checksum`)
	// trimSnapshots keeps the two newest up to the seq ?2.
	trimSnapshots = dialect.SQL(`DELETE FROM snapshots WHERE table_key = ?1 AND (seq > ?2 OR seq < (
		SELECT seq FROM snapshots WHERE table_key = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1 OFFSET 1))`)
	selectSnapshots = dialect.SQL(`SELECT seq, head, bytes, checksum FROM snapshots
		WHERE table_key = (SELECT key FROM tables WHERE id = ?1) AND seq <= ?2 ORDER BY seq DESC`)
	dropSnapshots = dialect.SQL("DELETE FROM snapshots WHERE table_key = (SELECT key FROM tables WHERE id = ?1)")
)

func (s *Rows) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	stored, checksum, err := s.encrypter.EncodeSnapshot(shot)
	if err != nil {
		return err
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		var key, last int64
		if err := dialect.Row(ctx, tx, lastEntry, []any{shot.Table}, &key, &last); err != nil {
			return err
		}
		return tx.Send(ctx, saveSnapshot.With(key, int64(shot.Seq), shot.Head[:], stored, checksum), trimSnapshots.With(key, last))
	})
}

func (s *Rows) LatestSnapshot(ctx context.Context, id store.TableID, atMost engine.Seq) (latest store.Snapshot, err error) {
	found := false
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		if found {
			return nil
		}
		shot := store.Snapshot{Table: id}
		var head, checksum []byte
		if err := scan(&shot.Seq, &head, &shot.Bytes, &checksum); err != nil {
			return err
		}
		copy(shot.Head[:], head)
		if shot, err := s.encrypter.DecodeSnapshot(shot, checksum); err == nil {
			latest, found = shot, true
		}
		return nil
	}, selectSnapshots, id, int64(min(atMost, math.MaxInt64)))
	if err == nil && !found {
		err = store.ErrNotFound
	}
	return latest, err
}

func (s *Rows) DropSnapshots(ctx context.Context, id store.TableID) error {
	_, err := s.db.Exec(ctx, dropSnapshots, id)
	return err
}
