package memstore

import (
	"context"
	"maps"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

func (s *Store) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	t = clone(t)
	t.Seq, t.Head, t.Rev, t.StandIns, t.Restored = 0, codec.Hash{}, 1, nil, false
	t.Chance = engine.ChanceVersion
	t.CreatedAt, t.UpdatedAt = stored(t.CreatedAt), stored(t.UpdatedAt)
	return s.update(ctx, func(d *data) error {
		if _, ok := d.tables[t.ID]; ok {
			return store.ErrConflict
		}
		if after != "" {
			before, ok := d.tables[after]
			switch {
			case !ok:
				return store.ErrNotFound
			case before.row.Rematch != "":
				return store.ErrConflict
			}
			before.row.Rematch, before.row.UpdatedAt = t.ID, store.Rise(before.row.UpdatedAt, t.CreatedAt)
			before.row.Rev++
		}
		d.tables[t.ID] = &table{row: t, epoch: d.epoch, commands: map[command]int{}}
		return nil
	})
}

func (s *Store) Table(ctx context.Context, id store.TableID) (t store.Table, err error) {
	err = s.view(ctx, func(d *data) error {
		stored, ok := d.tables[id]
		if !ok {
			return store.ErrNotFound
		}
		t = d.read(stored)
		return nil
	})
	return t, err
}

func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (t store.Table, err error) {
	err = s.update(ctx, func(d *data) error {
		stored, ok := d.tables[id]
		if !ok {
			return store.ErrNotFound
		}
		changed, err := dialect.Change(d.read(stored), change)
		if err != nil {
			return err
		}
		if err := s.fail(ctx); err != nil {
			return err // ctx ended during change
		}
		stored.row = clone(changed)
		stored.row.Restored = false
		t = changed
		return nil
	})
	return t, err
}

func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	versions := make(map[store.TableID]store.TableVersion, len(ids))
	err := s.view(ctx, func(d *data) error {
		for _, id := range ids {
			if t, ok := d.tables[id]; ok {
				versions[id] = store.TableVersion{Seq: t.row.Seq, Head: t.row.Head, Rev: t.row.Rev, Restored: d.restored(t)}
			}
		}
		return nil
	})
	return versions, err
}

// read returns a table's row as callers get it.
func (d *data) read(t *table) store.Table {
	r := clone(t.row)
	r.Restored = d.restored(t)
	return r
}

func (d *data) restored(t *table) bool { return t.row.State == store.Running && t.epoch != d.epoch }

// clone returns a copy of t that shares no memory with it.
func clone(t store.Table) store.Table {
	t.Options = maps.Clone(t.Options)
	t.Seats = slices.Clone(t.Seats)
	t.Owing = slices.Clone(t.Owing)
	t.StandIns = slices.Clone(t.StandIns)
	t.Winners = slices.Clone(t.Winners)
	t.Ending.Conceded = slices.Clone(t.Ending.Conceded)
	t.Barred = slices.Clone(t.Barred)
	t.Answers = slices.Clone(t.Answers)
	t.Changes = slices.Clone(t.Changes)
	t.Contributions = slices.Clone(t.Contributions)
	for i, c := range t.Contributions {
		t.Contributions[i] = slices.Clone(c)
	}
	return t
}

// ChangedSince implements store.ChangeFeed: it cannot tell.
func (s *Store) ChangedSince(ctx context.Context, _ store.Cursor) (store.Changes, error) {
	return store.Changes{Unknown: true}, s.fail(ctx)
}

// ForgetChanges implements store.ChangeFeed.
func (s *Store) ForgetChanges(context.Context, store.Cursor) error { return nil }

// stored returns a time as a store returns it: in UTC, rounded down to microseconds.
func stored(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }
