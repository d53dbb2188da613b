package storetest

import (
	"maps"
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
		first, err := f.Store.Touch(t.Context(), at(0), aNode)
		must(t, err)
		wantEqual(t, "outages at first", len(first.Outages), 0)
		if !first.Now.IsZero() {
			return // the clock is the store's, and the test cannot move it
		}
		second, err := f.Store.Touch(t.Context(), at(0).Add(store.OutageGap), aNode)
		must(t, err)
		wantEqual(t, "outages after a usual gap", len(second.Outages), 0)
		behind, err := f.Store.Touch(t.Context(), at(-60), aNode)
		must(t, err)
		wantEqual(t, "outages after a touch of a clock that is behind", len(behind.Outages), 0)
		long := at(0).Add(2*store.OutageGap + time.Second)
		want := []engine.Outage{{From: at(0).Add(store.OutageGap).UnixMilli(), To: long.UnixMilli()}}
		again := f.Reopen(t)
		for range 2 {
			third, err := again.Touch(t.Context(), long, aNode)
			must(t, err)
			wantEqual(t, "outages after a long gap", third.Outages, want)
		}
	}},
	{"know what all running nodes can read", func(t *testing.T, f Fixture) {
		old, recent := store.Node{ID: "old", Reads: engine.Reads{"frame": 1, "a": 3, "gone": 1}}, store.Node{ID: "new", Reads: engine.Reads{"frame": 2, "a": 4, "b": 1}}
		alone, err := f.Store.Touch(t.Context(), at(0), recent)
		must(t, err)
		wantEqual(t, "the only node", alone.Reads, recent.Reads)
		first, err := f.Store.Touch(t.Context(), at(1), old)
		must(t, err)
		if maps.Equal(first.Reads, old.Reads) {
			return // the store has one process, which is always the caller
		}
		both := engine.Reads{"frame": 1, "a": 3}
		wantEqual(t, "the old node's view", first.Reads, both)
		again := f.Reopen(t)
		second, err := again.Touch(t.Context(), at(2), recent)
		must(t, err)
		wantEqual(t, "the new node's view", second.Reads, both)
		if !first.Now.IsZero() {
			return // the clock is the store's, and the test cannot move it
		}
		later, err := again.Touch(t.Context(), at(1).Add(store.NodeLife), recent)
		must(t, err)
		wantEqual(t, "at the end of the old node's life", later.Reads, both)
		last, err := again.Touch(t.Context(), at(2).Add(store.NodeLife), recent)
		must(t, err)
		wantEqual(t, "after the old node's life", last.Reads, recent.Reads)
	}},
}

// aNode is the node of tests that need one.
var aNode = store.Node{ID: "a node", Reads: engine.Reads{"frame": 1}}
