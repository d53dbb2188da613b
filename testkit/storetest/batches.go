package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// many is a number of tables large enough for appends to share commits in any store.
const many = 24

// batches checks that concurrent appends do not affect each other.
var batches = []contractCase{
	{"appends to many tables keep their logs apart", func(t *testing.T, f Fixture) {
		const long = 10
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = createTable(t, f.Store)
		}
		concurrently(t, many, func(i int) error {
			var head codec.Hash
			for seq := engine.Seq(1); seq <= long; seq++ {
				a := newAppend(rows[i].ID, after(t, head, newRecord(t, seq, engine.Seat(i%4), fmt.Sprintf("%d of %d", seq, i))))
				head = a.Record.Hash
				if err := f.Store.Append(t.Context(), a); err != nil {
					return err
				}
				// An acknowledged record can be read immediately.
				got, err := f.Store.Read(t.Context(), rows[i].ID, seq-1, 2)
				if err != nil || len(got) != 1 || got[0].Hash != a.Record.Hash {
					return fmt.Errorf("read %d records after %d: %w", len(got), seq-1, err)
				}
			}
			return nil
		}, nil)
		for i, row := range rows {
			log := readLog(t, f.Store, row.ID)
			wantEqual(t, "length", len(log), long)
			for n, r := range log {
				wantEqual(t, "command", r.Entry.Command, fmt.Sprintf("%d of %d", n+1, i))
			}
			wantEqual(t, "seq of the row", readTable(t, f.Store, row.ID).Seq, engine.Seq(long))
		}
	}},
	{"each append gets its own result, and refused ones do not harm others", func(t *testing.T, f Fixture) {
		good, late, known := make([]store.Table, many), createTableWith(t, f.Store, 2), createTableWith(t, f.Store, 1)
		for i := range good {
			good[i] = createTable(t, f.Store)
		}
		begun := createTable(t, f.Store)
		untouched := map[store.TableID]store.Table{}
		for _, row := range []store.Table{late, known, begun} {
			untouched[row.ID] = readTable(t, f.Store, row.ID)
		}
		changed := newAppend(begun.ID, newRecord(t, 1, engine.NoSeat, ""))
		changed.Rev = 7
		refused := []struct {
			a    store.Append
			want error
		}{
			{newAppend(late.ID, newRecord(t, 2, 1, "late")), store.ErrConflict},
			{newAppend(late.ID, newRecord(t, 4, 1, "early")), store.ErrConflict},
			{newAppend(known.ID, newRecord(t, 2, 0, "c1")), store.ErrDuplicate},
			{newAppend("none", newRecord(t, 1, 0, "new")), store.ErrNotFound},
			{changed, store.ErrConflict},
			{newAppend(late.ID, newRecord(t, 3, 1, "of another history")), store.ErrDiverged},
		}
		head := codec.Hash{} // of all tables, because their records are the same
		for round := engine.Seq(1); round <= 5; round++ {
			var all sync.WaitGroup
			r := after(t, head, newRecord(t, round, 0, fmt.Sprint(round)))
			head = r.Hash
			for i, row := range good {
				a := newAppend(row.ID, r)
				all.Go(func() {
					expect.Error(t, f.Store.Append(t.Context(), a), nil, "append to table", i)
				})
				bad := refused[i%len(refused)]
				all.Go(func() { expect.Error(t, f.Store.Append(t.Context(), bad.a), bad.want, bad.a.Record.Entry.Command) })
			}
			all.Wait()
		}
		for _, row := range good {
			wantEqual(t, "length of another log", len(readLog(t, f.Store, row.ID)), 5)
		}
		for id, before := range untouched {
			wantEqual(t, "a refused append's table", readTable(t, f.Store, id), before)
		}
	}},
	{"an append that cannot be stored does not harm others", func(t *testing.T, f Fixture) {
		good, bad := make([]store.Table, many), make([]store.Table, many)
		for i := range good {
			good[i], bad[i] = createTable(t, f.Store), createTable(t, f.Store)
		}
		concurrently(t, many, func(i int) error {
			if i%4 == 0 { // a state that no database accepts
				a := newAppend(bad[i].ID, newRecord(t, 1, 0, "bad"))
				a.State = "nowhere"
				if f.Store.Append(t.Context(), a) == nil {
					return errors.New("an unknown state was stored")
				}
			}
			return f.Store.Append(t.Context(), newAppend(good[i].ID, newRecord(t, 1, 0, "good")))
		}, nil)
		for i := range good {
			wantEqual(t, "length of another log", len(readLog(t, f.Store, good[i].ID)), 1)
			wantEqual(t, "length of the refused log", len(readLog(t, f.Store, bad[i].ID)), 0)
			wantEqual(t, "row of the refused append", readTable(t, f.Store, bad[i].ID), bad[i])
		}
	}},
	{"a canceled append does not cancel others", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = createTable(t, f.Store)
		}
		canceling, cancel := context.WithCancel(t.Context())
		results := make([]error, many)
		concurrently(t, many, func(i int) error {
			ctx := t.Context()
			if i%2 == 0 {
				ctx = canceling
			}
			if i == many/2 {
				cancel()
			}
			results[i] = f.Store.Append(ctx, newAppend(rows[i].ID, newRecord(t, 1, 0, "c")))
			return results[i]
		}, nil, store.ErrUnavailable)
		for i, row := range rows {
			if i%2 == 1 {
				must.Succeed(t, results[i])
			}
			got := len(readLog(t, f.Store, row.ID))
			if results[i] == nil {
				wantEqual(t, "length of an acknowledged log", got, 1)
			} else {
				expect.Error(t, results[i], context.Canceled, "canceled append")
			}
			// In both cases a second attempt with the same command leaves the record in the log once.
			err := f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, 0, "c")))
			if err != nil && !errors.Is(err, store.ErrDuplicate) {
				t.Errorf("second attempt: got error %v, want none or %v", err, store.ErrDuplicate)
			}
			wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 1)
		}
	}},
	{"Close lets accepted appends finish", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = createTable(t, f.Store)
		}
		results := make([]error, many)
		concurrently(t, many+1, func(i int) error {
			if i == many {
				return f.Store.Close()
			}
			results[i] = f.Store.Append(t.Context(), newAppend(rows[i].ID, newRecord(t, 1, 0, "c")))
			return results[i]
		}, nil, store.ErrUnavailable)
		reopened := f.Reopen(t)
		for i, row := range rows {
			if results[i] == nil {
				wantEqual(t, "length of an acknowledged log", len(readLog(t, reopened, row.ID)), 1)
			}
		}
	}},
}
