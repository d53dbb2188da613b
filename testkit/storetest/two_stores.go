package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

// TwoStores checks two stores on one database, as two nodes have them. Of concurrent appends with one seq to one table, one succeeds, and both stores
// return the same log. Cut is that of Fixture.
func TwoStores(t *testing.T, one, other store.Store, cut func(t testing.TB, table store.TableID, seq engine.Seq)) {
	t.Helper()
	lostEnd(t, one, other, cut)
	const long = 8
	rows := make([]store.Table, many)
	for i := range rows {
		rows[i] = createTable(t, one)
	}
	ids := make([]store.TableID, many)
	for i, row := range rows {
		ids[i] = row.ID
	}
	for seq := engine.Seq(1); seq <= long; seq++ {
		heads := must.Return(one.TableVersions(t.Context(), ids))(t)
		won := make([]atomic.Int32, many)
		var ready, done sync.WaitGroup
		ready.Add(2 * many)
		for node, s := range []store.Store{one, other} {
			for n := range rows {
				i := n
				if node == 1 {
					i = many - 1 - n // in the opposite order, which invites a deadlock
				}
				a := newAppend(rows[i].ID, after(t, heads[rows[i].ID].Head, newRecord(t, seq, engine.Seat(node), fmt.Sprint(seq))))
				done.Go(func() {
					ready.Done()
					ready.Wait()
					switch err := s.Append(t.Context(), a); {
					case err == nil:
						won[i].Add(1)
					case !errors.Is(err, store.ErrConflict):
						t.Errorf("table %d, seq %d: got error %v, want none or %v", i, seq, err, store.ErrConflict)
					}
				})
			}
		}
		done.Wait()
		for i := range rows {
			wantEqual(t, fmt.Sprintf("winners at table %d, seq %d", i, seq), won[i].Load(), int32(1))
		}
	}
	for _, row := range rows {
		log := readLog(t, one, row.ID)
		wantEqual(t, "length", len(log), long)
		wantEqual(t, "log of the other store", readLog(t, other, row.ID), log)
		wantEqual(t, "seq of the row", readTable(t, other, row.ID).Seq, engine.Seq(long))
	}
}
