package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

// many is enough tables that their appends share commits on any store.
const many = 24

// groups is what appends that come at the same time owe each other: nothing.
var groups = []contractCase{
	{"many tables grow at once, each its own log", func(t *testing.T, f Fixture) {
		const long = 10
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = stored(t, f.Store)
		}
		together(t, many, func(i int) error {
			for seq := engine.Seq(1); seq <= long; seq++ {
				a := adding(rows[i].ID, entry(t, seq, engine.Seat(i%4), fmt.Sprintf("%d of %d", seq, i)))
				if err := f.Store.Append(t.Context(), a); err != nil {
					return err
				}
				// What was acknowledged can be read at once.
				got, err := f.Store.Read(t.Context(), rows[i].ID, seq-1, 2)
				if err != nil || len(got) != 1 || got[0].Hash != a.Record.Hash {
					return fmt.Errorf("read %d records after %d: %w", len(got), seq-1, err)
				}
			}
			return nil
		}, nil)
		for i, row := range rows {
			log := read(t, f.Store, row.ID)
			same(t, "length", len(log), long)
			for n, r := range log {
				same(t, "command", r.Entry.Command, fmt.Sprintf("%d of %d", n+1, i))
			}
			same(t, "seq of the row", look(t, f.Store, row.ID).Seq, engine.Seq(long))
		}
	}},
	{"each append is told its own fate, and refused ones harm no neighbour", func(t *testing.T, f Fixture) {
		good, late, known := make([]store.Table, many), grown(t, f.Store, 2), grown(t, f.Store, 1)
		for i := range good {
			good[i] = stored(t, f.Store)
		}
		begun := stored(t, f.Store)
		untouched := map[store.TableID]store.Table{}
		for _, row := range []store.Table{late, known, begun} {
			untouched[row.ID] = look(t, f.Store, row.ID)
		}
		changed := adding(begun.ID, entry(t, 1, engine.NoSeat, ""))
		changed.Rev = 7
		refused := []struct {
			a    store.Append
			want error
		}{
			{adding(late.ID, entry(t, 2, 1, "late")), store.ErrConflict},
			{adding(late.ID, entry(t, 4, 1, "early")), store.ErrConflict},
			{adding(known.ID, entry(t, 2, 0, "c1")), store.ErrDuplicate},
			{adding("none", entry(t, 1, 0, "new")), store.ErrNotFound},
			{changed, store.ErrConflict},
		}
		for round := engine.Seq(1); round <= 5; round++ {
			var all sync.WaitGroup
			for i, row := range good {
				a := adding(row.ID, entry(t, round, 0, fmt.Sprint(round)))
				all.Go(func() {
					if err := f.Store.Append(t.Context(), a); err != nil {
						t.Errorf("neighbour %d: got error %v, want none", i, err)
					}
				})
				bad := refused[i%len(refused)]
				all.Go(func() { fails(t, bad.a.Record.Entry.Command, f.Store.Append(t.Context(), bad.a), bad.want) })
			}
			all.Wait()
		}
		for _, row := range good {
			same(t, "length of a neighbour", len(read(t, f.Store, row.ID)), 5)
		}
		for id, before := range untouched {
			same(t, "a refused append's table", look(t, f.Store, id), before)
		}
	}},
	{"what cannot be stored at all spoils no neighbour", func(t *testing.T, f Fixture) {
		good, bad := make([]store.Table, many), make([]store.Table, many)
		for i := range good {
			good[i], bad[i] = stored(t, f.Store), stored(t, f.Store)
		}
		together(t, many, func(i int) error {
			if i%4 == 0 { // no database knows that state
				a := adding(bad[i].ID, entry(t, 1, 0, "bad"))
				a.State = "nowhere"
				if f.Store.Append(t.Context(), a) == nil {
					return errors.New("a row in no state was stored")
				}
			}
			return f.Store.Append(t.Context(), adding(good[i].ID, entry(t, 1, 0, "good")))
		}, nil)
		for i := range good {
			same(t, "length of a neighbour", len(read(t, f.Store, good[i].ID)), 1)
			same(t, "length of what was spoilt", len(read(t, f.Store, bad[i].ID)), 0)
			same(t, "row of what was spoilt", look(t, f.Store, bad[i].ID), bad[i])
		}
	}},
	{"who gives up takes nobody along", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = stored(t, f.Store)
		}
		hurry, cancel := context.WithCancel(t.Context())
		told := make([]error, many)
		together(t, many, func(i int) error {
			ctx := t.Context()
			if i%2 == 0 {
				ctx = hurry
			}
			if i == many/2 {
				cancel()
			}
			told[i] = f.Store.Append(ctx, adding(rows[i].ID, entry(t, 1, 0, "c")))
			return told[i]
		}, nil, store.ErrUnavailable)
		for i, row := range rows {
			if i%2 == 1 {
				must(t, told[i])
			}
			got := len(read(t, f.Store, row.ID))
			if told[i] == nil {
				same(t, "length of what was acknowledged", got, 1)
			} else {
				fails(t, "who gave up", told[i], context.Canceled)
			}
			// Whatever became of it: asking again with the same command tells, and the log holds it once.
			err := f.Store.Append(t.Context(), adding(row.ID, entry(t, 1, 0, "c")))
			if err != nil && !errors.Is(err, store.ErrDuplicate) {
				t.Errorf("asking again: got error %v, want none or %v", err, store.ErrDuplicate)
			}
			same(t, "length", len(read(t, f.Store, row.ID)), 1)
		}
	}},
	{"closing lets what was taken on finish", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, many)
		for i := range rows {
			rows[i] = stored(t, f.Store)
		}
		told := make([]error, many)
		together(t, many+1, func(i int) error {
			if i == many {
				return f.Store.Close()
			}
			told[i] = f.Store.Append(t.Context(), adding(rows[i].ID, entry(t, 1, 0, "c")))
			return told[i]
		}, nil, store.ErrUnavailable)
		again := f.Reopen(t)
		for i, row := range rows {
			if told[i] == nil {
				same(t, "length of what was acknowledged", len(read(t, again, row.ID)), 1)
			}
		}
	}},
}
