package blackbox_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// backedUp plays while save makes a backup, and for one move after it. It returns the seq that was acknowledged before the backup began.
func (m *match) backedUp(save func()) (before int64) {
	m.t.Helper()
	for range 20 {
		m.move()
	}
	before = m.acked.Load()
	saved := make(chan struct{})
	go func() {
		defer close(saved)
		save()
	}()
	for over := false; !over; m.move() {
		select {
		case <-saved:
			over = true
		default:
		}
	}
	return before
}

// goesOn requires that a server on the restored store has all entries up to before, and plays on.
func (m *match) goesOn(url string, before int64) {
	m.t.Helper()
	m.at(url)
	restored := m.readLog()
	if restored < before {
		m.t.Fatalf("the backup ends with entry %d; %d was acknowledged before it began", restored, before)
	}
	m.n += 1000 // command ids that the lost entries did not use
	for range 10 {
		m.move()
	}
	expect.Equal(m.t, m.readLog(), restored+10, "entries after ten more moves")
}

// verified requires that `nemeton verify --all` finds the one running table undamaged.
func verified(t *testing.T, database string) {
	t.Helper()
	if out, err := command(t, "verify", "--all", "--database", database).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("1 running tables decide the same, 0 decide differently, 0 are damaged")) {
		t.Errorf("verify --all: got %v\n%s", err, out)
	}
}

func TestBackup_SQLite(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	dir := t.TempDir()
	database, copied := "sqlite:"+filepath.Join(dir, "nemeton.db"), filepath.Join(dir, "copy.db")
	p := serve(t, database)
	m := newMatch(t, p.url, nil)
	before := m.backedUp(func() {
		expect.Contains(t, string(must.Return(command(t, "backup", "--database", database, copied).CombinedOutput())(t)), "complete and checked", "backup")
	})
	p.kill()
	verified(t, "sqlite:"+copied)
	m.goesOn(serve(t, "sqlite:"+copied).url, before)
	t.Run("never over a file", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "backup", "--database", database, copied).CombinedOutput()
		if exitCode(err) != 1 || !strings.Contains(string(out), "exists") {
			t.Errorf("got %v\n%s", err, out)
		}
	})
	t.Run("of nothing", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "backup", "--database", "sqlite:"+filepath.Join(dir, "none.db"), filepath.Join(dir, "other.db")).CombinedOutput()
		expect.Equal(t, exitCode(err), 1, string(out))
	})
	t.Run("of Postgres", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "backup", "--database", "postgres://somewhere/nemeton", filepath.Join(dir, "other.db")).CombinedOutput()
		if exitCode(err) != 1 || !strings.Contains(string(out), "pg_dump") {
			t.Errorf("got %v\n%s", err, out)
		}
	})
}

// The commands are from docs/operations.md.
func TestBackup_Postgres(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database, empty := pgtest.New(t), pgtest.Empty(t)
	p := serve(t, database)
	m := newMatch(t, p.url, nil)
	file := filepath.Join(t.TempDir(), "nemeton.dump")
	client := func(name string, args ...string) {
		if found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); err == nil && len(found) > 0 {
			name = found[len(found)-1] // the version of the running server, in the folder of Debian
		}
		if out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	before := m.backedUp(func() { client("pg_dump", "--format=custom", "--file="+file, "--dbname="+database) })
	p.kill()
	client("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", "--dbname="+empty, file)
	verified(t, empty)
	m.goesOn(serve(t, empty).url, before)
}
