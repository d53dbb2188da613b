package sqlite_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// contents returns the files of a folder, except those that SQLite makes for each connection.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Succeed(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") {
			return err
		}
		raw, err := os.ReadFile(path)
		all[path] = string(raw)
		return err
	}))
	return all
}

// inspected inspects a file, and fails if any file has changed.
func inspected(t *testing.T, path string) store.Inspection {
	t.Helper()
	before := contents(t, filepath.Dir(path))
	found := must.Return(sqlite.Inspect(t.Context(), path, nil))(t)
	after := contents(t, filepath.Dir(path))
	for name, text := range after {
		if before[name] != text && (text != "" || !strings.HasSuffix(name, "-wal")) { // an empty log is that of a connection
			t.Errorf("the inspection changed %s", name)
		}
	}
	for name := range before {
		if _, there := after[name]; !there {
			t.Errorf("the inspection removed %s", name)
		}
	}
	return found
}

// An inspection counts the passkeys by the name to which they belong.
func TestInspect_Passkeys(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	expect.Equal(t, len(inspected(t, path).Passkeys), 0, "in an empty database")
	sqlitetest.Exec(t, path, "INSERT INTO players (id, name, created_at) VALUES ('p', 'Ada', 1)")
	for id, data := range map[string]string{"1": `{"name":"a.example"}`, "2": `{"name":"a.example"}`, "3": `{"name":"b.example"}`} {
		sqlitetest.Exec(t, path, "INSERT INTO ways (id, player, kind, key, name, data, created_at) VALUES (?, 'p', 'passkey', ?, '', ?, 1)", id, id, data)
	}
	sqlitetest.Exec(t, path, "INSERT INTO ways (id, player, kind, key, name, data, created_at) VALUES ('4', 'p', 'oidc', '4', '', '{}', 1)")
	expect.Deep(t, inspected(t, path).Passkeys, map[string]int{"a.example": 2, "b.example": 1})
}

// An inspection finds the state of the file, with and without a server, and changes nothing.
func TestInspect(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	found := inspected(t, path)
	if found.Version != migrations.Newest() || found.Newest != found.Version || found.Readers != found.Version || found.Unwritable != nil || found.Untried != "" {
		t.Errorf("got %+v, want a writable database of this version", found)
	}
	if f := *found.File; f.Missing || f.Locked || f.Mode != 0o600 || f.FolderClosed != nil || found.Settings["journal_mode"] != "wal" {
		t.Errorf("got %+v and %v", f, found.Settings)
	}
	s := must.Return(sqlite.Open(t.Context(), path, sqlite.Options{}))(t)
	id := played(t, s, 3)
	found = inspected(t, path)
	if !found.File.Locked || found.Unwritable != nil || found.Untried != "" {
		t.Errorf("while a server runs: got %+v, %+v, want a writable database in use", found, *found.File)
	}
	play(t, s, id)

	killed := asKilled(t, path)
	found = inspected(t, killed)
	if found.Untried == "" || found.File.Locked || found.Version == 0 {
		t.Errorf("after a kill: got %+v, want no attempt to write", found)
	}
	must.Succeed(t, s.Close())
	again := must.Return(sqlite.Open(t.Context(), killed, sqlite.Options{}))(t)
	expect.Equal(t, must.Return(again.Table(t.Context(), id))(t).Seq, 4, "seq after the inspection")
	must.Succeed(t, again.Close())
}

func TestInspect_Bad(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.db")
	if found := inspected(t, missing); !found.File.Missing || found.Version != 0 {
		t.Errorf("missing: got %+v", found)
	}
	expect.Error(t, expect.Second(os.Stat(missing)), fs.ErrNotExist, "the inspection made the file")
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	must.Succeed(t, os.WriteFile(damaged, []byte(strings.Repeat("no database ", 1000)), 0o600))
	expect.Error(t, expect.Second(sqlite.Inspect(t.Context(), damaged, nil)), store.ErrDamaged, "damaged")
	old := sqlitetest.File(t)
	sqlitetest.Exec(t, old, "DELETE FROM goose_db_version WHERE version_id = ?", migrations.Newest())
	must.Succeed(t, os.Chmod(old, 0o644))
	if found := inspected(t, old); found.Version == 0 || found.Version >= migrations.Newest() || found.File.Mode != 0o644 {
		t.Errorf("old, and readable by all: got %+v, %+v", found, *found.File)
	}
	readOnly := sqlitetest.File(t)
	sqlitetest.Exec(t, readOnly, "CREATE TRIGGER t BEFORE UPDATE ON meta BEGIN SELECT RAISE(ABORT, 'closed'); END")
	expect.Failure(t, inspected(t, readOnly).Unwritable, "a write that fails")
	expect.Error(t, expect.Second(sqlite.Inspect(t.Context(), filepath.Join(t.TempDir(), "none", "x.db"), nil)), store.ErrUnavailable, "no folder")
}
