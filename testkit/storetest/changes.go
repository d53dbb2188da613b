package storetest

import (
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

// toldChats belong to the chat, which a store in memory lacks.
var toldChats = []contractCase{
	{"changes are told", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		since := changedSince(t, f.Store, store.Cursor{}).Next
		must.Succeed(t, f.Store.SetSlowMode(t.Context(), row.ID, 0))
		wantTold(t, changedSince(t, f.Store, since), store.ChangedTable{Table: row.ID, Chat: true}, true)
	}},
}

var changes = []contractCase{
	{"are unknown to a new cursor, and none without a commit", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		first := changedSince(t, f.Store, store.Cursor{})
		wantEqual(t, "unknown", first.Unknown, true)
		quiet := changedSince(t, f.Store, first.Next)
		wantTold(t, quiet, store.ChangedTable{Table: row.ID}, false)
	}},
	{"name entries and rows", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		since := changedSince(t, f.Store, store.Cursor{}).Next
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, 0, "c"))))
		entry := changedSince(t, f.Store, since)
		wantTold(t, entry, store.ChangedTable{Table: row.ID, Seq: 1}, true)
		must.Return(f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.Host = "new"; return nil }))(t)
		changed := changedSince(t, f.Store, entry.Next)
		wantTold(t, changed, store.ChangedTable{Table: row.ID}, true)
		wantTold(t, changedSince(t, f.Store, since), store.ChangedTable{Table: row.ID, Seq: 1}, true)
	}},
	{"are forgotten up to a cursor", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		since := changedSince(t, f.Store, store.Cursor{}).Next
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, 0, "c"))))
		next := changedSince(t, f.Store, since).Next
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, after(t, readTable(t, f.Store, row.ID).Head, newRecord(t, 2, 0, "d")))))
		must.Succeed(t, f.Store.ForgetChanges(t.Context(), next))
		wantTold(t, changedSince(t, f.Store, next), store.ChangedTable{Table: row.ID, Seq: engine.Seq(2)}, true)
	}},
	{"are unknown after a restore", func(t *testing.T, f Fixture) {
		since := changedSince(t, f.Store, store.Cursor{}).Next
		wantEqual(t, "unknown", changedSince(t, f.Restored(t), since).Unknown, true)
	}},
}

// CreateTable stores an open table and returns its id.
func CreateTable(t testing.TB, s store.Store) store.TableID {
	t.Helper()
	return createTable(t, s).ID
}

func changedSince(t *testing.T, s store.Store, since store.Cursor) store.Changes {
	t.Helper()
	return must.Return(s.ChangedSince(t.Context(), since))(t)
}

// wantTold checks whether changes name a change. A store that cannot tell names all.
func wantTold(t *testing.T, c store.Changes, want store.ChangedTable, told bool) {
	t.Helper()
	if got := c.Unknown || slices.Contains(c.Tables, want); got != told && (told || !c.Unknown) {
		t.Errorf("got changes %+v, want %+v among them: %v", c, want, told)
	}
}
