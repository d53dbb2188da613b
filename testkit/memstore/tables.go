package memstore

import (
	"context"
	"maps"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreateTable implements store.Tables.
func (s *Store) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	return s.CreateTableWithin(ctx, t, after, store.Quota{})
}

// CreateTableWithin implements store.Quotas.
func (s *Store) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	t = clone(t)
	t.Seq, t.Head, t.Rev, t.StandIns, t.Restored = 0, engine.Hash{}, 1, nil, false
	t.Chance = max(t.Chance, engine.ChanceKey)
	t.CreatedAt, t.UpdatedAt = row.Stored(t.CreatedAt), row.Stored(t.UpdatedAt)
	commitment, err := t.Commitment()
	if err != nil {
		return err
	}
	return s.update(ctx, func(d *data) error {
		if q.Player != "" {
			if err := q.Create(d.usage(q)); err != nil {
				return err
			}
		}
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
			before.row.Rematch, before.row.UpdatedAt = t.ID, t.CreatedAt
			before.row.Rev++
		}
		d.transparency.note(store.LogCreated, t.ID, commitment)
		d.tables[t.ID] = &table{row: t, epoch: d.epoch, creator: q.Player, commands: map[command]int{}}
		return nil
	})
}

// Table implements store.Tables.
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

// UpdateTable implements store.Tables.
func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	return s.UpdateTableWithin(ctx, id, store.Quota{}, change)
}

// UpdateTableWithin implements store.Quotas.
func (s *Store) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (t store.Table, err error) {
	err = s.update(ctx, func(d *data) error {
		stored, ok := d.tables[id]
		if !ok {
			return store.ErrNotFound
		}
		changed, err := row.Change(d.read(stored), change)
		if err != nil {
			return err
		}
		if err := s.fail(ctx); err != nil {
			return err // ctx ended during change
		}
		if q.Seats(stored.row.Seats, changed.Seats) {
			if err := q.Sit(d.usage(q).Unfinished); err != nil {
				return err
			}
		}
		before := stored.row
		commitment, isNew, err := row.NewCommitment(&before, &changed)
		if err != nil {
			return err
		}
		if isNew {
			d.transparency.note(store.LogChanged, id, commitment)
		}
		stored.row = clone(changed)
		stored.row.Restored = false
		if row.SeatsPlayer(before.Seats, changed.Seats) {
			d.accept(stored, changed.UpdatedAt)
		}
		t = changed
		return nil
	})
	return t, err
}

// read returns a table's row as callers get it.
func (d *data) read(t *table) store.Table {
	r := clone(t.row)
	r.Restored = r.State == store.Running && t.epoch != d.epoch
	return r
}

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
