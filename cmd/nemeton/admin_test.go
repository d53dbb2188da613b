package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/admin"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

const operatorKey = "0123456789abcdef-operator"

// program runs a command and returns its output. It requires the exit code.
func program(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, &out, &errs); got != want {
		t.Fatalf("%v: got exit code %d, want %d: %s", args, got, want, errs.String())
	}
	return out.String() + errs.String()
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(hangs); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// Operators act at one node, and the other node of the same Postgres follows, without messages between them.
func TestAdmin_TwoNodes(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := pgtest.New(t)
	setKey := func(c *wiring.Config) { c.Admin.AdminKey, c.Poll = "ada "+operatorKey, 50*time.Millisecond }
	a, b := start(t, database, setKey), start(t, database, setKey)
	command := func(want int, args ...string) string {
		t.Helper()
		return program(t, want, append(append([]string{"admin"}, args...), "--url", a.admin, "--admin-key", operatorKey)...)
	}

	running, tokens := newTable(t, b.url)
	if code, text := ask(t, "POST", b.url+"/api/v1/tables/"+running+"/start", tokens[0], nil, nil); code != http.StatusOK {
		t.Fatalf("got %d: %s", code, text)
	}
	open, _ := newOpenTable(t, b.url)
	player, lobby := watch(t, b.url, running), watch(t, b.url, open)
	eventually(t, "node A knows the sockets at node B", func() bool {
		var s admin.Status
		must.Succeed(t, json.Unmarshal([]byte(command(0, "status", "--json")), &s))
		sockets := 0
		for _, n := range s.Nodes {
			sockets += n.Sockets
		}
		return len(s.Nodes) == 2 && sockets == 2 && s.Tables.Running == 1 && s.Tables.Open == 1
	})

	// A running table ends with an entry of its log, and an open one with a close code.
	command(0, "close", running, "--reason", "a test")
	player.entry(2)
	var view struct {
		View struct{ Outcome struct{ Ended string } }
	}
	ask(t, "GET", b.url+"/api/v1/tables/"+running+"/view", "", nil, &view)
	expect.Equal(t, view.View.Outcome.Ended, "operator", "the end")
	expect.Contains(t, string(expect.Second(ask(t, "GET", b.url+"/api/v1/tables/"+running, "", nil, nil))), `"ended":"operator"`, "the table")
	expect.Contains(t, program(t, 0, "verify", b.url+"/api/v1/tables/"+running+"/export"), "the export is valid")
	command(0, "close", open)
	expect.Equal(t, lobby.closed(), 4014, "the open table, close code")
	expect.Contains(t, command(1, "close", open), "closed already", "a second time")

	// A ban closes the sockets at the other node and refuses calls and new sockets there.
	expect.Contains(t, command(1, "ban", "127.0.0.1"), "force is needed", "loopback without force")
	command(0, "ban", "127.0.0.1", "--force", "--for", "1h")
	expect.Equal(t, player.closed(), 4013, "an open socket, close code")
	code, text := ask(t, "GET", b.url+"/api/v1/titles", "", nil, nil)
	if code != http.StatusForbidden || !strings.Contains(string(text), `"code":"address_banned"`) {
		t.Errorf("a call: got %d %s", code, text)
	}
	for _, path := range []string{"/api/v1/tables/" + running + "/socket", "/api/v1/me/socket"} {
		expect.Equal(t, socketOf(t, b.url+path, "").closed(), 4013, path, "close code")
	}
	for _, path := range []string{"/", "/healthz", "/readyz"} { // the page says what is wrong
		if code, _ := ask(t, "GET", b.url+path, "", nil, nil); code == http.StatusForbidden {
			t.Errorf("%s: got %d", path, code)
		}
	}
	// The ban is lifted without a server, by the database alone.
	program(t, 0, "admin", "unban", "127.0.0.1", "--database", database)
	eventually(t, "both nodes serve again", func() bool {
		first, _ := ask(t, "GET", a.url+"/api/v1/titles", "", nil, nil)
		second, _ := ask(t, "GET", b.url+"/api/v1/titles", "", nil, nil)
		return first == http.StatusOK && second == http.StatusOK
	})
	log := command(0, "log") // ids of tables may contain "ada" as well
	if strings.Count(log, "  ada  ") != 4 || strings.Count(log, "  database  ") != 1 || !strings.Contains(log, "table_closed") || !strings.Contains(log, `"a test"`) {
		t.Errorf("the log:\n%s", log)
	}
}

// With SQLite, the first start makes a key that only the server's user can read. Without a server, the commands read the database.
func TestAdmin_SQLite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	r := start(t, "sqlite:"+path)
	newOpenTable(t, r.url)
	expect.Equal(t, must.Return(os.Stat(path+".admin-key"))(t).Mode().Perm(), 0o600, "(a file with mode 0600)")
	at := []string{"--database", "sqlite:" + path, "--url", r.admin}
	for command, want := range map[string]string{"status": "SQLite", "tables": "meduris", "people": `"Ada"`, "limits": "NODE", "bans": "RANGE", "log": "OUTCOME"} {
		expect.Contains(t, program(t, 0, append([]string{"admin", command}, at...)...), want, command)
	}
	expect.Contains(t, program(t, 1, "admin", "--url", r.admin, "--admin-key", "wrong-wrong-wrong"), "this key is not valid")
	key := string(must.Return(os.ReadFile(path + ".admin-key"))(t))
	program(t, 0, "admin", "--url", r.admin, "--admin-key", "# as the server has it\nada "+key)
	expect.Contains(t, program(t, 1, "admin", "--database", "sqlite:"+path), "--url", "while the server runs")
	if code, _ := ask(t, "GET", r.url+"/admin/", "", nil, nil); code != http.StatusOK && code != http.StatusNotFound {
		t.Errorf("the public address: got %d", code)
	}
	if _, text := ask(t, "GET", r.url+"/admin/", "", nil, nil); strings.Contains(string(text), "administration") {
		t.Error("the pages are on the public address")
	}
	program(t, 0, append([]string{"admin", "ban", "203.0.113.9", "--for", "100ms"}, at...)...)
	if got := program(t, 0, append([]string{"admin", "bans"}, at...)...); strings.Contains(got, "lifted") {
		t.Errorf("a short ban does not end: %s", got)
	}
	expect.Contains(t, program(t, 1, append([]string{"admin", "door", "revoke", "a/b?c"}, at...)...), "there is no such code", "an odd id")
	must.Succeed(t, r.stop())

	program(t, 0, "verify", "--all", "--database", "sqlite:"+path)
	program(t, 0, "admin", "ban", "192.0.2.0/24", "--database", "sqlite:"+path, "--reason", "spam")
	status := program(t, 0, "admin", "--database", "sqlite:"+path)
	if !strings.Contains(status, "nothing is wrong") || !strings.Contains(status, "1 open") {
		t.Errorf("got %s", status)
	}
	expect.Contains(t, program(t, 0, "admin", "bans", "--json", "--database", "sqlite:"+path), `"range": "192.0.2.0/24"`)
	expect.Contains(t, program(t, 1, "admin", "close", "x", "--database", "sqlite:"+path), "only a running server")
}

// A list of the command has fifty rows, and says that there are more.
func TestAdmin_LongLists(t *testing.T) {
	t.Parallel()
	db := database(t)
	s := must.Return(open.Store(t.Context(), db, open.Options{}))(t)
	for n := range admin.PageSize + 1 {
		id := strconv.Itoa(n)
		must.Succeed(t, s.CreatePlayer(t.Context(), store.Player{ID: store.PlayerID(id), Name: "Ada"}, store.Session{ID: id, TokenHash: [32]byte{byte(n)}}))
		must.Succeed(t, s.CreateTable(t.Context(), store.Table{ID: store.TableID(id), Title: "druids", State: store.Open, Visibility: store.Public}, ""))
		must.Succeed(t, s.LogAct(t.Context(), store.Act{ID: id, Kind: store.ActBan}))
	}
	must.Succeed(t, s.Close())
	for command, want := range map[string]string{"people": "There are more: --page 1", "tables": "There are more.", "log": "There are older acts."} {
		expect.Contains(t, program(t, 0, "admin", command, "--database", db), want, command)
	}
	if got := program(t, 0, "admin", "people", "--page", "1", "--database", db); strings.Contains(got, "There are more") {
		t.Errorf("the last page: %s", got)
	}
}
