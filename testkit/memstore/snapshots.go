package memstore

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

func (s *Store) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	if _, _, err := (*dialect.Encrypter)(nil).EncodeSnapshot(shot); err != nil {
		return err
	}
	return s.update(ctx, func(d *data) error {
		t, ok := d.tables[shot.Table]
		if !ok {
			return store.ErrNotFound
		}
		shots := slices.DeleteFunc(slices.Clone(t.shots), func(o store.Snapshot) bool { return o.Seq == shot.Seq || o.Seq > t.row.Seq })
		if shot.Seq <= t.row.Seq {
			shot.Bytes = bytes.Clone(shot.Bytes)
			shots = append(shots, shot)
		}
		slices.SortFunc(shots, func(a, b store.Snapshot) int { return cmp.Compare(a.Seq, b.Seq) })
		t.shots = shots[max(len(shots)-2, 0):]
		return nil
	})
}

func (s *Store) LatestSnapshot(ctx context.Context, id store.TableID, atMost engine.Seq) (found store.Snapshot, err error) {
	err = s.view(ctx, func(d *data) error {
		if t, ok := d.tables[id]; ok {
			for _, shot := range slices.Backward(t.shots) {
				if shot.Seq <= atMost {
					found = shot
					found.Bytes = bytes.Clone(shot.Bytes)
					return nil
				}
			}
		}
		return store.ErrNotFound
	})
	return found, err
}

func (s *Store) DropSnapshots(ctx context.Context, id store.TableID) error {
	return s.update(ctx, func(d *data) error {
		if t, ok := d.tables[id]; ok {
			t.shots = nil
		}
		return nil
	})
}
