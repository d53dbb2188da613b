package sqlite_test

import (
	"database/sql"
	"io/fs"
	"strings"
	"testing"
	"time"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/tabletest"
)

// A program that does not know archives cannot open a database that has archived a log, because it would find the log empty. Until then it can.
func TestArchiveLog_OlderProgramsAreRefused(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	s := open(t, path)
	raw(t, path, "UPDATE meta SET readers = 1") // an earlier version made the database
	db := must.Return(sql.Open("sqlite", "file:"+urlOf(path)))(t)
	defer func() { _ = db.Close() }()
	readers := func() (n int64) {
		t.Helper()
		must.Succeed(t, db.QueryRowContext(t.Context(), "SELECT readers FROM meta").Scan(&n))
		return n
	}
	h := tabletest.On(t, s)
	r := h.Registry()
	h.PlayOut(r, h.Running(r, 2))
	h.Running(r, 2)
	logs, err := s.LogsToArchive(t.Context(), time.Now().AddDate(100, 0, 0), store.FinishedLog{}, 9)
	if err != nil || len(logs) != 1 {
		t.Fatalf("got the logs %v and error %v, want one", logs, err)
	}
	must.Succeed(t, s.BeginArchive(t.Context(), store.ArchiveObject{Table: logs[0].Table, Name: "a"}, time.Now()))
	expect.Equal(t, readers(), 1, "before the first archived log, programs must know migration")
	must.Succeed(t, s.ArchiveLog(t.Context(), store.ArchivedLog{FinishedLog: logs[0], Object: "a"}))
	names, err := fs.Glob(migrations.SQLite(), "*_archives.sql")
	if err != nil || len(names) != 1 {
		t.Fatalf("got the migrations %v and error %v, want one", names, err)
	}
	if got := readers(); got != 11 || !strings.HasPrefix(names[0], "00011_") {
		t.Errorf("programs must know migration %d, want that of the archives, %s", got, names[0])
	}
}
