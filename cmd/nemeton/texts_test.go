package main

import (
	"bytes"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/store"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A reader without an account suggests texts; the operator lists them at the running server, exports those that fit, and closes one.
func TestAdmin_Texts(t *testing.T) {
	t.Parallel()
	a := start(t, database(t), func(c *wiring.Config) { c.Admin.AdminKey = "ada " + operatorKey })
	suggest := func(key, text string) {
		t.Helper()
		if code, body := ask(t, "POST", a.url+"/api/v1/texts/de/client/"+key+"/suggestions", "", map[string]string{"text": text}, nil); code != http.StatusNoContent {
			t.Fatalf("got %d: %s", code, body)
		}
	}
	suggest("app.close", "Zumachen")
	suggest("card.timeLeft", "ohne Zeit")
	command := func(args ...string) (out, errs string) {
		t.Helper()
		var o, e bytes.Buffer
		if got := run(append(append([]string{"admin", "texts"}, args...), "--url", a.admin, "--admin-key", operatorKey), &o, &e); got != 0 {
			t.Fatalf("%v: got exit code %d: %s", args, got, e.String())
		}
		return o.String(), e.String()
	}
	list, _ := command()
	for _, part := range []string{"app.close", `"Zumachen"`, `"Schließen"`, `"ohne Zeit"`} {
		expect.Contains(t, list, part)
	}
	patch, left := command("--patch")
	expect.Contains(t, left, `left out de client card.timeLeft "ohne Zeit": it lacks {time}`)
	// The files of this clone are those of the program.
	check := exec.CommandContext(t.Context(), "git", "apply", "--check", "-")
	check.Dir, check.Stdin = filepath.Join("..", ".."), strings.NewReader(patch)
	if out, err := check.CombinedOutput(); err != nil || !strings.Contains(patch, `+  "app.close": "Zumachen",`) {
		t.Errorf("git: %v %s\n%s", err, out, patch)
	}
	for line := range strings.Lines(list) {
		if strings.Contains(line, "Zumachen") {
			command("dismiss", strings.Fields(line)[0])
		}
	}
	if list, _ := command("list"); strings.Contains(list, "Zumachen") || !strings.Contains(list, "ohne Zeit") {
		t.Errorf("got %q after the act", list)
	}
}

// Without a server, the command reads the database.
func TestAdmin_TextsInDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	s := must.Return(sqlite.Open(t.Context(), path, sqlite.Options{}))(t)
	must.Succeed(t, s.AddSuggestion(t.Context(), store.Suggestion{ID: "s1", Language: "de", File: "client", Key: "app.close", Text: "Zumachen \x1b[2J"}))
	must.Succeed(t, s.Close())
	at := []string{"--database", "sqlite:" + path}
	expect.Contains(t, program(t, 0, append([]string{"admin", "texts"}, at...)...), `"Zumachen \x1b[2J"`)
	program(t, 1, append([]string{"admin", "texts", "dismiss", "s9"}, at...)...)
	program(t, 0, append([]string{"admin", "texts", "dismiss", "s1"}, at...)...)
	expect.Equal(t, program(t, 0, append([]string{"admin", "texts"}, at...)...), "no suggestions\n")
}
