package table_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// behindStore lacks all records after a seq. With 0 it fails.
type behindStore struct {
	store.Store
	last  engine.Seq
	reads *atomic.Int32
}

func (s behindStore) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	s.reads.Add(1)
	if s.last == 0 {
		return nil, errors.New("the standby is gone")
	}
	list, err := s.Store.Read(ctx, id, after, limit)
	return slices.DeleteFunc(list, func(r engine.Record) bool { return r.Entry.Seq > s.last }), err
}

// Pages of the log and exports are complete, whatever the store lacks that they are read from first.
func TestPages_StandbyIsBehind(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	whole := h.Registry()
	id := h.Running(whole, 3)
	h.PlayOut(whole, id)
	row := must.Return(h.Store.Table(t.Context(), id))(t)
	want := pagesOf(t, whole, id)
	for _, last := range []engine.Seq{0, 1, row.Seq - 1, row.Seq} {
		reads := &atomic.Int32{}
		r := h.Registry(func(c *table.Config) { c.Pages = behindStore{h.Store, last, reads} })
		expect.Equal(t, pagesOf(t, r, id), want, "a standby with", last, "of", row.Seq, "entries")
		if reads.Load() == 0 {
			t.Error("the standby was not asked")
		}
	}
}

// pagesOf returns the first page of the log of a finished table, and its export.
func pagesOf(t *testing.T, r *table.Registry, id store.TableID) string {
	t.Helper()
	page := must.Return(r.Log(t.Context(), id, engine.Spectator(), 0))(t)
	export := must.Return(r.Export(t.Context(), id, nil))(t)
	return string(page) + string(export)
}
