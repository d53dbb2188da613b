package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

// Rivals checks two stores on one database, as two servers have: of the appends of one seq to one table, by whichever store, one wins, and
// both read the same.
func Rivals(t *testing.T, one, other store.Store) {
	t.Helper()
	const long = 8
	rows := make([]store.Table, many)
	for i := range rows {
		rows[i] = stored(t, one)
	}
	for seq := engine.Seq(1); seq <= long; seq++ {
		won := make([]atomic.Int32, many)
		var ready, done sync.WaitGroup
		ready.Add(2 * many)
		for who, s := range []store.Store{one, other} {
			for n := range rows {
				i := n
				if who == 1 {
					i = many - 1 - n // as if in a circle
				}
				a := adding(rows[i].ID, entry(t, seq, engine.Seat(who), fmt.Sprint(seq)))
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
			same(t, fmt.Sprintf("winners at table %d, seq %d", i, seq), won[i].Load(), int32(1))
		}
	}
	for _, row := range rows {
		log := read(t, one, row.ID)
		same(t, "length", len(log), long)
		same(t, "the other's log", read(t, other, row.ID), log)
		same(t, "seq of the row", look(t, other, row.ID).Seq, engine.Seq(long))
	}
}
