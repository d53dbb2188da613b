package admin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/testkit/expect"
)

// Without a key, nothing is shown and nothing happens, whatever the path.
func TestAttack_NoKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signedIn := f.signIn()
	for _, path := range []string{"status", "tables", "tables/" + string(f.open.ID), "people", "bans", "log"} {
		for name, header := range map[string]map[string]string{
			"no key": {}, "an empty key": {"Authorization": "Bearer "}, "another scheme": {"Authorization": "Basic " + key}, "a cookie": {"Cookie": signedIn.cookie},
		} {
			status, body := f.text(f.send(request{"GET", "/admin/api/" + path, "", header}))
			if status != http.StatusUnauthorized || codeIn(body) != apperr.Unauthenticated && codeIn(body) != apperr.TooManyGuesses {
				if codeIn(body) != apperr.TooManyGuesses {
					t.Errorf("%s with %s: got %d %s", path, name, status, body)
				}
			}
		}
	}
	for _, path := range []string{"/admin/", "/admin/tables", "/admin/tables/" + string(f.open.ID), "/admin/people", "/admin/limits", "/admin/bans", "/admin/codes", "/admin/log"} {
		status, body := f.text(f.send(request{"GET", path, "", nil}))
		if status != http.StatusUnauthorized || strings.Contains(body, "Ada") || strings.Contains(body, "meduris") {
			t.Errorf("%s: got %d %s", path, status, body)
		}
	}
	for _, path := range []string{"/admin/tables/" + string(f.open.ID) + "/close", "/admin/bans", "/admin/bans/lift", "/admin/people/" + string(f.person.ID) + "/link", "/admin/codes", "/admin/codes/x/revoke", "/admin/sign-out"} {
		if status, _ := f.text(f.send(request{"POST", path, "address=192.0.2.1&for=1h&sure=yes", map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})); status != http.StatusUnauthorized {
			t.Errorf("POST %s: got %d", path, status)
		}
	}
	if len(f.acts()) != 0 || len(f.server.announced) != 0 || f.server.bans != 0 {
		t.Errorf("something happened: %v", f.acts())
	}
}

// Wrong keys are limited. Meanwhile not even the right one is tried, so that an attacker learns nothing; later it works.
func TestAttack_WrongKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	wrong := 0
	for range 100 {
		status, _ := f.text(f.send(request{"GET", "/admin/api/status", "", map[string]string{"Authorization": "Bearer wrong-wrong-wrong-wrong"}}))
		if status == http.StatusUnauthorized {
			wrong++
		}
	}
	expect.Equal(t, wrong, 4, "wrong keys were compared")
	if status, body := f.call("GET", "status", ""); status != http.StatusTooManyRequests || codeIn(body) != apperr.TooManyGuesses {
		t.Errorf("the right key meanwhile: got %d %s", status, body)
	}
	f.now = f.now.Add(time.Hour)
	for range 20 { // a right key costs nothing
		if status, body := f.call("GET", "status", ""); status != http.StatusOK {
			t.Fatalf("the right key later: got %d %s", status, body)
		}
	}
}

// Forms of other pages, and forms without the token of the session, change nothing.
func TestAttack_CrossSite(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	form := func() url.Values {
		return url.Values{"address": {"192.0.2.1"}, "for": {"1h"}, "sure": {"yes"}, "key": {key}}
	}
	for _, path := range []string{"/admin/bans", "/admin/bans/lift", "/admin/tables/" + string(f.open.ID) + "/close", "/admin/people/" + string(f.person.ID) + "/link", "/admin/codes", "/admin/codes/x/revoke", "/admin/sign-out", "/admin/sign-in"} {
		for name, header := range map[string]map[string]string{
			"another origin": {"Origin": "https://evil.example"}, "another port": {"Origin": "http://127.0.0.1:8080"}, "no origin": {"Origin": "null"},
			"another site": {"Sec-Fetch-Site": "cross-site"}, "the same site": {"Sec-Fetch-Site": "same-site"},
		} {
			if status, body := b.post(path, form(), header); status != http.StatusForbidden || codeIn(body) != apperr.CrossOrigin {
				t.Errorf("%s from %s: got %d %s", path, name, status, body)
			}
		}
		for name, token := range map[string]string{"an empty token": "", "another session's token": f.signIn().token} {
			if status, _ := b.post(path, url.Values{"token": {token}, "address": {"192.0.2.1"}, "for": {"1h"}, "sure": {"yes"}}, nil); status != http.StatusForbidden && path != "/admin/sign-in" {
				t.Errorf("%s with %s: got %d", path, name, status)
			}
		}
	}
	if status, _ := b.get("/admin/"); status != http.StatusOK || len(f.acts()) != 0 {
		t.Errorf("signed out, or acted: got %d and %v", status, f.acts())
	}
}

// A foreign name that resolves to this address gets nothing, even with the right key.
func TestAttack_Rebinding(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	for _, host := range []string{"evil.example", "evil.example:9090", ""} {
		for _, path := range []string{"/admin/", "/admin/api/status", "/admin/style.css"} {
			status, body := f.text(f.send(request{"GET", path, "", map[string]string{"Host": host, "Cookie": b.cookie, "Authorization": "Bearer " + key}}))
			if status != http.StatusMisdirectedRequest || codeIn(body) != apperr.WrongHost {
				t.Errorf("%s as %q: got %d %s", path, host, status, body)
			}
		}
	}
}

// Large and odd input is refused with a code, and is never shown as markup.
func TestAttack_Input(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	huge := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		path, body string
		status     int
	}{
		"a large body":          {"bans", `{"address":"` + huge + `"}`, http.StatusRequestEntityTooLarge},
		"no JSON":               {"bans", `address=1`, http.StatusBadRequest},
		"an unknown member":     {"bans", `{"address":"192.0.2.1","forever":true}`, http.StatusBadRequest},
		"more than JSON":        {"bans", `{"address":"192.0.2.1"}{}`, http.StatusBadRequest},
		"no address":            {"bans", `{}`, http.StatusUnprocessableEntity},
		"a name":                {"bans", `{"address":"example.org"}`, http.StatusUnprocessableEntity},
		"a long reason":         {"bans", `{"address":"192.0.2.1","reason":"` + strings.Repeat("x", 301) + `"}`, http.StatusUnprocessableEntity},
		"a reason of two lines": {"bans", `{"address":"192.0.2.1","reason":"a\nb"}`, http.StatusUnprocessableEntity},
		"an endless duration":   {"bans", `{"address":"192.0.2.1","seconds":9223372036854775807}`, http.StatusUnprocessableEntity},
		"a negative duration":   {"bans", `{"address":"192.0.2.1","seconds":-1}`, http.StatusUnprocessableEntity},
		"loopback":              {"bans", `{"address":"127.0.0.1"}`, http.StatusForbidden},
		"the proxy":             {"bans", `{"address":"203.0.113.0/24"}`, http.StatusForbidden},
		"everybody":             {"bans", `{"address":"::/0"}`, http.StatusForbidden},
		"a ban of nobody":       {"bans/lift", `{"address":"192.0.2.1"}`, http.StatusNotFound},
		"an unknown table":      {"tables/no-such-table/close", `{}`, http.StatusNotFound},
	} {
		if status, body := f.call("POST", c.path, c.body); status != c.status || codeIn(body) == "" || len(body) > 1000 {
			t.Errorf("%s: got %d %.300s, want %d", name, status, body, c.status)
		}
	}
	expect.Equal(t, expect.First(b.post("/admin/bans", url.Values{"address": {huge}}, nil)), http.StatusRequestEntityTooLarge, "a large form")
	for _, path := range []string{"/admin/people?name=" + strings.Repeat("x", 5000), "/admin/people?page=99999999", "/admin/tables?state=secret"} {
		expect.Equal(t, expect.First(b.get(path)), http.StatusUnprocessableEntity, path)
	}
	family := url.QueryEscape(strings.Repeat("👨\u200d👩\u200d👧\u200d👦", 32)) // a name may have so many bytes
	for _, path := range []string{"/admin/people?name=" + family, "/admin/people?name=%00%ff&page=-", "/admin/log?before=x&id=%00", "/admin/tables?before=2030-01-01T00:00:00Z&id=%22"} {
		if status, body := b.get(path); status != http.StatusOK {
			t.Errorf("%s: got %d %s", path, status, body)
		}
	}
	if _, page := b.get(`/admin/people?name=Ada+<b>`); strings.Contains(page, "<b>") || !strings.Contains(page, "Ada &lt;b&gt;") {
		t.Error("a name is markup")
	}
	expect.Equal(t, len(f.acts()), 0, "refused acts were logged as acts")
}
