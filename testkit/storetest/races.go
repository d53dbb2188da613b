package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

// together runs do n times at once and counts the outcomes that are one of want; any other fails the test.
func together(t *testing.T, n int, do func(i int) error, want ...error) map[error]int {
	t.Helper()
	results := make([]error, n)
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			results[i] = do(i)
		})
	}
	done.Wait()
	counts := make(map[error]int)
next:
	for _, err := range results {
		for _, w := range want {
			if errors.Is(err, w) {
				counts[w]++
				continue next
			}
		}
		t.Errorf("got error %v, want one of %v", err, want)
	}
	return counts
}

const crowd = 8

var races = []contractCase{
	{"one append of a seq wins", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		for seq := engine.Seq(1); seq <= 5; seq++ {
			records := make([]engine.Record, crowd)
			for i := range records {
				records[i] = entry(t, seq, 0, fmt.Sprintf("%d by %d", seq, i))
			}
			got := together(t, crowd, func(i int) error { return f.Store.Append(t.Context(), adding(row.ID, records[i])) }, nil, store.ErrConflict)
			same(t, "winners", got[nil], 1)
		}
		same(t, "length", len(read(t, f.Store, row.ID)), 5)
	}},
	{"one append of a command wins", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		for seq := engine.Seq(1); seq <= 5; seq++ {
			r := entry(t, seq, 0, fmt.Sprint(seq))
			got := together(t, crowd, func(int) error { return f.Store.Append(t.Context(), adding(row.ID, r)) }, nil, store.ErrDuplicate)
			same(t, "winners", got[nil], 1)
		}
		same(t, "length", len(read(t, f.Store, row.ID)), 5)
	}},
	{"no update is lost", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store, func(r *store.Table) { r.Seats = nil })
		together(t, crowd, func(i int) error {
			_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
				r.Seats = append(r.Seats, store.Seat{Color: fmt.Sprint(i), Player: "guest"})
				return nil
			})
			return err
		}, nil)
		got := look(t, f.Store, row.ID)
		same(t, "places", len(got.Seats), crowd)
		same(t, "rev", got.Rev, int64(crowd+1))
	}},
	{"a start and a seating exclude each other", func(t *testing.T, f Fixture) {
		for range 5 {
			row := stored(t, f.Store)
			start := adding(row.ID, entry(t, 1, engine.NoSeat, ""))
			start.Rev = 1
			got := together(t, 2, func(i int) error {
				if i == 0 {
					return f.Store.Append(t.Context(), start)
				}
				_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
					if r.State != store.Open {
						return store.ErrConflict
					}
					r.Seats[1].Player = "guest"
					return nil
				})
				return err
			}, nil, store.ErrConflict)
			same(t, "winners", got[nil], 1)
		}
	}},
	{"a link is claimed once", func(t *testing.T, f Fixture) {
		p := somebody(t, f.Store)
		must(t, f.Store.CreateLink(t.Context(), store.Link{CodeHash: [32]byte{1}, Player: p.ID, ExpiresAt: at(10)}))
		got := together(t, crowd, func(int) error { _, err := f.Store.ClaimLink(t.Context(), [32]byte{1}, at(0)); return err }, nil, store.ErrNotFound)
		same(t, "winners", got[nil], 1)
	}},
	{"a table has one rematch", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		got := together(t, crowd, func(int) error { return f.Store.CreateTable(t.Context(), newTable(), row.ID) }, nil, store.ErrConflict)
		same(t, "winners", got[nil], 1)
		same(t, "tables", len(listed(t, f.Store, store.Query{})), 2)
	}},
	{"tables do not disturb each other", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, crowd)
		for i := range rows {
			rows[i] = stored(t, f.Store)
		}
		r := entry(t, 1, 0, "c")
		got := together(t, crowd, func(i int) error { return f.Store.Append(t.Context(), adding(rows[i].ID, r)) }, nil)
		same(t, "winners", got[nil], crowd)
	}},
}
