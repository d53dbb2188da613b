package storetest

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// histories checks that a log never holds two histories, and that a restore is noticed.
var histories = []contractCase{
	{"an append names its predecessor", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 2)
		before, log := readTable(t, f.Store, row.ID), readLog(t, f.Store, row.ID)
		wantEqual(t, "head", before.Head, log[1].Hash)
		for name, prev := range map[string]codec.Hash{"none": {}, "the one before": log[0].Hash, "an unknown one": {1}} {
			stray := newAppend(row.ID, after(t, prev, newRecord(t, 3, 1, name)))
			expect.Error(t, f.Store.Append(t.Context(), stray), store.ErrDiverged, name)
			over := stray
			over.State, over.Winners, over.NewHolder = store.Finished, []engine.Seat{0}, &store.NewHolder{Seat: 0, Player: "thief"}
			expect.Error(t, f.Store.Append(t.Context(), over), store.ErrDiverged, name+", at the end")
		}
		first := createTable(t, f.Store)
		stray := newAppend(first.ID, after(t, codec.Hash{1}, newRecord(t, 1, 0, "c")))
		expect.Error(t, f.Store.Append(t.Context(), stray), store.ErrDiverged, "the first record")
		wantEqual(t, "row", readTable(t, f.Store, row.ID), before)
		wantEqual(t, "log", readLog(t, f.Store, row.ID), log)
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, after(t, before.Head, newRecord(t, 3, 1, "an unknown one")))))
	}},
	{"a duplicate and another seq take precedence over another predecessor", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 2)
		stray := func(seq engine.Seq, command string) error {
			return f.Store.Append(t.Context(), newAppend(row.ID, after(t, codec.Hash{1}, newRecord(t, seq, 0, command))))
		}
		expect.Error(t, stray(3, "c1"), store.ErrDuplicate, "a stored command")
		expect.Error(t, stray(2, "new"), store.ErrConflict, "an earlier seq")
		expect.Error(t, stray(4, "new"), store.ErrConflict, "a later seq")
	}},
	{"a log that lost its end goes on from there only", func(t *testing.T, f Fixture) { lostEnd(t, f.Store, f.Store, f.Cut) }},
	{"no two records have the same seq", func(t *testing.T, f Fixture) {
		if f.Duplicate == nil {
			t.Skip("this store cannot hold two records of the same seq")
		}
		row := createTableWith(t, f.Store, 3)
		log := readLog(t, f.Store, row.ID)
		expect.Failure(t, f.Duplicate(t, row.ID, 2), "a second record of seq 2 was stored, want an error of the database")
		wantEqual(t, "log", readLog(t, f.Store, row.ID), log)
	}},
	{"a restored database marks its running tables, each until its next record", func(t *testing.T, f Fixture) {
		running, other, open, finished := createTableWith(t, f.Store, 2), createTableWith(t, f.Store, 1), createTable(t, f.Store), createTable(t, f.Store)
		end := newAppend(finished.ID, newRecord(t, 1, 0, "c"))
		end.State = store.Finished
		must.Succeed(t, f.Store.Append(t.Context(), end))
		ids := []store.TableID{running.ID, other.ID, open.ID, finished.ID}
		wantRestored(t, f.Store, ids, false, false, false, false)
		reopened := f.Reopen(t)
		wantRestored(t, reopened, ids, false, false, false, false)
		must.Succeed(t, reopened.Close())
		s := f.Restored(t)
		wantRestored(t, s, ids, true, true, false, false)
		must.Succeed(t, s.Append(t.Context(), newAppend(running.ID, after(t, readTable(t, s, running.ID).Head, newRecord(t, 3, 0, "c3")))))
		must.Succeed(t, s.Append(t.Context(), newAppend(open.ID, newRecord(t, 1, 0, "c1"))))
		wantRestored(t, s, ids, false, true, false, false)
		must.Return(s.UpdateTable(t.Context(), other.ID, func(r *store.Table) error { r.Host = "x"; return nil }))(t)
		wantRestored(t, s, ids, false, true, false, false)
		fresh := createTableWith(t, s, 1)
		wantRestored(t, s, []store.TableID{fresh.ID}, false)
	}},
}

// wantRestored checks the rows and the versions of tables.
func wantRestored(t *testing.T, s store.Store, ids []store.TableID, want ...bool) {
	t.Helper()
	versions := must.Return(s.TableVersions(t.Context(), ids))(t)
	for i, id := range ids {
		wantEqual(t, "restored, in the row", readTable(t, s, id).Restored, want[i])
		wantEqual(t, "restored, in the version", versions[id].Restored, want[i])
	}
}

// lostEnd checks two nodes on one database that loses the end of a log: the node that remembers the lost records cannot append to the others.
func lostEnd(t *testing.T, one, other store.Store, cut func(t testing.TB, table store.TableID, seq engine.Seq)) {
	t.Helper()
	row := createTableWith(t, one, 13)
	lost := readLog(t, one, row.ID)
	cut(t, row.ID, 10)
	wantEqual(t, "head", readTable(t, other, row.ID).Head, lost[9].Hash)
	head := lost[9].Hash
	for seq := engine.Seq(11); seq <= 13; seq++ {
		stale := newAppend(row.ID, after(t, lost[12].Hash, newRecord(t, 14, 1, "stale")))
		expect.Error(t, one.Append(t.Context(), stale), store.ErrConflict, "a record after the lost ones")
		r := after(t, head, newRecord(t, seq, 1, "anew "+string(rune('0'+seq-10))))
		must.Succeed(t, other.Append(t.Context(), newAppend(row.ID, r)))
		head = r.Hash
	}
	stale := newAppend(row.ID, after(t, lost[12].Hash, newRecord(t, 14, 1, "stale")))
	expect.Error(t, one.Append(t.Context(), stale), store.ErrDiverged, "a record after the lost ones, with a seq that fits")
	must.Succeed(t, one.Append(t.Context(), newAppend(row.ID, after(t, head, newRecord(t, 14, 1, "stale")))))
	log := readLog(t, other, row.ID)
	wantEqual(t, "length", len(log), 14)
	for i := range log[1:] {
		wantEqual(t, "predecessor", log[i+1].Entry.Prev, log[i].Hash)
	}
}
