package main

import (
	"bytes"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// command runs a command line, requires an exit code, and returns the outputs.
func command(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, &out, &errs); got != code {
		t.Fatalf("%s: got exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, &out, &errs)
	}
	return out.String() + errs.String()
}

// verifiers returns the verifier keys of a list as the command key prints it.
func verifiers(list string) (keys []string) {
	for line := range strings.Lines(list) {
		if !strings.HasPrefix(line, "#") {
			keys = append(keys, strings.TrimSpace(line))
		}
	}
	return keys
}

// The key is made at the first start and stays. Rotations add keys. Backups hold all of them.
func TestKey(t *testing.T) {
	t.Parallel()
	db := database(t)
	for _, args := range [][]string{{"key"}, {"key", "rotate"}} {
		expect.Contains(t, command(t, 1, append(args, "--database", db)...), "no such file", args, "without a database")
	}
	command(t, 0, "migrate", "--database", db)
	expect.Contains(t, command(t, 1, "key", "--database", db), "no key yet", "before the first start")
	served := func() string {
		t.Helper()
		r := start(t, db)
		list := command(t, 0, "key", "show", r.url+"/")
		expect.Equal(t, string(expect.Second(ask(t, http.MethodGet, r.url+"/.well-known/nemeton-key", "", nil, nil))), list)
		must.Succeed(t, r.stop())
		return list
	}
	first := served()
	if len(verifiers(first)) != 1 {
		t.Fatalf("got %q, want one key", first)
	}
	for _, args := range [][]string{{"key"}, {"key", "show"}} {
		expect.Equal(t, command(t, 0, append(args, "--database", db)...), first, args, "as served")
	}
	expect.Equal(t, served(), first, "after a restart")
	rotated := command(t, 0, "key", "rotate", "--database", db)
	if keys := verifiers(rotated); len(keys) != 2 || keys[0] == keys[1] || keys[1] != verifiers(first)[0] {
		t.Errorf("got %q after the rotation, want a new key before %q", rotated, first)
	}
	expect.Equal(t, served(), rotated, "served after the rotation")
	copied := filepath.Join(t.TempDir(), "copy.db")
	command(t, 0, "backup", "--database", db, copied)
	expect.Equal(t, command(t, 0, "key", "--database", "sqlite:"+copied), rotated, "in the backup")
}

// A rotation keeps the private key encrypted.
func TestKey_RotateEncrypted(t *testing.T) {
	t.Parallel()
	const secret = "the secret key of this test"
	db := database(t)
	must.Succeed(t, start(t, db, func(c *wiring.Config) { c.SecretKey = secret }).stop())
	expect.Contains(t, command(t, 1, "key", "rotate", "--database", db), "NEMETON_SECRET_KEY", "without the key")
	command(t, 0, "key", "rotate", "--database", db, "--secret-key", secret)
	s := must.Return(open.Store(t.Context(), db, open.Options{}))(t)
	defer func() { _ = s.Close() }()
	list, err := s.SigningKeys(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("got %d keys, %v, want 2", len(list), err)
	}
	for _, k := range list {
		if !k.Sealed || k.Seed != (store.SigningKey{}).Seed {
			t.Errorf("key %d is readable without the secret key", k.N)
		}
	}
}
