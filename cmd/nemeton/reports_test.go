package main

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestReports(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := must.Return(sqlite.Open(t.Context(), path, sqlite.Options{}))(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	must.Succeed(t, s.CreatePlayer(t.Context(), store.Player{ID: "ada", Name: "Ada", CreatedAt: now}, store.Session{ID: "s", Player: "ada", CreatedAt: now, SeenAt: now}))
	said := store.ChatMessage{Table: "t", Channel: store.PlayersChannel, Number: 1, Author: "ben", Text: "rude \x1b[2J", CreatedAt: now}
	must.Succeed(t, s.ReportMessage(t.Context(), store.ChatReport{ID: "r1", Message: said, Reporter: "ada", Reason: "why", CreatedAt: now}, now, func(int) error { return nil }))
	must.Succeed(t, s.Close())
	call := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(append(append([]string{"admin"}, args...), "--database", "sqlite:"+path), &out, &errs); got != want {
			t.Fatalf("%v: got exit code %d, want %d: %s", args, got, want, errs.String())
		}
		return out.String()
	}
	list := call(0, "reports")
	for _, part := range []string{"r1", `"rude \x1b[2J"`, `"Ada"`, `"why"`} {
		expect.Contains(t, list, part)
	}
	expect.Equal(t, call(0, "dismiss", "r1"), "closed report \"r1\"\n")
	call(1, "dismiss", "r9")
	expect.Equal(t, call(0, "reports"), "no reports\n")
	expect.Contains(t, call(0, "reports", "--all"), "closed", "the closed report")
}
