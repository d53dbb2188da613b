//go:build unix

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Other users of the machine can read neither a new database, nor one that an older program made, nor a backup.
func TestOpen_FilesArePrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	for _, step := range []string{"a new file", "a file with another mode"} {
		s := must.Return(sqlite.Open(t.Context(), path, sqlite.Options{}))(t)
		for _, end := range []string{"", "-wal", "-shm", ".mark"} {
			info := must.Return(os.Stat(path + end))(t)
			expect.Equal(t, info.Mode().Perm(), 0o600, step, filepath.Base(path+end), "has mode")
		}
		must.Succeed(t, s.Close())
		must.Succeed(t, os.Chmod(path, 0o644))
	}
	to := filepath.Join(dir, "copy.db")
	must.Succeed(t, sqlite.Backup(t.Context(), path, to))
	expect.Equal(t, must.Return(os.Stat(to))(t).Mode().Perm(), 0o600, "the backup has mode")
}

// A wrong path, given by root, may name a file of the system. Its mode stays, and it gets no mark.
func TestOpen_ForeignFileStaysAsItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes")
	must.Succeed(t, os.WriteFile(path, []byte("Buy milk, eggs and a new set of dice."), 0o600))
	must.Succeed(t, os.Chmod(path, 0o644))
	expect.Error(t, expect.Second(sqlite.Open(t.Context(), path, sqlite.Options{})), store.ErrDamaged)
	expect.Equal(t, must.Return(os.Stat(path))(t).Mode().Perm(), 0o644, "the file has mode")
	expect.Error(t, expect.Second(os.Stat(path+".mark")), os.ErrNotExist, "error for the mark")
}

// The error names the folder and the reason.
func TestOpen_FolderWithoutPermission(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write to every folder")
	}
	dir := t.TempDir()
	must.Succeed(t, os.Chmod(dir, 0o500))
	_, err := sqlite.Open(t.Context(), filepath.Join(dir, "test.db"), sqlite.Options{})
	if !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "may not write to the folder") {
		t.Errorf("got error %v, want one that names the folder", err)
	}
}
