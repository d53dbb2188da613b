package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// oldGames plays two games that ended two days ago, and begins one. It returns the path of the SQLite file and the finished tables.
func oldGames(t *testing.T) (path string, ids []store.TableID) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s := must.Return(sqlite.Open(t.Context(), path, sqlite.Options{}))(t)
	h := tabletest.On(t, s)
	h.Moment = time.Now().Add(-48 * time.Hour)
	r := h.Registry()
	for range 2 {
		id := h.Running(r, 2)
		h.PlayOut(r, id)
		ids = append(ids, id)
	}
	h.Running(r, 2)
	r.Drain()
	r.Close()
	must.Succeed(t, s.Close())
	return path, ids
}

// A server moves logs by itself, and serves their records.
func TestServe_Archives(t *testing.T) {
	t.Parallel()
	path, ids := oldGames(t)
	place := t.TempDir()
	record := func(r running) string {
		t.Helper()
		status, raw := ask(t, "GET", r.url+"/api/v1/tables/"+string(ids[0])+"/log?since=0", "", nil, nil)
		if status != http.StatusOK {
			t.Fatalf("the log of a finished table: got %d, %s", status, raw)
		}
		return string(raw)
	}
	toys := func(c *wiring.Config) { c.Titles = []engine.Title{toy.Title{}} }
	before := start(t, "sqlite:"+path, toys)
	want := record(before)
	must.Succeed(t, before.stop())
	after := start(t, "sqlite:"+path, toys, func(c *wiring.Config) { c.Archive, c.ArchiveAfter = place, 24*time.Hour })
	eventually(t, "both logs are in the archive", func() bool {
		objects, err := filepath.Glob(filepath.Join(place, "*", "*.*"))
		return err == nil && len(objects) == 2 && !strings.HasSuffix(objects[0]+objects[1], ".part")
	})
	expect.Equal(t, record(after), want, "the log")
}

// The commands move logs to an archive and back, check it, and name an object that is gone.
func TestArchive(t *testing.T) {
	t.Parallel()
	path, ids := oldGames(t)
	db, place := "sqlite:"+path, t.TempDir()
	call := func(code int, args ...string) string {
		t.Helper()
		return program(t, code, append(args, "--database", db)...)
	}
	wantLines(t, call(1, "archive", "--older", "1h", "--archive", place), "at least 24h0m0s old")
	wantLines(t, call(0, "archive", "--older", "72h", "--archive", place), "0 logs with 0 entries moved to "+place)
	wantLines(t, call(0, "archive", "--older", "24h", "--archive", place), "2 logs with", "entries moved to "+place)
	wantLines(t, call(3, "verify", "--all"), "NOT CHECKED: there are logs in an archive")
	wantLines(t, call(3, "verify", "--all", "--archive", place), "2 archived logs are intact, 0 are missing or damaged") // 3: no program knows the toy
	_, out := doctorOf("doctor", "--database", db, "--archive", place)
	wantLines(t, out, "OK       archive: 2 archived logs are there; 2 of them were read and are intact")
	_, out = doctorOf("doctor", "--database", db)
	wantLines(t, out, "PROBLEM  archive: 2 logs are archived", "--archive does not say where")

	objects, err := filepath.Glob(filepath.Join(place, "*", string(ids[0])+".*"))
	if err != nil || len(objects) != 1 {
		t.Fatalf("the table %s has the objects %v (%v)", ids[0], objects, err)
	}
	content, err := os.ReadFile(objects[0])
	if err == nil {
		err = os.Remove(objects[0])
	}
	must.Succeed(t, err)
	wantLines(t, call(1, "verify", "--all", "--archive", place), string(ids[0])+": damaged", "1 archived logs are intact, 1 are missing or damaged")
	wantLines(t, call(1, "verify", "--all", "--json", "--archive", place), `"table":"`+string(ids[0])+`"`, `"verdict":"damaged"`)
	_, out = doctorOf("doctor", "--database", db, "--archive", place)
	wantLines(t, out, "PROBLEM  archive: of 2 archived logs, 1 are missing", filepath.Base(objects[0]))
	wantLines(t, call(1, "archive", "--back", "--archive", place), string(ids[0])+" was not moved", "1 logs with")

	must.Succeed(t, os.WriteFile(objects[0], content, 0o600))
	wantLines(t, call(0, "archive", "--back", "--archive", place), "1 logs with", "moved back")
	if out := call(3, "verify", "--all"); strings.Contains(out, "archive") {
		t.Errorf("all logs are back, and verify says:\n%s", out)
	}
	_, out = doctorOf("doctor", "--database", db)
	if strings.Contains(out, "archive:") {
		t.Errorf("all logs are back, and the doctor says:\n%s", out)
	}
}

// A server starts without its archive, which may be a disk that is not mounted, and says so.
func TestServe_ArchiveMissing(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]bool{t.TempDir(): false, filepath.Join(t.TempDir(), "none"): true} {
		var log bytes.Buffer
		r := start(t, database(t), func(c *wiring.Config) { c.Archive, c.Log = place, zerolog.New(&log) })
		must.Succeed(t, r.stop())
		expect.Equal(t, strings.Contains(log.String(), "--archive cannot be read"), want, place)
	}
}

// A server refuses flags of an archive that contradict each other.
func TestServe_ArchiveFlags(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"--archive-after needs --archive": {"--archive-after", "48h"},
		"at least 24h0m0s old":            {"--archive", t.TempDir(), "--archive-after", "1h"},
		"an archive is a directory":       {"--archive", "s3://games"},
	} {
		wantLines(t, program(t, 1, append([]string{"serve", "--database", database(t), "--addr", "127.0.0.1:0"}, args...)...), want)
	}
}
