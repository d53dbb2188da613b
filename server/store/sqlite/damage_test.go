package sqlite_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// Overwritten pages are reported as damage by every method that meets them, and by the probe after the next start.
func TestStore_OverwrittenPages(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	sound, id := played(t, s, 1), played(t, s, 300)
	must.Succeed(t, s.Close())
	raw := must.Return(os.ReadFile(path))(t)
	const page = 4096
	for at := len(raw) - 12*page; at < len(raw); at += page { // the last entries fill the end of the file
		copy(raw[at:at+page], bytes.Repeat([]byte("overwritten "), page/12))
	}
	must.Succeed(t, os.WriteFile(path, raw, 0o600))
	s = open(t, path)
	expect.Error(t, s.ProbeWrite(t.Context()), store.ErrDamaged, "ProbeWrite")
	must.Succeed(t, s.Ping(t.Context()))
	expect.Error(t, expect.Second(s.Read(t.Context(), id, 0, 300)), store.ErrDamaged, "Read")
	expect.Equal(t, must.Return(s.Table(t.Context(), sound))(t).Seq, 1, "another table, seq")
	expect.Failure(t, sqlite.Backup(t.Context(), path, path+".copy"), "a damaged file was backed up")
}

// A column that cannot be read is damage, too.
func TestStore_UnreadableColumn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	id := played(t, s, 1)
	raw(t, path, "UPDATE tables SET options = '{' WHERE id = ?", id)
	expect.Error(t, expect.Second(s.Table(t.Context(), id)), store.ErrDamaged)
}

func TestOpen_NoDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	must.Succeed(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600))
	refused(t, path, store.ErrDamaged)
}

// The statements of the log use an index for both the search and the order.
func TestStore_LogByIndex(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	must.Succeed(t, open(t, path).Close())
	db := must.Return(sql.Open("sqlite", path))(t)
	defer func() { _ = db.Close() }()
	for statement, index := range map[string]string{
		sqlite.Page:    "entries_seq",
		sqlite.Command: "entries_command",
	} {
		if got := strings.Join(plan(t, db, statement), "\n"); strings.Contains(got, "TEMP B-TREE") || strings.Contains(got, "SCAN") || !strings.Contains(got, "SEARCH entries USING INDEX "+index) {
			t.Errorf("got plan\n%swant a search by %s, without a sort", got, index)
		}
	}
}
