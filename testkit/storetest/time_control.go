package storetest

import (
	"maps"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var timeControl = []contractCase{
	{"find running tables whose time has come, the earliest first", func(t *testing.T, f Fixture) {
		due := map[store.TableID]int64{}
		heads := map[store.TableID]codec.Hash{}
		var ids []store.TableID
		for _, at := range []int64{3000, 1000, 2000, 0} {
			row := createTable(t, f.Store)
			a := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
			a.DueAt = at
			must.Succeed(t, f.Store.Append(t.Context(), a))
			wantEqual(t, "due time", readTable(t, f.Store, row.ID).DueAt, at)
			ids, due[row.ID], heads[row.ID] = append(ids, row.ID), at, a.Record.Hash
		}
		find := func(until int64, limit int) (ids []store.TableID) {
			t.Helper()
			list := must.Return(f.Store.DueTables(t.Context(), until, limit))(t)
			for _, d := range list {
				expect.Equal(t, d.At, due[d.Table], "a table that is due")
				ids = append(ids, d.Table)
			}
			return ids
		}
		wantEqual(t, "before all", len(find(999, 10)), 0)
		wantEqual(t, "until 2000", find(2000, 10), []store.TableID{ids[1], ids[2]})
		wantEqual(t, "the first two", find(9000, 2), []store.TableID{ids[1], ids[2]})
		usual := newAppend(ids[1], after(t, heads[ids[1]], newRecord(t, 2, 0, "c")))
		must.Succeed(t, f.Store.Append(t.Context(), usual))
		wantEqual(t, "after a move without a due time", find(9000, 10), []store.TableID{ids[2], ids[0]})
		end := newAppend(ids[2], after(t, heads[ids[2]], newRecord(t, 2, 0, "c")))
		end.State, end.DueAt = store.Finished, 2000
		must.Succeed(t, f.Store.Append(t.Context(), end))
		wantEqual(t, "after the end", find(9000, 10), []store.TableID{ids[0]})
	}},
	{"refuse a due time in an update", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		expect.Failure(t, expect.Second(f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.DueAt = 7; return nil })))
	}},
	{"note gaps between heartbeats as outages, once for all nodes", func(t *testing.T, f Fixture) {
		if !f.hasGivenClock(t) {
			return
		}
		heartbeat := func(s store.Store, known, wall time.Time) store.HeartbeatAnswer {
			t.Helper()
			return must.Return(s.Heartbeat(t.Context(), known, wall, aNode))(t)
		}
		wantEqual(t, "outages after a usual gap", len(heartbeat(f.Store, time.Time{}, at(0).Add(store.OutageGap)).Outages), 0)
		long := at(0).Add(2*store.OutageGap + time.Second)
		want := []engine.Outage{{From: at(0).Add(store.OutageGap).UnixMilli(), To: long.UnixMilli()}}
		again := f.Reopen(t)
		for range 2 {
			wantEqual(t, "outages after a long gap", heartbeat(again, time.Time{}, long).Outages, want)
		}
		later := long.Add(time.Minute) // a node that ran all the time
		want = append(want, engine.Outage{From: long.UnixMilli(), To: later.UnixMilli()})
		wantEqual(t, "outages after a gap of a node that runs", heartbeat(again, later, later).Outages, want)
	}},
	{"keep a time that does not follow a wall clock", func(t *testing.T, f Fixture) {
		if !f.hasGivenClock(t) {
			return
		}
		now := at(0)
		heartbeat := func(when string, passed, wall time.Duration, want []engine.Outage) {
			t.Helper()
			now = now.Add(passed)
			beat := must.Return(f.Store.Heartbeat(t.Context(), now, now.Add(wall), aNode))(t)
			if !beat.Now.Equal(now) && wall <= store.StepTolerance {
				t.Errorf("%s: the store's time is %v, want %v", when, beat.Now, now)
			}
			now = beat.Now
			wantEqual(t, "outages "+when, beat.Outages, want)
		}
		heartbeat("at first", 3*time.Second, 0, nil)
		heartbeat("after a step back", 3*time.Second, -5*time.Hour, nil)
		heartbeat("still behind", 3*time.Second, -5*time.Hour, nil)
		heartbeat("after a small step forward", 3*time.Second, store.StepTolerance, nil)
		step := engine.Outage{From: now.Add(3 * time.Second).UnixMilli(), To: now.Add(3*time.Second + 2*time.Hour).UnixMilli()}
		heartbeat("after a step forward", 3*time.Second, 2*time.Hour, []engine.Outage{step})
		heartbeat("after the clock was corrected", 3*time.Second, -2*time.Hour, []engine.Outage{step})
		before := now
		again, err := f.Reopen(t).Heartbeat(t.Context(), time.Time{}, now.Add(-24*time.Hour), aNode) // a new process, with a wrong clock
		must.Succeed(t, err)
		wantEqual(t, "the time of a new process whose clock is behind", again.Now.Equal(before), true)
		wantEqual(t, "outages of a new process whose clock is behind", again.Outages, []engine.Outage{step})
	}},
	{"know what all running nodes can read", func(t *testing.T, f Fixture) {
		old, recent := store.Node{ID: "old", Reads: engine.Reads{"frame": 1, "a": 3, "gone": 1}}, store.Node{ID: "new", Reads: engine.Reads{"frame": 2, "a": 4, "b": 1}}
		wantEqual(t, "the only node", must.Return(f.Store.Heartbeat(t.Context(), time.Time{}, at(0), recent))(t).Reads, recent.Reads)
		first := must.Return(f.Store.Heartbeat(t.Context(), time.Time{}, at(1), old))(t)
		if maps.Equal(first.Reads, old.Reads) {
			return // the store has one process, which is always the caller
		}
		both := engine.Reads{"frame": 1, "a": 3}
		wantEqual(t, "the old node's view", first.Reads, both)
		again := f.Reopen(t)
		wantEqual(t, "the new node's view", must.Return(again.Heartbeat(t.Context(), time.Time{}, at(2), recent))(t).Reads, both)
		if !first.Now.Equal(at(1)) {
			return // the clock is the store's, and the test cannot move it
		}
		later := must.Return(again.Heartbeat(t.Context(), time.Time{}, at(1).Add(store.NodeLife), recent))(t)
		wantEqual(t, "at the end of the old node's life", later.Reads, both)
		last := must.Return(again.Heartbeat(t.Context(), time.Time{}, at(2).Add(store.NodeLife), recent))(t)
		wantEqual(t, "after the old node's life", last.Reads, recent.Reads)
	}},
}

// aNode is the node of tests that need one.
var aNode = store.Node{ID: "a node", Reads: engine.Reads{"frame": 1}}

// hasGivenClock sends one heartbeat. It reports whether the store uses the wall clock of its caller; a test cannot move another one.
func (f Fixture) hasGivenClock(t *testing.T) bool {
	t.Helper()
	beat := must.Return(f.Store.Heartbeat(t.Context(), time.Time{}, at(0), aNode))(t)
	return beat.Now.Equal(at(0))
}
