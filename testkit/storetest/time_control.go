package storetest

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

var timeControl = []contractCase{
	{"find running tables whose time has come, the earliest first", func(t *testing.T, f Fixture) {
		due := map[store.TableID]int64{}
		heads := map[store.TableID]engine.Hash{}
		var ids []store.TableID
		for _, at := range []int64{3000, 1000, 2000, 0} {
			row := createTable(t, f.Store)
			a := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
			a.DueAt = at
			must(t, f.Store.Append(t.Context(), a))
			wantEqual(t, "due time", readTable(t, f.Store, row.ID).DueAt, at)
			ids, due[row.ID], heads[row.ID] = append(ids, row.ID), at, a.Record.Hash
		}
		find := func(until int64, limit int) []store.TableID {
			t.Helper()
			list, err := f.Store.DueTables(t.Context(), until, limit)
			must(t, err)
			return list
		}
		wantEqual(t, "before all", len(find(999, 10)), 0)
		wantEqual(t, "until 2000", find(2000, 10), []store.TableID{ids[1], ids[2]})
		wantEqual(t, "the first two", find(9000, 2), []store.TableID{ids[1], ids[2]})
		usual := newAppend(ids[1], after(t, heads[ids[1]], newRecord(t, 2, 0, "c")))
		must(t, f.Store.Append(t.Context(), usual))
		wantEqual(t, "after a move without a due time", find(9000, 10), []store.TableID{ids[2], ids[0]})
		end := newAppend(ids[2], after(t, heads[ids[2]], newRecord(t, 2, 0, "c")))
		end.State, end.DueAt = store.Finished, 2000
		must(t, f.Store.Append(t.Context(), end))
		wantEqual(t, "after the end", find(9000, 10), []store.TableID{ids[0]})
	}},
	{"refuse a due time in an update", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		if _, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.DueAt = 7; return nil }); err == nil {
			t.Error("got no error")
		}
	}},
	{"note gaps between touches as outages, once for all nodes", func(t *testing.T, f Fixture) {
		first, err := f.Store.Touch(t.Context(), at(0))
		must(t, err)
		wantEqual(t, "outages at first", len(first.Outages), 0)
		if !first.Now.IsZero() {
			return // the clock is the store's, and the test cannot move it
		}
		second, err := f.Store.Touch(t.Context(), at(0).Add(store.OutageGap))
		must(t, err)
		wantEqual(t, "outages after a usual gap", len(second.Outages), 0)
		behind, err := f.Store.Touch(t.Context(), at(-60))
		must(t, err)
		wantEqual(t, "outages after a touch of a clock that is behind", len(behind.Outages), 0)
		long := at(0).Add(2*store.OutageGap + time.Second)
		want := []engine.Outage{{From: at(0).Add(store.OutageGap).UnixMilli(), To: long.UnixMilli()}}
		again := f.Reopen(t)
		for range 2 {
			third, err := again.Touch(t.Context(), long)
			must(t, err)
			wantEqual(t, "outages after a long gap", third.Outages, want)
		}
	}},
}
