package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"nemeton/server/door"
	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// conditional asks for the export with an If-None-Match header.
func (p person) conditional(method, path, tag string) answer {
	p.h.t.Helper()
	r := p.h.request(method, path, nil)
	r.Header.Set("If-None-Match", tag)
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	return p.h.send(r)
}

func TestExport_ETag(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	path := "/tables/" + h.finish(h.started("public", ada, bob), ada, bob).ID + "/export"

	first := h.nobody().call("GET", path, nil).want(200, "")
	tag := first.header.Get("ETag")
	if len(tag) < 20 || !strings.HasPrefix(tag, `"`) {
		t.Errorf("got ETag %s, want a strong one", tag)
	}
	expect.Equal(t, first.header.Get("Cache-Control"), "public, max-age=86400, immutable", "Cache-Control")
	again := ada.call("GET", path, nil).want(200, "")
	if string(again.body) != string(first.body) || again.header.Get("ETag") != tag || again.header.Get("Content-Type") != "application/json" {
		t.Errorf("got another answer the second time: %v", again.header)
	}
	for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		got := bob.conditional("GET", path, known)
		if got.status != http.StatusNotModified || len(got.body) > 0 || got.header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: got %d, %d bytes, ETag %s; want 304", known, got.status, len(got.body), got.header.Get("ETag"))
		}
	}
	bob.conditional("GET", path, `"other"`).want(200, "")
	head := h.nobody().call("HEAD", path, nil)
	if head.status != 200 || len(head.body) > 0 || head.header.Get("ETag") != tag || head.header.Get("Content-Length") != first.header.Get("Content-Length") {
		t.Errorf("HEAD: got %d, %d bytes, %v", head.status, len(head.body), head.header)
	}
}

// The end of a name reaches the export and its tag at once, also that of a person who has handed their seat over. A new name does not.
func TestExport_Renamed(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	cy := h.guest("Cy")
	r := h.started("public", ada, bob)
	cy.call("POST", "/tables/"+r.ID+"/claim", map[string]any{"id": "c", "code": ada.offers(r.ID)}).want(200, "")
	path := "/tables/" + h.finish(r, cy, bob).ID + "/export"
	old := bob.call("GET", path, nil).want(200, "")
	ada.call("PATCH", "/me", map[string]any{"name": "Zelda"}).want(200, "")
	bob.conditional("GET", path, old.header.Get("ETag")).want(304, "")
	ada.call("DELETE", "/me", nil).want(204, "")
	erased := bob.conditional("GET", path, old.header.Get("ETag")).want(200, "")
	for name, c := range map[string]struct {
		got             answer
		contains, lacks string
	}{
		"before": {old, "Ada", "Zelda"}, "the heir": {old, "Cy", "Zelda"}, "erased": {erased, "Bob", "Ada"}, "the heir stays": {erased, "Cy", "Ada"},
	} {
		if text := string(c.got.body); !strings.Contains(text, c.contains) || strings.Contains(text, c.lacks) {
			t.Errorf("%s: want an export with %s and without %s", name, c.contains, c.lacks)
		}
	}
}

// No cache between server and browser may keep the export of a public table that members alone may see, or an answer with a new session.
func TestExport_NotInSharedCaches(t *testing.T) {
	t.Parallel()
	const private = "private, max-age=86400, immutable"
	closed := newFixtureBehind(t, door.Invite)
	ada, bob := closed.comesIn("Ada"), closed.comesIn("Bob")
	path := "/tables/" + closed.finish(closed.started("public", ada, bob), ada, bob).ID + "/export"
	expect.Equal(t, ada.call("GET", path, nil).want(200, "").header.Get("Cache-Control"), private, "behind a closed door, Cache-Control")

	h := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	ada, bob = h.guest("Ada"), h.guest("Bob")
	r := h.request("GET", "/tables/"+h.finish(h.started("public", ada, bob), ada, bob).ID+"/export", nil)
	r.Header.Set("X-Forwarded-Proto", "https")
	r.AddCookie(&http.Cookie{Name: plainCookie, Value: ada.token})
	got := h.send(r).want(200, "")
	if got.header.Get("Set-Cookie") == "" || got.header.Get("Cache-Control") != private {
		t.Errorf("with a new cookie: got Cache-Control %q and cookie %q", got.header.Get("Cache-Control"), got.header.Get("Set-Cookie"))
	}
}

// The cache answers nobody who may not see the table.
func TestExport_HiddenFromStrangers(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	r := h.finish(h.started("private", ada, bob), ada, bob)
	path := "/tables/" + r.ID + "/export"
	cached := ada.call("GET", path, nil).want(200, "")
	expect.Equal(t, cached.header.Get("Cache-Control"), "private, max-age=86400, immutable", "Cache-Control")
	for _, stranger := range []person{eve, h.nobody()} {
		for _, tag := range []string{cached.header.Get("ETag"), "*"} {
			got := stranger.conditional("GET", path, tag).want(404, "unknown_table")
			if got.header.Get("ETag") != "" || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("got headers %v, want none of the export", got.header)
			}
		}
		expect.Equal(t, stranger.call("HEAD", path, nil).status, 404, "HEAD")
	}
	eve.call("GET", path+"?invite="+r.Invite, nil).want(200, "")
}

func TestExport_Running(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	got := ada.conditional("GET", "/tables/"+h.started("public", ada, bob).ID+"/export", "*").want(409, "table_running")
	if got.header.Get("ETag") != "" || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("got headers %v, want none of an export", got.header)
	}
}
