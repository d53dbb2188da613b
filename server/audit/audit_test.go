package audit_test

import (
	"context"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/server/audit"
	"nemeton/server/store"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/tabletest"
)

// damagedStore is a store that reads a damaged entry.
type damagedStore struct {
	store.Store
	after engine.Seq
}

func (s damagedStore) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	list, err := s.Store.Read(ctx, id, after, limit)
	if err == nil && after <= s.after {
		return nil, fmt.Errorf("%w: a bit flipped", engine.ErrCorrupt)
	}
	return list, err
}

func TestRunning(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	open := h.Running(r, 2)
	hidden := h.Running(r, 3, func(row *store.Table) { row.Visibility, row.Invite = store.Private, "invite" })
	done := h.Running(r, 2)
	h.PlayOut(r, done)
	for _, id := range []store.TableID{open, hidden} {
		for n := range 5 {
			h.Step(r, id, n)
		}
	}
	find := func(title engine.Title) func(string) (engine.Title, bool) {
		return func(id string) (engine.Title, bool) { return title, id == "toy" && title != nil }
	}
	for name, c := range map[string]struct {
		store   store.Store
		find    func(string) (engine.Title, bool)
		verdict audit.Verdict
	}{
		"the same rules":  {h.Store, find(toy.Title{}), audit.Same},
		"other rules":     {h.Store, find(toy.Broken(toy.CountLeaks)), audit.Other},
		"no such title":   {h.Store, find(nil), audit.Unknown},
		"a damaged entry": {damagedStore{h.Store, 0}, find(toy.Title{}), audit.Damaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := map[store.TableID]audit.Finding{}
			err := audit.Running(t.Context(), c.store, c.find, func(f audit.Finding) error {
				got[f.Table] = f
				return nil
			})
			if err != nil || len(got) != 2 {
				t.Fatalf("%d tables, %v; want the two running ones, the private one too: %+v", len(got), err, got)
			}
			for id, f := range got {
				if f.Verdict != c.verdict || id == done {
					t.Errorf("got %+v, want %s", f, c.verdict)
				}
			}
		})
	}
}
