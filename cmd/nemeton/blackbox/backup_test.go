package blackbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"nemeton/testkit/pgtest"
)

// match is a table of two guests that one goroutine plays through REST.
type match struct {
	t      *testing.T
	url    string
	id     string
	tokens [2]string
	n      int
	acked  atomic.Int64 // the seq of the last move that was acknowledged
}

func newMatch(t *testing.T, url string) *match {
	t.Helper()
	m := &match{t: t, url: url}
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	for i := range m.tokens {
		var guest struct {
			Token string `json:"token"`
		}
		post(t, url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		if m.tokens[i] = guest.Token; i == 0 {
			post(t, url+"/api/v1/tables", guest.Token, map[string]any{"title": "meduris", "seats": 2}, &made)
			m.id = made.Table.ID
		}
	}
	post(t, m.path("/seats"), m.tokens[1], map[string]any{}, &struct{}{})
	for _, token := range m.tokens {
		post(t, m.path("/contribution"), token, map[string]any{"contribution": "5a"}, &struct{}{})
	}
	post(t, m.path("/start"), m.tokens[0], map[string]any{}, &struct{}{})
	return m
}

func (m *match) path(rest string) string { return m.url + "/api/v1/tables/" + m.id + rest }

// get requests a path of the table as the player of a seat.
func (m *match) get(seat int, rest string, into any) {
	m.t.Helper()
	req, err := http.NewRequestWithContext(m.t.Context(), http.MethodGet, m.path(rest), http.NoBody)
	if err != nil {
		m.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+m.tokens[seat])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode != http.StatusOK {
		m.t.Fatalf("GET %s: %d, %v", rest, resp.StatusCode, err)
	}
}

// move answers the first open decision with one of its moves.
func (m *match) move() {
	m.t.Helper()
	for seat := range m.tokens {
		var now struct {
			Decisions []struct {
				ID    string            `json:"id"`
				Seat  int               `json:"seat"`
				Moves []json.RawMessage `json:"moves"`
			} `json:"decisions"`
		}
		m.get(seat, "/view", &now)
		for _, d := range now.Decisions {
			if d.Seat != seat {
				continue
			}
			m.n++
			var yes struct {
				Seq int64 `json:"seq"`
			}
			post(m.t, m.path("/commands"), m.tokens[seat], map[string]any{
				"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", m.n), "decision": d.ID, "move": d.Moves[m.n%len(d.Moves)],
			}, &yes)
			m.acked.Store(yes.Seq)
			return
		}
	}
	m.t.Fatal("nobody owes a decision")
}

// readLog reads the log from its beginning and returns the last seq. The test fails if a seq is missing or repeated.
func (m *match) readLog() (last int64) {
	m.t.Helper()
	for more := true; more; {
		var page struct {
			Entries []struct {
				Seq int64 `json:"seq"`
			} `json:"entries"`
			More bool `json:"more"`
		}
		m.get(0, fmt.Sprintf("/log?since=%d", last), &page)
		for _, e := range page.Entries {
			if last++; e.Seq != last {
				m.t.Fatalf("got entry %d in the log, want %d", e.Seq, last)
			}
		}
		more = page.More
	}
	return last
}

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
	m.url = url
	restored := m.readLog()
	if restored < before {
		m.t.Fatalf("the backup ends with entry %d; %d was acknowledged before it began", restored, before)
	}
	m.n += 1000 // command ids that the lost entries did not use
	for range 10 {
		m.move()
	}
	if got := m.readLog(); got != restored+10 {
		m.t.Errorf("got %d entries after ten more moves, want %d", got, restored+10)
	}
}

// verified requires that `nemeton verify --all` finds the one running table undamaged.
func verified(t *testing.T, database string) {
	t.Helper()
	if out, err := command(t, "verify", "--all", "--database", database).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("1 running tables decide the same, 0 decide differently, 0 are damaged")) {
		t.Errorf("verify --all: got %v\n%s", err, out)
	}
}

func TestBackup_SQLite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database, copied := "sqlite:"+filepath.Join(dir, "nemeton.db"), filepath.Join(dir, "copy.db")
	p := serve(t, database)
	m := newMatch(t, p.url)
	before := m.backedUp(func() {
		if out, err := command(t, "backup", "--database", database, copied).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("complete and checked")) {
			t.Errorf("backup: got %v\n%s", err, out)
		}
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
		if exitCode(err) != 1 {
			t.Errorf("got %v\n%s", err, out)
		}
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
	t.Parallel()
	database, empty := pgtest.New(t), pgtest.Empty(t)
	p := serve(t, database)
	m := newMatch(t, p.url)
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
