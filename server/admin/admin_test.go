package admin_test

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/server/admin"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestParseKeys(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "# none", "short", "a b " + key, strings.Repeat("n", 51) + " " + key} {
		if _, err := admin.ParseKeys(bad); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: got %v, want an error without the key", bad, err)
		}
	}
	k := must.Return(admin.ParseKeys("\n" + key + "\n ben  0123456789abcdef-ben \n"))(t)
	for given, want := range map[string]string{key: "operator", "0123456789abcdef-ben": "ben", "ben": "", "": "", key + " ": ""} {
		if name, ok := k.Find(given); name != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", given, name, ok)
		}
	}
}

// The pages show what an operator needs, and nothing that opens a table or is hidden in a game.
func TestPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	f.must(admin.NoteVerify(t.Context(), f.store, admin.Verify{At: now, Same: 41, Damaged: 1}))
	f.must(f.store.SetNote(t.Context(), store.Note{Kind: store.NoteNode, Name: "m", At: now.Add(-20 * time.Second), Value: `{"id":"m","name":"elsewhere","sockets":77}`}))
	f.must(f.store.SetNote(t.Context(), store.Note{Kind: store.NoteNode, Name: "x", At: now.Add(-time.Minute), Value: `{"id":"x","name":"long-gone"}`}))
	totals, err := f.store.Totals(t.Context())
	f.must(err)
	f.must(f.store.SetNote(t.Context(), store.Note{Kind: store.NoteSize, Name: "2031-05-01", At: now.AddDate(0, 0, -3), Value: strconv.FormatInt(totals.Bytes-2_500_000, 10)}))
	hidden := []string{f.open.Invite, f.running.Invite, "secret-label", hex.EncodeToString(f.open.Secret[:]), base64.StdEncoding.EncodeToString(f.open.Secret[:]), "0102030000", "long-gone"}
	for path, wants := range map[string][]string{
		"/admin/":                               {`<a href="/admin/" aria-current="page">`, "here", "elsewhere", "77 sockets", "something is wrong", "41", "2.5 MB since 2031-05-01", "there is none"},
		"/admin/tables":                         {">Name of meduris</a>", `<a href="/admin/tables" aria-current="page">`, "Ada &lt;b&gt;", "is to move", "online", "bot (medium)"},
		"/admin/people":                         {"Ada &lt;b&gt;", "2 sockets", "1 hour ago"},
		"/admin/limits":                         {"guesses", "192.0.2.1", "3 times"},
		"/admin/bans":                           {"No address is banned"},
		"/admin/log":                            {"Nobody has acted yet"},
		"/admin/people?name=x":                  {"Nobody fits"},
		"/admin/tables/" + string(f.running.ID): {"Close this table", "private", "running", "<dd>Name of meduris</dd>", `<a href="/admin/tables" aria-current="true">`},
	} {
		status, page := b.get(path)
		if status != http.StatusOK || strings.Contains(page, "<script") || strings.Contains(page, "style=") {
			t.Errorf("%s: got %d", path, status)
		}
		for _, want := range wants {
			expect.Contains(t, page, want, path)
		}
		_, raw := f.call("GET", strings.TrimSuffix(strings.Replace(strings.TrimPrefix(path, "/admin/"), "limits", "status", 1), "?"), "")
		for _, secret := range hidden {
			if strings.Contains(page, secret) || strings.Contains(raw, secret) {
				t.Errorf("%s shows %q", path, secret)
			}
		}
	}
	for _, path := range []string{"status", "tables", "tables/" + string(f.open.ID), "people", "bans", "log"} {
		status, body := f.call("GET", path, "")
		for _, secret := range hidden {
			if status != http.StatusOK || strings.Contains(body, secret) {
				t.Errorf("the API's %s: got %d %s", path, status, body)
			}
		}
	}
	for _, path := range []string{"/admin/nothing", "/admin/sign-in", "/admin/bans/lift"} {
		if status, page := b.get(path); status != http.StatusNotFound || !strings.Contains(page, "There is no such page.") || !strings.Contains(page, "</nav>") {
			t.Errorf("%s: got %d %s, want a page", path, status, page)
		}
		if r := f.send(request{"GET", path, "", nil}); r.Code != http.StatusUnauthorized || !strings.Contains(r.Body.String(), "<form") {
			t.Errorf("%s, signed out: got %d %s, want the question for the key", path, r.Code, r.Body)
		}
	}
	if status, body := f.call("GET", "nothing", ""); status != http.StatusNotFound || !strings.HasPrefix(body, "{") {
		t.Errorf("an unknown call: got %d %s, want JSON", status, body)
	}
	r := f.send(request{"GET", "/admin/", "", nil})
	if csp := r.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("got headers %v", r.Header())
	}
	f.now = f.now.Add(13 * time.Hour)
	expect.Equal(t, expect.First(b.get("/admin/")), http.StatusUnauthorized, "after 13 hours")
}

// An operator closes an open table and a running one. Each act is logged, also one that was refused.
func TestCloseTable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	path := "/admin/tables/" + string(f.open.ID)
	expect.Equal(t, expect.First(b.post(path+"/close", url.Values{}, nil)), http.StatusUnprocessableEntity, "unconfirmed")
	if status, to := b.post(path+"/close", url.Values{"sure": {"yes"}, "reason": {" a test "}}, nil); status != http.StatusSeeOther || to != path+"?done=closed" {
		t.Errorf("got %d %s", status, to)
	}
	row, err := f.store.Table(t.Context(), f.open.ID)
	f.must(err)
	if row.State != store.Closed || row.Ending.Ended != engine.EndedByOperator || len(f.server.announced) != 1 {
		t.Errorf("got %+v, announced %v", row, f.server.announced)
	}
	if _, page := b.get(path + "?done=closed"); !strings.Contains(page, "The table is closed.") || strings.Contains(page, "Close this table") {
		t.Errorf("got %s", page)
	}
	if status, body := f.call("POST", "tables/"+string(f.open.ID)+"/close", `{}`); status != http.StatusConflict || codeIn(body) != apperr.TableClosed {
		t.Errorf("a second time: got %d %s", status, body)
	}
	if status, body := f.call("POST", "tables/"+string(f.running.ID)+"/close", `{"reason":"why"}`); status != http.StatusOK || len(f.server.closed) != 1 {
		t.Errorf("a running one: got %d %s, closed %v", status, body, f.server.closed)
	}
	f.server.refuse = apperr.New(apperr.Unavailable, "later")
	expect.Equal(t, expect.First(f.call("POST", "tables/"+string(f.running.ID)+"/close", `{}`)), http.StatusServiceUnavailable, "a failure")
	var got []string
	for _, a := range f.acts() {
		got = append(got, strings.Join([]string{a.By, a.Via, string(a.Kind), a.Reason, a.Outcome}, "/"))
	}
	want := "ada/command/close//unavailable ada/command/close/why/done ada/command/close//table_closed ada/page/close/a test/done"
	expect.Equal(t, strings.Join(got, " "), want)
	if _, page := b.get("/admin/log"); strings.Count(page, "Closed table") != 4 || !strings.Contains(page, ">the table is closed already<") || !strings.Contains(page, "a test") {
		t.Errorf("the log: %s", page)
	}
}

func TestBans(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	if status, to := b.post("/admin/bans", url.Values{"address": {"2001:db8::7"}, "for": {"24h"}, "reason": {"spam"}}, nil); status != http.StatusSeeOther || to != "/admin/bans?done=banned" {
		t.Errorf("got %d %s", status, to)
	}
	if status, page := b.post("/admin/bans", url.Values{"address": {"192.168.1.9"}, "for": {"0s"}}, nil); status != http.StatusForbidden || !strings.Contains(page, "Tick the box") {
		t.Errorf("a protected one: got %d %s", status, page)
	}
	expect.Equal(t, expect.First(f.call("POST", "bans", `{"address":"192.168.1.9","force":true}`)), http.StatusOK, "by force")
	if _, page := b.get("/admin/bans"); !strings.Contains(page, "2001:db8::/64") || !strings.Contains(page, "until 2031-05-05 12:00 UTC") || !strings.Contains(page, "192.168.1.9/32") || !strings.Contains(page, "spam") {
		t.Errorf("the page: %s", page)
	}
	if status, to := b.post("/admin/bans/lift", url.Values{"address": {"2001:db8::/64"}}, nil); status != http.StatusSeeOther || to != "/admin/bans?done=lifted" {
		t.Errorf("lift: got %d %s", status, to)
	}
	list, err := f.store.Bans(t.Context(), now)
	f.must(err)
	if len(list) != 1 || len(f.acts()) != 3 || f.server.bans != 3 {
		t.Errorf("got bans %v, acts %v, %d announcements", list, f.acts(), f.server.bans)
	}
}
