package table_test

import (
	"context"
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/tabletest"
)

// missingEntry is a store whose logs lack an entry.
type missingEntry struct{ store.Store }

func (s missingEntry) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	records, err := s.Store.Read(ctx, id, after, limit)
	if len(records) > 1 {
		records = append(records[:1:1], records[2:]...)
	}
	return records, err
}

func TestDamage_MissingEntry(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	healthy := h.Registry()
	id, other := h.Running(healthy, 2), h.Running(healthy, 2)
	for n := range 3 {
		h.Step(healthy, id, n)
	}
	r := h.Registry(func(c *table.Config) { c.Store = missingEntry{h.Store} })
	if _, err := r.View(context.Background(), id, engine.Spectator(), false); apperr.CodeOf(err) != apperr.Damaged || !errors.Is(err, engine.ErrCorrupt) {
		t.Errorf("got %v, want damaged", err)
	}
	if h.Meter.Broken == 0 {
		t.Error("the damage was not counted")
	}
	expect.Equal(t, h.View(r, other, engine.Spectator()).Seq, 1, "another table: seq")
}

// If the log holds an entry that the table's row does not know, the append conflicts and the table is damaged.
func TestDamage_UnexpectedEntry(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id, other := h.Running(r, 2), h.Running(r, 2)
	h.Step(r, id, 0)
	foreign := h.Registry(func(c *table.Config) { c.Store = extraEntry{h.Store} })
	d := h.View(foreign, id, engine.SeatViewer(0)).Decisions
	c := tabletest.Command{ID: h.NewID(), Seat: d[0].Seat, Decision: d[0].ID}
	for _, mine := range h.View(foreign, id, engine.SeatViewer(d[0].Seat)).Decisions {
		if mine.ID == c.Decision {
			c.Move = mine.Moves[0]
		}
	}
	expect.Equal(t, apperr.CodeOf(expect.Second(c.Act(foreign, id))), apperr.Damaged)
	h.Step(r, other, 0)
}

// extraEntry is a store whose logs have one entry more than their tables' rows know.
type extraEntry struct{ store.Store }

func (s extraEntry) Append(context.Context, store.Append) error { return store.ErrConflict }

func (s extraEntry) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	records, err := s.Store.Read(ctx, id, after, limit)
	if err == nil && len(records) == 0 {
		records, err = s.Store.Read(ctx, id, 0, 1)
	}
	return records, err
}
