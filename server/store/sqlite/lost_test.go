package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// played creates a running table and appends n entries. It returns the table's id.
func played(t *testing.T, s store.Store, n int) store.TableID {
	t.Helper()
	id := store.TableID(fmt.Sprintf("table-%d", n))
	must.Succeed(t, s.CreateTable(t.Context(), store.Table{ID: id, Title: "toy", State: store.Open, Visibility: store.Public, Host: "p"}, ""))
	for range n {
		play(t, s, id)
	}
	return id
}

// play appends one entry.
func play(t *testing.T, s store.Store, id store.TableID) {
	t.Helper()
	must.Succeed(t, tryPlay(t, s, id))
}

// tryPlay appends one entry and returns the store's answer.
func tryPlay(t *testing.T, s store.Store, id store.TableID) error {
	t.Helper()
	row := must.Return(s.Table(t.Context(), id))(t)
	e := engine.Entry{Format: engine.EntryFormat, Seq: row.Seq + 1, Prev: row.Head, Rules: 1, Kind: engine.KindSystem, Seat: engine.NoSeat, Actor: engine.ActorPlayer, Salt: codec.Optional{1}}
	if row.Seq == 0 {
		e.Kind = engine.KindStart
	}
	r := must.Return(engine.NewRecord(e))(t)
	return s.Append(t.Context(), store.Append{Table: id, Record: r, State: store.Running})
}

// asKilled copies the files of an open store, as they are left after its process is killed, except those with one of the endings.
func asKilled(t *testing.T, path string, without ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(path))
next:
	for _, ending := range []string{"", "-wal", ".mark"} {
		for _, w := range without {
			if ending == w {
				continue next
			}
		}
		if _, err := os.Stat(path + ending); err == nil {
			copyFile(t, path+ending, to+ending)
		}
	}
	return to
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	raw := must.Return(os.ReadFile(from))(t)
	must.Succeed(t, os.WriteFile(to, raw, 0o600))
}

// A killed process leaves acknowledged changes in the write-ahead log. Without that file the database is refused.
func TestOpen_LostLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	id := played(t, s, 5)
	t.Run("all files", func(t *testing.T) {
		t.Parallel()
		row, err := open(t, asKilled(t, path)).Table(t.Context(), id)
		if must.Succeed(t, err); row.Seq != 5 || row.Restored {
			t.Errorf("got seq %d, restored %v, want 5 and not restored", row.Seq, row.Restored)
		}
	})
	t.Run("the log is missing, of a database with its first entries", func(t *testing.T) {
		t.Parallel()
		killed := asKilled(t, path, "-wal")
		refused(t, killed, store.ErrLost)
		refused(t, killed, store.ErrLost) // the first attempt changed nothing
		_, err := sqlite.Open(t.Context(), killed, sqlite.Options{})
		expect.Contains(t, fmt.Sprint(err), "nemeton restored --database sqlite:"+killed, "error", err)
	})
	t.Run("the log and the mark are missing", func(t *testing.T) {
		t.Parallel()
		open(t, asKilled(t, path, "-wal", ".mark")) // nothing is known about such a file
	})
	t.Run("the mark is unreadable", func(t *testing.T) {
		t.Parallel()
		killed := asKilled(t, path, "-wal")
		raw := must.Return(os.ReadFile(killed + ".mark"))(t)
		raw[10] ^= 1
		must.Succeed(t, os.WriteFile(killed+".mark", raw, 0o600))
		open(t, killed)
	})
}

// Between two games everything is in the file itself, so the log holds the last entries only.
func TestOpen_LostLogLater(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	id := played(t, s, 5)
	must.Succeed(t, s.Close())
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("got %v, want no write-ahead log after a clean stop", err)
	}
	s = open(t, path)
	before := asKilled(t, path)
	must.Succeed(t, s.CreatePlayer(t.Context(), store.Player{ID: "p"}, store.Session{ID: "s"}))
	refused(t, asKilled(t, path, "-wal"), store.ErrLost)
	play(t, s, id)
	killed := asKilled(t, path, "-wal")
	refused(t, killed, store.ErrLost)
	for range 2 { // also after the loss was accepted, and once more
		accepted := openWith(t, killed, sqlite.Options{Restored: true})
		row, err := accepted.Table(t.Context(), id)
		if must.Succeed(t, err); row.Seq != 5 || !row.Restored {
			t.Errorf("got seq %d, restored %v, want 5 and restored", row.Seq, row.Restored)
		}
		must.Succeed(t, accepted.Close())
	}
	again := open(t, killed)
	play(t, again, id)
	must.Succeed(t, again.Close())
	must.Succeed(t, open(t, before).Close()) // an older copy of all files, with its mark
	copyFile(t, path+".mark", before+".mark")
	refused(t, before, store.ErrLost) // an older copy without its mark
	other := filepath.Join(t.TempDir(), "other.db")
	must.Succeed(t, open(t, other).Close())
	copyFile(t, path+".mark", other+".mark")
	open(t, other) // another database in the place of this one
}

// The same with a process that is really killed.
func TestOpen_LostLogOfKilledProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), holdEnv+"="+path)
	in := must.Return(other.StdinPipe())(t)
	defer func() { _ = in.Close() }()
	out := must.Return(other.StdoutPipe())(t)
	must.Succeed(t, other.Start())
	must.Succeed(t, expect.Second(out.Read(make([]byte, 1))), "the other process failed")
	must.Succeed(t, other.Process.Kill())
	_ = other.Wait() // reports the kill
	must.Succeed(t, os.Rename(path+"-wal", path+"-away"))
	_ = os.Remove(path + "-shm")
	refused(t, path, store.ErrLost)
	must.Succeed(t, os.Rename(path+"-away", path+"-wal"))
	must.Return(open(t, path).Player(t.Context(), "p"))(t)
}

// A backup in the place of a file whose write-ahead log was left there stays whole. Without that log it opens.
func TestBackup_BesideOldLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	id := played(t, s, 3)
	saved := path + ".saved"
	must.Succeed(t, sqlite.Backup(t.Context(), path, saved))
	play(t, s, id)
	killed := asKilled(t, path)
	copyFile(t, saved, killed)
	refused(t, killed, store.ErrUnavailable)
	expect.Error(t, expect.Second(sqlite.Inspect(t.Context(), killed, nil)), store.ErrUnavailable, "an inspection")
	if before, after := must.Return(os.ReadFile(saved))(t), must.Return(os.ReadFile(killed))(t); !bytes.Equal(before, after) {
		t.Error("the copy changed")
	}
	must.Succeed(t, os.Remove(killed+"-wal"))
	if row := must.Return(open(t, killed).Table(t.Context(), id))(t); row.Seq != 3 || !row.Restored {
		t.Errorf("got seq %d, restored %v, want 3 and restored", row.Seq, row.Restored)
	}
}

// A copy that a caller only looked at is still recognized as one: beside the log of the file before it, and as restored at each later start.
func TestBackup_StaysCopyAfterReading(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := open(t, path)
	id := played(t, s, 3)
	saved := path + ".saved"
	must.Succeed(t, sqlite.Backup(t.Context(), path, saved))
	must.Succeed(t, must.Return(sqlite.Open(t.Context(), saved, sqlite.Options{Reading: true}))(t).Close())
	play(t, s, id)
	killed := asKilled(t, path)
	copyFile(t, saved, killed)
	refused(t, killed, store.ErrUnavailable)
	must.Succeed(t, os.Remove(killed+"-wal"))
	for _, reading := range []bool{true, false} {
		again := openWith(t, killed, sqlite.Options{Reading: reading})
		if row := must.Return(again.Table(t.Context(), id))(t); row.Seq != 3 || !row.Restored {
			t.Errorf("reading %v: got seq %d, restored %v, want 3 and restored", reading, row.Seq, row.Restored)
		}
		must.Succeed(t, again.Close())
	}
}

// A process that is killed while it uses a copy for the first time leaves no write-ahead log, which the next start would take for that of the file before.
func TestBackup_KilledAtFirstUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	id := played(t, open(t, path), 3)
	for _, reading := range []bool{true, false} {
		saved := filepath.Join(t.TempDir(), "saved.db")
		must.Succeed(t, sqlite.Backup(t.Context(), path, saved))
		used := openWith(t, saved, sqlite.Options{Reading: reading})
		must.Succeed(t, used.CreatePlayer(t.Context(), store.Player{ID: "p"}, store.Session{ID: "s"}))
		again := open(t, asKilled(t, saved))
		if row := must.Return(again.Table(t.Context(), id))(t); row.Seq != 3 || !row.Restored {
			t.Errorf("reading %v: got seq %d, restored %v, want 3 and restored", reading, row.Seq, row.Restored)
		}
		must.Return(again.Player(t.Context(), "p"))(t)
	}
}

// A restored backup is accepted in the place of the file that knew more, any number of times, and its running tables count as restored.
func TestBackup_Restored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, saved := filepath.Join(dir, "a.db"), filepath.Join(dir, "saved.db")
	s := open(t, path)
	id := played(t, s, 3)
	must.Succeed(t, sqlite.Backup(t.Context(), path, saved))
	play(t, s, id)
	for range 2 {
		row, err := s.Table(t.Context(), id)
		if must.Succeed(t, err); row.Seq != 4 || row.Restored {
			t.Errorf("before: got seq %d, restored %v, want 4 and not restored", row.Seq, row.Restored)
		}
		must.Succeed(t, s.Close())
		copyFile(t, saved, path)
		s = open(t, path)
		if row, err = s.Table(t.Context(), id); err != nil || row.Seq != 3 || !row.Restored {
			t.Errorf("the copy: got seq %d, restored %v, %v, want 3 and restored", row.Seq, row.Restored, err)
		}
		play(t, s, id)
		must.Succeed(t, s.Close())
		s = open(t, path)
	}
	_, err := sqlite.Open(t.Context(), filepath.Join(dir, "none.db"), sqlite.Options{Restored: true})
	expect.Error(t, err, store.ErrUnavailable, "a file that does not exist")
}
