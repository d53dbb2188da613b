package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
)

// A log passes the check as long as it only grows. A server that was restored to an older copy does not.
func TestLogCheck(t *testing.T) {
	t.Parallel()
	db, dir := database(t), t.TempDir()
	seen, copied := filepath.Join(dir, "seen"), filepath.Join(dir, "copy.db")
	r := start(t, db)
	key := verifiers(command(t, 0, "key", "show", r.url))[0]
	create := func() {
		t.Helper()
		var guest struct {
			Token string `json:"token"`
		}
		ask(t, http.MethodPost, r.url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		if code, raw := ask(t, http.MethodPost, r.url+"/api/v1/tables", guest.Token, map[string]any{"title": "meduris", "seats": 2}, nil); code != http.StatusCreated {
			t.Fatalf("got %d %s", code, raw)
		}
	}
	check := func(code int, want string, args ...string) {
		t.Helper()
		if got := command(t, code, append([]string{"log", "check", r.url, "--seen", seen}, args...)...); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	check(2, "--key")
	check(1, "not a verifier key", "--key", "nemeton")
	create()
	check(0, "1 entries, of 1 created and 0 finished tables\nno earlier checkpoint", "--key", key)
	command(t, 0, "backup", "--database", db, copied)
	create()
	check(0, "2 entries, of 2 created and 0 finished tables\nit contains the log of the last check", "--key", key)
	check(1, "no valid signature", "--key", newKey(t).Verifier)

	doc, err := corpus.Play(catalog.Titles()[0], 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := doc.Seal()
	foreign := filepath.Join(dir, "foreign.json")
	if err == nil {
		err = os.WriteFile(foreign, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	last, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	check(1, "does not contain the table", "--key", key, "--export", foreign)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}

	r = start(t, "sqlite:"+copied)
	check(1, "not the one that was seen before", "--key", key)
	if now, err := os.ReadFile(seen); err != nil || !bytes.Equal(now, last) {
		t.Errorf("a failed check changed the earlier checkpoint (%v)", err)
	}
}
