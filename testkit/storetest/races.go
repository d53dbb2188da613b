package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

// concurrently runs do n times concurrently and counts the errors by the elements of want. Any other error fails the test.
func concurrently(t *testing.T, n int, do func(i int) error, want ...error) map[error]int {
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

// contenders is the number of concurrent calls in a race.
const contenders = 8

var races = []contractCase{
	{"one append of a seq wins", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		for seq := engine.Seq(1); seq <= 5; seq++ {
			records, head := make([]engine.Record, contenders), readTable(t, f.Store, row.ID).Head
			for i := range records {
				records[i] = after(t, head, newRecord(t, seq, 0, fmt.Sprintf("%d by %d", seq, i)))
			}
			got := concurrently(t, contenders, func(i int) error { return f.Store.Append(t.Context(), newAppend(row.ID, records[i])) }, nil, store.ErrConflict)
			wantEqual(t, "winners", got[nil], 1)
		}
		wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 5)
	}},
	{"one append of a command wins", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		for seq := engine.Seq(1); seq <= 5; seq++ {
			r := after(t, readTable(t, f.Store, row.ID).Head, newRecord(t, seq, 0, fmt.Sprint(seq)))
			got := concurrently(t, contenders, func(int) error { return f.Store.Append(t.Context(), newAppend(row.ID, r)) }, nil, store.ErrDuplicate)
			wantEqual(t, "winners", got[nil], 1)
		}
		wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 5)
	}},
	{"no update is lost", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats = nil })
		concurrently(t, contenders, func(i int) error {
			_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
				r.Seats = append(r.Seats, store.Seat{Color: fmt.Sprint(i), Player: "guest"})
				return nil
			})
			return err
		}, nil)
		got := readTable(t, f.Store, row.ID)
		wantEqual(t, "seats", len(got.Seats), contenders)
		wantEqual(t, "rev", got.Rev, int64(contenders+1))
	}},
	{"a start and a change of seats exclude each other", func(t *testing.T, f Fixture) {
		for range 5 {
			row := createTable(t, f.Store)
			start := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
			start.Rev = 1
			got := concurrently(t, 2, func(i int) error {
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
			wantEqual(t, "winners", got[nil], 1)
		}
	}},
	{"a link is claimed once", func(t *testing.T, f Fixture) {
		l := newLink(createSession(t, f.Store), 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		got := concurrently(t, contenders, func(i int) error {
			_, err := f.Store.ClaimLink(t.Context(), l.CodeHash, at(0), newSession("", byte(i)))
			return err
		}, nil, store.ErrNotFound)
		wantEqual(t, "winners", got[nil], 1)
	}},
	{"no session survives signing out everywhere", func(t *testing.T, f Fixture) {
		for range 5 {
			x := createSession(t, f.Store)
			l := newLink(x, 1)
			l.CodeHash[1] = byte(len(l.ID))
			copy(l.CodeHash[2:], l.ID) // unique
			must.Succeed(t, f.Store.CreateLink(t.Context(), l))
			concurrently(t, 2, func(i int) error {
				if i == 0 {
					_, err := f.Store.RevokeOtherSessions(t.Context(), x.Player, "none")
					return err
				}
				phone := newSession("", 1)
				copy(phone.TokenHash[:], phone.ID)
				_, err := f.Store.ClaimLink(t.Context(), l.CodeHash, at(0), phone)
				return err
			}, nil, store.ErrNotFound)
			wantEqual(t, "sessions", len(must.Return(f.Store.Sessions(t.Context(), x.Player))(t)), 0)
		}
	}},
	{"an offer is used by one handover", func(t *testing.T, f Fixture) {
		a, b := createSession(t, f.Store), createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = a.Player })
		o := newOffer(a, 1, row.ID, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), o))
		records := make([]engine.Record, contenders)
		for i := range records {
			records[i] = newRecord(t, 1, 1, fmt.Sprint("by ", i))
		}
		got := concurrently(t, contenders, func(i int) error {
			return f.Store.Append(t.Context(), newHandover(row.ID, records[i], b.Player, o))
		}, nil, store.ErrConflict, store.ErrOffer)
		wantEqual(t, "winners", got[nil], 1)
	}},
	{"a revoked offer and its handover exclude each other", func(t *testing.T, f Fixture) {
		for n := range byte(5) {
			a, b := createSession(t, f.Store), createSession(t, f.Store)
			row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = a.Player })
			o := newOffer(a, n, row.ID, 1)
			must.Succeed(t, f.Store.CreateLink(t.Context(), o))
			r := newRecord(t, 1, 1, "c")
			got := concurrently(t, 2, func(i int) error {
				if i == 0 {
					return f.Store.RevokeLink(t.Context(), a.Player, o.ID)
				}
				return f.Store.Append(t.Context(), newHandover(row.ID, r, b.Player, o))
			}, nil, store.ErrNotFound, store.ErrOffer)
			wantEqual(t, "winners", got[nil], 1)
		}
	}},
	{"a table has one rematch", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		got := concurrently(t, contenders, func(int) error { return f.Store.CreateTable(t.Context(), newTable(), row.ID) }, nil, store.ErrConflict)
		wantEqual(t, "winners", got[nil], 1)
		wantEqual(t, "tables", len(listTables(t, f.Store, store.Query{})), 2)
	}},
	{"appends to different tables all succeed", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, contenders)
		for i := range rows {
			rows[i] = createTable(t, f.Store)
		}
		r := newRecord(t, 1, 0, "c")
		got := concurrently(t, contenders, func(i int) error { return f.Store.Append(t.Context(), newAppend(rows[i].ID, r)) }, nil)
		wantEqual(t, "winners", got[nil], contenders)
	}},
}
