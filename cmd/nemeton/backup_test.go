package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The command names its backups, keeps the newest ones, and leaves all other files alone.
func TestBackup_Keep(t *testing.T) {
	t.Parallel()
	db, dir := database(t), filepath.Join(t.TempDir(), "backups")
	command(t, 0, "migrate", "--database", db)
	must.Succeed(t, os.MkdirAll(filepath.Join(dir, "nemeton-20200101T000002.000Z.db"), 0o700))
	others := []string{"nemeton.db", "nemeton-before-upgrade.db", "nemeton-20200101T000000.000Z.db.txt", "nemeton-20200101T000002.000Z.db"}
	for _, name := range append(others[:3:3], "nemeton-20200101T000000.000Z.db", "nemeton-20200101T000001.000Z.db") {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600))
	}
	got := command(t, 0, "backup", "--keep", "2", "--database", db, dir)
	if !strings.Contains(got, "complete and checked") || strings.Count(got, ": removed") != 1 {
		t.Errorf("got %q, want one backup and one removal", got)
	}
	entries := must.Return(os.ReadDir(dir))(t)
	var made []string
	for _, e := range entries {
		if !slices.Contains(others, e.Name()) {
			made = append(made, e.Name())
		}
	}
	if len(made) != 2 || len(entries) != len(others)+2 || made[0] != "nemeton-20200101T000001.000Z.db" {
		t.Errorf("got %v, want the newest old backup and the new one, beside %v", entries, others)
	}
	command(t, 0, "backup", "--database", "sqlite:"+filepath.Join(dir, made[1]), filepath.Join(t.TempDir(), "again.db"))
}

// A backup that was killed leaves an unfinished copy. It goes with the backups of its time; a newer one may still be written.
func TestBackup_KeepRemovesUnfinishedCopies(t *testing.T) {
	t.Parallel()
	db, dir := database(t), t.TempDir()
	command(t, 0, "migrate", "--database", db)
	killed, writing := "nemeton-20200101T000000.000Z.db.part", "nemeton-20990101T000000.000Z.db.part"
	for _, name := range []string{killed, writing} {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	if got := command(t, 0, "backup", "--keep", "1", "--database", db, dir); !strings.Contains(got, killed+": removed") || strings.Contains(got, writing) {
		t.Errorf("got %q, want the removal of %s alone", got, killed)
	}
}

// The clock was ahead once, or is behind now: the copy that was just made stays.
func TestBackup_KeepsTheNewOne(t *testing.T) {
	t.Parallel()
	db, dir := database(t), t.TempDir()
	command(t, 0, "migrate", "--database", db)
	must.Succeed(t, os.WriteFile(filepath.Join(dir, "nemeton-20990101T000000.000Z.db"), []byte("old"), 0o600))
	got := command(t, 0, "backup", "--keep", "1", "--database", db, dir)
	if entries := must.Return(os.ReadDir(dir))(t); len(entries) != 2 || strings.Contains(got, ": removed") {
		t.Errorf("got %q and %v, want both backups", got, entries)
	}
}

// A backup that fails removes nothing.
func TestBackup_KeepsOnFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := filepath.Join(dir, "nemeton-20200101T000000.000Z.db")
	for _, name := range []string{old, filepath.Join(dir, "nemeton-20200101T000001.000Z.db")} {
		must.Succeed(t, os.WriteFile(name, []byte("old"), 0o600))
	}
	command(t, 1, "backup", "--keep", "1", "--database", "sqlite:"+filepath.Join(t.TempDir(), "none.db"), dir)
	expect.Error(t, expect.Second(os.Stat(old)), nil)
	command(t, 2, "backup", "--keep", "-1", "--database", "sqlite:x.db", dir)
}

// A directory without --keep is no file that exists already: the error says what to do.
func TestBackup_DirectoryWithoutKeep(t *testing.T) {
	t.Parallel()
	db, dir := database(t), t.TempDir()
	command(t, 0, "migrate", "--database", db)
	if got := command(t, 1, "backup", "--database", db, dir); !strings.Contains(got, dir+" is a directory") || !strings.Contains(got, "--keep") {
		t.Errorf("got %q, want the hint at --keep", got)
	}
}

// The commands that only look at a copy leave it one, so that a server refuses it beside the write-ahead log of the file before it.
func TestBackup_StaysCopyAfterVerify(t *testing.T) {
	t.Parallel()
	db, dir := database(t), t.TempDir()
	command(t, 0, "migrate", "--database", db)
	for n, look := range [][]string{{"verify", "--all"}, {"admin", "reports"}, {"admin", "tables"}, {"key", "show"}} {
		path := filepath.Join(dir, strings.Join(look, "-")+".db")
		command(t, 0, "backup", "--database", db, path)
		command(t, map[bool]int{true: 1}[n == 3], append(look, "--database", "sqlite:"+path)...) // a new database has no key
		must.Succeed(t, os.WriteFile(path+"-wal", []byte("of another file"), 0o600))
		expect.Contains(t, command(t, 1, "migrate", "--database", "sqlite:"+path), "is a new copy", "after", look, "(the refusal of the copy)")
	}
}
