package memstore_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/storetest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Fixture {
		t.Helper()
		s := memstore.New()
		return storetest.Fixture{
			Store: s.Complete(),
			Reopen: func(testing.TB) store.Store {
				_ = s.Close()
				return s.Again().Complete()
			},
			Damage:         func(_ testing.TB, table store.TableID, seq engine.Seq) { s.Damage(table, seq) },
			DamageSnapshot: func(_ testing.TB, table store.TableID, seq engine.Seq) { s.DamageSnapshot(table, seq) },
			Cut:            func(_ testing.TB, table store.TableID, seq engine.Seq) { s.Cut(table, seq) },
			Restored: func(testing.TB) store.Store {
				_ = s.Close()
				return s.Restored().Complete()
			},
		}
	}, storetest.TableGroups...)
}

func TestTwoStores(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	storetest.TwoStores(t, s.Complete(), s.Again().Complete(), func(_ testing.TB, table store.TableID, seq engine.Seq) { s.Cut(table, seq) })
}

// A change of a copy does not change the original.
func TestCopy(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	row := store.Table{ID: "t", Title: "meduris", State: store.Open, Host: "a", Seats: []store.Seat{{Player: "a"}}}
	must.Succeed(t, s.CreateTable(t.Context(), row, ""))
	other := s.Copy()
	_, err := other.UpdateTable(t.Context(), "t", func(r *store.Table) error {
		r.Host, r.Seats[0].Player = "b", "b"
		return nil
	})
	must.Succeed(t, err)
	for host, s := range map[store.PlayerID]*memstore.Store{"a": s, "b": other} {
		if got, err := s.Table(t.Context(), "t"); err != nil || got.Host != host || got.Seats[0].Player != host {
			t.Errorf("got %+v, %v, want %s's", got, err, host)
		}
	}
}
