package table_test

import (
	"context"
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/table/tabletest"
)

// torn is a store whose log lost an entry.
type torn struct{ store.Store }

func (s torn) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	records, err := s.Store.Read(ctx, id, after, limit)
	if len(records) > 1 {
		records = append(records[:1:1], records[2:]...)
	}
	return records, err
}

func TestFaults_DamagedLog(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	whole := h.Registry()
	id, other := h.Running(whole, 2), h.Running(whole, 2)
	for n := range 3 {
		h.Step(whole, id, n)
	}
	r := h.Registry(func(c *table.Config) { c.Store = torn{h.Store} })
	if _, err := r.View(context.Background(), id, engine.Spectator()); apperr.CodeOf(err) != apperr.Damaged || !errors.Is(err, engine.ErrCorrupt) {
		t.Errorf("got %v, want damaged", err)
	}
	if h.Meter.Broken == 0 {
		t.Error("the damage was not counted")
	}
	if got := h.See(r, other, engine.Spectator()).Seq; got != 1 {
		t.Errorf("another table: got seq %d, want 1", got)
	}
}
