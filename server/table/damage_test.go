package table_test

import (
	"context"
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/tabletest"
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
	if got := h.View(r, other, engine.Spectator()).Seq; got != 1 {
		t.Errorf("another table: got seq %d, want 1", got)
	}
}

// An entry that the table's row does not know of stands where the next one belongs.
func TestFaults_ForeignEntry(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id, other := h.Running(r, 2), h.Running(r, 2)
	h.Step(r, id, 0)
	foreign := h.Registry(func(c *table.Config) { c.Store = occupied{h.Store} })
	d := h.View(foreign, id, engine.SeatViewer(0)).Decisions
	c := tabletest.Command{ID: h.NewID(), Seat: d[0].Seat, Decision: d[0].ID}
	for _, mine := range h.View(foreign, id, engine.SeatViewer(d[0].Seat)).Decisions {
		if mine.ID == c.Decision {
			c.Move = mine.Moves[0]
		}
	}
	if _, err := c.Act(foreign, id); apperr.CodeOf(err) != apperr.Damaged {
		t.Errorf("got %v, want damaged", err)
	}
	h.Step(r, other, 0)
}

// occupied is a store whose logs have one entry more than their tables know of.
type occupied struct{ store.Store }

func (s occupied) Append(context.Context, store.Append) error { return store.ErrConflict }

func (s occupied) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	records, err := s.Store.Read(ctx, id, after, limit)
	if err == nil && len(records) == 0 {
		records, err = s.Store.Read(ctx, id, 0, 1)
	}
	return records, err
}
