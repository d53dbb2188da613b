package storetest

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// createFinished creates a finished table with n records. Then it creates another table with a record, because SQLite keeps the log with the newest one.
func createFinished(t testing.TB, s store.Store, n int) store.FinishedLog {
	t.Helper()
	row := createTableWith(t, s, n-1)
	end := newAppend(row.ID, after(t, readTable(t, s, row.ID).Head, newRecord(t, engine.Seq(n), 1, "end")))
	end.State, end.Owing, end.Now = store.Finished, nil, at(60+n) // a minute later, so that the list has this time
	must.Succeed(t, s.Append(t.Context(), end))
	createTableWith(t, s, 1)
	return store.FinishedLog{Table: row.ID, Title: row.Title, Seq: engine.Seq(n), Head: end.Record.Hash, ListedAt: at(60 + n)}
}

// archived archives a log in an object of that name.
func archived(t testing.TB, s store.Store, l store.FinishedLog, name string) store.ArchivedLog {
	t.Helper()
	must.Succeed(t, s.BeginArchive(t.Context(), store.ArchiveObject{Table: l.Table, Name: name}, at(100)))
	a := store.ArchivedLog{FinishedLog: l, Object: name, Bytes: 123}
	must.Succeed(t, s.ArchiveLog(t.Context(), a))
	return a
}

func logsToArchive(t testing.TB, s store.Store, before int) (list []store.FinishedLog) {
	t.Helper()
	for {
		var last store.FinishedLog
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		page := must.Return(s.LogsToArchive(t.Context(), at(before), last, 2))(t)
		if list = append(list, page...); len(page) == 0 {
			return list
		}
	}
}

func objectsToDelete(t testing.TB, s store.Store, before int) []store.ArchiveObject {
	t.Helper()
	return must.Return(s.ObjectsToDelete(t.Context(), at(before), 10))(t)
}

var archives = []contractCase{
	{"old finished logs can be archived, the oldest first", func(t *testing.T, f Fixture) {
		var want []store.FinishedLog
		for n := 2; n < 7; n++ {
			want = append(want, createFinished(t, f.Store, n))
		}
		wantEqual(t, "old logs", logsToArchive(t, f.Store, 66), want[:4])
		archived(t, f.Store, want[1], "a")
		wantEqual(t, "the rest", logsToArchive(t, f.Store, 66), append([]store.FinishedLog{want[0]}, want[2:4]...))
	}},
	{"an archived log leaves the database, and nothing else changes", func(t *testing.T, f Fixture) {
		l := createFinished(t, f.Store, 4)
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), store.Snapshot{Table: l.Table, Seq: 4, Head: l.Head, Bytes: []byte("x")}))
		before, quota := readTable(t, f.Store, l.Table), readLog(t, f.Store, l.Table)
		want := archived(t, f.Store, l, "a")
		wantEqual(t, "row", readTable(t, f.Store, l.Table), before)
		wantEqual(t, "records", len(readLog(t, f.Store, l.Table)), 0)
		expect.Error(t, expect.Second(f.Store.Command(t.Context(), l.Table, 1, "end")), store.ErrNotFound, "a command")
		expect.Error(t, expect.Second(f.Store.LatestSnapshot(t.Context(), l.Table, 9)), store.ErrNotFound, "a snapshot")
		wantEqual(t, "archived log", must.Return(f.Store.ArchivedLog(t.Context(), l.Table))(t), want)
		next := newAppend(l.Table, after(t, quota[2].Hash, newRecord(t, 4, 0, "late")))
		expect.Error(t, f.Store.Append(t.Context(), next), store.ErrConflict, "an append that is late")
	}},
	{"archived logs are listed by table", func(t *testing.T, f Fixture) {
		var want []store.ArchivedLog
		for range 3 {
			want = append(want, archived(t, f.Store, createFinished(t, f.Store, 3), "a"))
		}
		got := must.Return(f.Store.ArchivedLogs(t.Context(), "", 2))(t)
		wantEqual(t, "first page", got, want[:2])
		got = must.Return(f.Store.ArchivedLogs(t.Context(), want[1].Table, 2))(t)
		wantEqual(t, "second page", got, want[2:])
		expect.Error(t, expect.Second(f.Store.ArchivedLog(t.Context(), createTableWith(t, f.Store, 1).ID)), store.ErrNotFound, "a log in the database")
	}},
	{"only the whole log of a finished table is archived, in an object that was begun, once", func(t *testing.T, f Fixture) {
		l := createFinished(t, f.Store, 3)
		object := store.ArchiveObject{Table: l.Table, Name: "a"}
		must.Succeed(t, f.Store.BeginArchive(t.Context(), object, at(9)))
		running := readTable(t, f.Store, createTableWith(t, f.Store, 2).ID)
		for name, change := range map[string]func(*store.ArchivedLog){
			"another object":  func(a *store.ArchivedLog) { a.Object = "b" },
			"another seq":     func(a *store.ArchivedLog) { a.Seq = 2 },
			"another head":    func(a *store.ArchivedLog) { a.Head[0]++ },
			"a running table": func(a *store.ArchivedLog) { a.Table, a.Seq, a.Head = running.ID, running.Seq, running.Head },
			"no table":        func(a *store.ArchivedLog) { a.Table = "none" },
		} {
			a := store.ArchivedLog{FinishedLog: l, Object: "a"}
			change(&a)
			expect.Error(t, f.Store.ArchiveLog(t.Context(), a), store.ErrConflict, name)
		}
		wantEqual(t, "records", len(readLog(t, f.Store, l.Table)), 3)
		expect.Error(t, f.Store.BeginArchive(t.Context(), object, at(9)), store.ErrConflict, "a name that was used")
		must.Succeed(t, f.Store.ArchiveLog(t.Context(), store.ArchivedLog{FinishedLog: l, Object: "a"}))
		must.Succeed(t, f.Store.BeginArchive(t.Context(), store.ArchiveObject{Table: l.Table, Name: "b"}, at(9)))
		expect.Error(t, f.Store.ArchiveLog(t.Context(), store.ArchivedLog{FinishedLog: l, Object: "b"}), store.ErrConflict, "a log that is archived")
	}},
	{"a log returns byte for byte, and can be archived again", func(t *testing.T, f Fixture) {
		l := createFinished(t, f.Store, 4)
		want := readLog(t, f.Store, l.Table)
		a := archived(t, f.Store, l, "a")
		expect.Error(t, f.Store.ReturnLog(t.Context(), a, want[:3], at(50)), store.ErrConflict, "a part of it")
		other := a
		other.Object = "b"
		expect.Error(t, f.Store.ReturnLog(t.Context(), other, want, at(50)), store.ErrConflict, "from another object")
		must.Succeed(t, f.Store.ReturnLog(t.Context(), a, want, at(50)))
		wantEqual(t, "records", readLog(t, f.Store, l.Table), want)
		wantEqual(t, "a command", must.Return(f.Store.Command(t.Context(), l.Table, 1, "end"))(t), want[3])
		expect.Error(t, expect.Second(f.Store.ArchivedLog(t.Context(), l.Table)), store.ErrNotFound, "the archived log")
		expect.Error(t, f.Store.ReturnLog(t.Context(), a, want, at(50)), store.ErrConflict, "a second time")
		wantEqual(t, "unused too early", objectsToDelete(t, f.Store, 50), []store.ArchiveObject{})
		createTableWith(t, f.Store, 1)
		wantEqual(t, "logs to archive", logsToArchive(t, f.Store, 199), []store.FinishedLog{l})
		archived(t, f.Store, l, "c")
		wantEqual(t, "unused", objectsToDelete(t, f.Store, 51), []store.ArchiveObject{{Table: l.Table, Name: "a"}})
	}},
	{"an object that was begun and not used can be deleted, and used no more", func(t *testing.T, f Fixture) {
		l := createFinished(t, f.Store, 3)
		object := store.ArchiveObject{Table: l.Table, Name: "a"}
		must.Succeed(t, f.Store.BeginArchive(t.Context(), object, at(9)))
		wantEqual(t, "too early", objectsToDelete(t, f.Store, 9), []store.ArchiveObject{})
		wantEqual(t, "expired", objectsToDelete(t, f.Store, 10), []store.ArchiveObject{object})
		expect.Error(t, f.Store.ArchiveLog(t.Context(), store.ArchivedLog{FinishedLog: l, Object: "a"}), store.ErrConflict, "a late use")
		must.Succeed(t, f.Store.ForgetObject(t.Context(), object))
		wantEqual(t, "forgotten", objectsToDelete(t, f.Store, 99), []store.ArchiveObject{})
		archived(t, f.Store, l, "b")
		must.Succeed(t, f.Store.ForgetObject(t.Context(), store.ArchiveObject{Table: l.Table, Name: "b"}))
		must.Return(f.Store.ArchivedLog(t.Context(), l.Table))(t) // an object that holds a log is never forgotten
	}},
	{"the objects of a removed table can be deleted at once", func(t *testing.T, f Fixture) {
		row := tableOf("ada", 0)
		must.Succeed(t, f.Store.CreateTable(t.Context(), row, ""))
		object := store.ArchiveObject{Table: row.ID, Name: "a"}
		must.Succeed(t, f.Store.BeginArchive(t.Context(), object, at(99)))
		createTableWith(t, f.Store, 1)
		closeTable(t, f.Store, row.ID, at(1))
		wantEqual(t, "removed tables", removeClosed(t, f.Store, 5), 1)
		wantEqual(t, "objects", objectsToDelete(t, f.Store, 1), []store.ArchiveObject{object})
	}},
	{"records that were archived are no loss after a restart", func(t *testing.T, f Fixture) {
		l := createFinished(t, f.Store, 5)
		want := archived(t, f.Store, l, "a")
		s := f.Reopen(t)
		wantEqual(t, "archived log", must.Return(s.ArchivedLog(t.Context(), l.Table))(t), want)
		createTableWith(t, s, 2)
	}},
}
