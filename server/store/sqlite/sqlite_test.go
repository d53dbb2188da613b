package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/storetest"
)

// holdEnv is the environment variable that turns the test binary into a process that keeps a store open until its input ends.
const holdEnv = "NEMETON_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holdEnv); path != "" {
		os.Exit(hold(path))
	}
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	return openWith(t, path, sqlite.Options{})
}

func openWith(t testing.TB, path string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	s := must.Return(sqlite.Open(t.Context(), path, o))(t)
	t.Cleanup(func() {
		expect.Error(t, s.Close(), nil)
	})
	return s
}

func fresh(t testing.TB) storetest.Fixture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "odd name? 100% & #1.db")
	sqlitetest.Create(t, path)
	s := openWith(t, path, sqlite.Options{})
	return storetest.Fixture{
		Store: s,
		Reopen: func(t testing.TB) store.Store {
			t.Helper()
			must.Succeed(t, s.Close())
			return open(t, path)
		},
		Damage: func(t testing.TB, table store.TableID, seq engine.Seq) {
			t.Helper()
			raw(t, path, "UPDATE entries SET bytes = CAST(replace(bytes, '\"d1\"', '\"d2\"') AS BLOB) WHERE table_key = (SELECT key FROM tables WHERE id = ?) AND seq = ?", table, seq)
		},
		DamageSnapshot: func(t testing.TB, table store.TableID, seq engine.Seq) {
			t.Helper()
			raw(t, path, "UPDATE snapshots SET bytes = CAST(bytes || 'x' AS BLOB) WHERE table_key = (SELECT key FROM tables WHERE id = ?) AND seq = ?", table, seq)
		},
		Cut: func(t testing.TB, table store.TableID, seq engine.Seq) {
			t.Helper()
			must.Succeed(t, rawMany(t, path, "DELETE FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = ?) AND seq > ?", table, seq))
			raw(t, path, "UPDATE tables SET seq = ?2, head = (SELECT hash FROM entries WHERE table_key = key AND entries.seq = ?2) WHERE id = ?1", table, seq)
		},
		Duplicate: func(t testing.TB, table store.TableID, seq engine.Seq) error {
			t.Helper()
			return rawMany(t, path, `INSERT INTO entries (table_key, seq, time, seat, bytes, hash) SELECT table_key, seq, time, seat, bytes, hash FROM entries
				WHERE table_key = (SELECT key FROM tables WHERE id = ?) AND seq = ?`, table, seq)
		},
		Exec: func(t testing.TB, statement string) int64 {
			t.Helper()
			return must.Return(rawCount(t, path, statement))(t)
		},
		Scans: func(t testing.TB) map[string][]string { t.Helper(); return scans(t, path) },
		Restored: func(t testing.TB) store.Store {
			t.Helper()
			must.Succeed(t, s.Close())
			return openWith(t, path, sqlite.Options{Restored: true})
		},
	}
}

// raw runs a statement that changes at most one row on a connection of its own.
func raw(t testing.TB, path, statement string, args ...any) {
	t.Helper()
	n, err := rawCount(t, path, statement, args...)
	if err != nil || n > 1 {
		t.Fatalf("got %d changed rows (%v), want at most 1", n, err)
	}
}

// rawMany runs a statement on a connection of its own.
func rawMany(t testing.TB, path, statement string, args ...any) error {
	t.Helper()
	_, err := rawCount(t, path, statement, args...)
	return err
}

// urlOf encodes the path for the address of a file.
func urlOf(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
}

func rawCount(t testing.TB, path, statement string, args ...any) (int64, error) {
	t.Helper()
	db := must.Return(sql.Open("sqlite", "file:"+urlOf(path)+"?_pragma=busy_timeout(5000)"))(t)
	defer func() { _ = db.Close() }()
	result, err := db.ExecContext(t.Context(), statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func TestStore_Contract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, fresh)
}

func BenchmarkAppend(b *testing.B) { storetest.BenchmarkAppend(b, fresh) }

func TestOpen_Version(t *testing.T) {
	t.Parallel()
	db := must.Return(sql.Open("sqlite", ":memory:"))(t)
	defer func() { _ = db.Close() }()
	var version string
	must.Succeed(t, db.QueryRowContext(t.Context(), "SELECT sqlite_version()").Scan(&version))
	var major, minor, patch int
	must.Return(fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch))(t)
	if got := major*1_000_000 + minor*1000 + patch; got < 3_051_003 {
		t.Errorf("got SQLite %s, want at least 3.51.3: older versions can lose committed writes", version)
	}
}

func TestOpen_Foreign(t *testing.T) {
	t.Parallel()
	t.Run("a file that a newer program migrated is refused", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "a.db")
		must.Succeed(t, open(t, path).Close())
		raw(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1); UPDATE meta SET readers = 99999")
		refused(t, path, store.ErrForeign)
	})
	t.Run("a second store in this process is refused, also by another name", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "a.db")
		open(t, path)
		refused(t, path, store.ErrForeign)
		for _, name := range otherNames(t, path) {
			refused(t, name, store.ErrForeign)
		}
	})
	t.Run("a file in use by another process is refused until that process is killed", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "a.db")
		other := exec.CommandContext(t.Context(), os.Args[0])
		other.Env = append(os.Environ(), holdEnv+"="+path)
		in := must.Return(other.StdinPipe())(t)
		defer func() { _ = in.Close() }()
		out := must.Return(other.StdoutPipe())(t)
		must.Succeed(t, other.Start())
		must.Succeed(t, expect.Second(out.Read(make([]byte, 1))), "the other process failed")
		refused(t, path, store.ErrForeign)
		for _, name := range otherNames(t, path) {
			refused(t, name, store.ErrForeign)
		}
		must.Succeed(t, os.Rename(path, path+".moved"))
		refused(t, path+".moved", store.ErrForeign)
		must.Succeed(t, os.Rename(path+".moved", path))
		must.Succeed(t, other.Process.Kill())
		_ = other.Wait() // reports the kill
		s := open(t, path)
		expect.Error(t, expect.Second(s.Player(t.Context(), "p")), nil, "the killed process's player")
	})
}

// otherNames makes a symbolic link and a hard link of the file in other folders.
func otherNames(t *testing.T, path string) []string {
	t.Helper()
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "symbolic.db"), filepath.Join(dir, "hard.db")}
	must.Succeed(t, os.Symlink(path, names[0]))
	must.Succeed(t, os.Link(path, names[1]))
	return names
}

// The newest moves are beside the server's name of the file, so a copy by another name would lack them.
func TestBackup_OtherName(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nemeton.db")
	played(t, open(t, path), 1)
	hard, to := otherNames(t, path)[1], filepath.Join(t.TempDir(), "copy.db")
	expect.Error(t, sqlite.Backup(t.Context(), hard, to), store.ErrUnavailable)
	must.Succeed(t, sqlite.Backup(t.Context(), path, to))
}

// A path that cannot be read is named with the reason, and not as the file of a running server.
func TestBackup_Directory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	err := sqlite.Backup(t.Context(), dir, filepath.Join(t.TempDir(), "copy.db"))
	expect.Error(t, err, store.ErrUnavailable)
	expect.Error(t, err, syscall.EISDIR)
}

// A folder that cannot be looked into is not an existing file.
func TestBackup_NoFolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nemeton.db")
	must.Succeed(t, open(t, path).Close())
	err := sqlite.Backup(t.Context(), path, filepath.Join(path, "copy.db"))
	if err == nil || errors.Is(err, os.ErrExist) {
		t.Errorf("got error %v, want that of the folder", err)
	}
}

// A move that is saved to a file without its name would be missing after a restart, so nothing is saved until the file is back.
func TestStore_FileMoved(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "-wal"} {
		t.Run("nemeton.db"+end, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "nemeton.db")
			s := open(t, path)
			running := played(t, s, 1)
			moved := path + end + ".moved"
			works := func(when string, want error) {
				t.Helper()
				for _, err := range []error{s.ProbeWrite(t.Context()), tryPlay(t, s, running), s.DropSnapshots(t.Context(), running)} {
					expect.Error(t, err, want, when)
				}
			}
			works("at its place", nil)
			must.Succeed(t, os.Rename(path+end, moved))
			works("moved", store.ErrUnavailable)
			must.Succeed(t, os.WriteFile(path+end, nil, 0o600))
			if end == "" {
				works("another file has its name", store.ErrUnavailable)
			}
			must.Succeed(t, os.Rename(moved, path+end))
			works("back", nil)
		})
	}
}

// hold keeps a store open until the standard input ends. It returns the exit code.
func hold(path string) int {
	ctx, p := context.Background(), store.Player{ID: "p"}
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err == nil {
		err = s.CreatePlayer(ctx, p, store.Session{ID: "s"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Print("!")
	_, _ = os.Stdin.Read(make([]byte, 1))
	return 0
}

// refused checks that Open fails.
func refused(t *testing.T, path string, want error) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err == nil {
		_ = s.Close()
	}
	expect.Error(t, err, want)
}

func TestOpen_Unavailable(t *testing.T) {
	t.Parallel()
	refused(t, filepath.Join(t.TempDir(), "none", "a.db"), store.ErrUnavailable)
	refused(t, t.TempDir(), store.ErrUnavailable)
}
