package memstore

import (
	"context"
	"maps"
	"slices"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreateTable implements store.Tables.
func (s *Store) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	t = apart(t)
	t.Seq, t.Rev, t.StandIns = 0, 1, nil
	t.CreatedAt, t.UpdatedAt = row.Stored(t.CreatedAt), row.Stored(t.UpdatedAt)
	return s.changing(ctx, func(k *kept) error {
		if _, ok := k.tables[t.ID]; ok {
			return store.ErrConflict
		}
		if after != "" {
			before, ok := k.tables[after]
			switch {
			case !ok:
				return store.ErrNotFound
			case before.row.Rematch != "":
				return store.ErrConflict
			}
			before.row.Rematch, before.row.UpdatedAt = t.ID, t.CreatedAt
			before.row.Rev++
		}
		k.tables[t.ID] = &table{row: t, commands: map[command]int{}}
		return nil
	})
}

// Table implements store.Tables.
func (s *Store) Table(ctx context.Context, id store.TableID) (t store.Table, err error) {
	err = s.looking(ctx, func(k *kept) error {
		kept, ok := k.tables[id]
		if !ok {
			return store.ErrNotFound
		}
		t = apart(kept.row)
		return nil
	})
	return t, err
}

// UpdateTable implements store.Tables.
func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (t store.Table, err error) {
	err = s.changing(ctx, func(k *kept) error {
		kept, ok := k.tables[id]
		if !ok {
			return store.ErrNotFound
		}
		changed, err := row.Change(apart(kept.row), change)
		if err != nil {
			return err
		}
		if err := s.fail(ctx); err != nil {
			return err // it ended meanwhile
		}
		changed.UpdatedAt = row.Stored(changed.UpdatedAt)
		kept.row = apart(changed)
		t = changed
		return nil
	})
	return t, err
}

// apart is a row that shares nothing with t that a caller could change.
func apart(t store.Table) store.Table {
	t.Options = maps.Clone(t.Options)
	t.Seats = slices.Clone(t.Seats)
	t.Owing = slices.Clone(t.Owing)
	t.StandIns = slices.Clone(t.StandIns)
	t.Winners = slices.Clone(t.Winners)
	t.Contributions = slices.Clone(t.Contributions)
	for i, c := range t.Contributions {
		t.Contributions[i] = slices.Clone(c)
	}
	return t
}
