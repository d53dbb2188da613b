package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// cookiesOf returns the cookies that an answer sets, by name.
func cookiesOf(t *testing.T, a answer) map[string]*http.Cookie {
	t.Helper()
	all := map[string]*http.Cookie{}
	for _, line := range a.header.Values("Set-Cookie") {
		c := must.Return(http.ParseSetCookie(line))(t)
		all[c.Name] = c
	}
	return all
}

// Browsers send cookies to all ports of a host. Two servers there do not sign people out of each other.
func TestCookies_TwoServers(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, server := range []string{"a", "b"} {
		h := newFixture(t, func(c *httpapi.Config) { c.Server = server })
		for name := range cookiesOf(t, h.send(h.request("POST", "/players", map[string]any{"name": "Ada"})).want(201, "")) {
			if !strings.HasPrefix(name, plainCookie+"_") {
				t.Errorf("got cookie %q, want the server's tag in its name", name)
			}
			names[name] = true
		}
	}
	expect.Equal(t, len(names), 2, "names of cookies")
}

// A cookie without the tag, from an older program, is read once and replaced.
func TestCookies_WithoutTag(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Server = "a" })
	ada := h.guest("Ada")
	r := h.request("GET", "/me", nil)
	r.AddCookie(&http.Cookie{Name: plainCookie, Value: ada.token})
	set := cookiesOf(t, h.send(r).want(200, ""))
	if old := set[plainCookie]; old == nil || old.MaxAge >= 0 {
		t.Errorf("got %v, want the old cookie deleted", old)
	}
	delete(set, plainCookie)
	for name, c := range set {
		r := h.request("GET", "/me", nil)
		r.AddCookie(c)
		expect.Equal(t, len(cookiesOf(t, h.send(r).want(200, ""))), 0, name, "further cookies")
	}
	expect.Equal(t, len(set), 1, "new cookie")
	// The cookie of another server at another port stays as it is.
	r = h.request("GET", "/session", nil)
	r.AddCookie(&http.Cookie{Name: plainCookie, Value: strings.Repeat("x", 43)})
	expect.Equal(t, len(cookiesOf(t, h.send(r).want(200, ""))), 0, "a foreign cookie left alone")
}
