package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const (
	plainCookie = "nemeton_session"
	hostCookie  = "__Host-nemeton_session"
)

// secureGuest creates a guest over TLS.
func (h *fixture) secureGuest(name string) person {
	h.t.Helper()
	r := h.request("POST", "/players", map[string]any{"name": name})
	r.Header.Set("X-Forwarded-Proto", "https")
	var in struct {
		Player struct{ ID, Name string }
		Token  string
	}
	h.send(r).want(201, "").into(&in)
	return person{h: h, id: in.Player.ID, name: in.Player.Name, token: in.Token}
}

// behindTLS asks for the caller with a cookie, over TLS.
func (h *fixture) behindTLS(cookie, value string) answer {
	h.t.Helper()
	r := h.request("GET", "/me", nil)
	r.Header.Set("X-Forwarded-Proto", "https")
	r.AddCookie(&http.Cookie{Name: cookie, Value: value})
	return h.send(r)
}

// A guest who signed in before the proxy was trusted stays signed in: the old cookie is replaced by one for TLS.
func TestOldCookie_IsReplaced(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	ada := h.guest("Ada") // over plain HTTP
	replaced := map[string]*http.Cookie{}
	for _, line := range h.behindTLS(plainCookie, ada.token).want(200, "").header.Values("Set-Cookie") {
		c := must.Return(http.ParseSetCookie(line))(t)
		replaced[c.Name] = c
	}
	next, old := replaced[hostCookie], replaced[plainCookie]
	if next == nil || !next.Secure || !next.HttpOnly || next.Value == "" || next.Value == ada.token {
		t.Fatalf("got cookie %v, want a secure one with another token", next)
	}
	if old == nil || old.MaxAge >= 0 {
		t.Errorf("got cookie %v, want the old one deleted", old)
	}
	// Concurrent requests still have the old cookie, and a lost answer leaves it.
	expect.Equal(t, h.behindTLS(plainCookie, ada.token).want(200, "").header.Get("Set-Cookie"), "", "cookie")
	h.behindTLS(hostCookie, next.Value).want(200, "")
	// The new token does not count in the old cookie. The old token ends some time after the new one was used.
	h.behindTLS(plainCookie, next.Value).want(401, "unauthenticated")
	h.clock.Add(10 * time.Minute)
	h.behindTLS(hostCookie, next.Value).want(200, "")
	h.clock.Add(10 * time.Minute)
	h.behindTLS(plainCookie, ada.token).want(401, "unauthenticated")
}

// Without TLS the cookie of plain HTTP stays as it is.
func TestOldCookie_PlainHTTP(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	r := h.request("GET", "/me", nil)
	r.AddCookie(&http.Cookie{Name: plainCookie, Value: ada.token})
	expect.Equal(t, h.send(r).want(200, "").header.Get("Set-Cookie"), "", "cookie")
}

// Forwarded headers from an address that is not trusted are logged once.
func TestOrigins_WarnOnce(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.nobody().call("GET", "/session", nil).want(200, "")
	const warning = "not in --trusted-proxies"
	if strings.Contains(h.log.String(), warning) {
		t.Error("warned without forwarded headers")
	}
	for range 3 {
		r := h.request("GET", "/session", nil)
		r.Header.Set("X-Forwarded-Proto", "https")
		h.send(r).want(200, "")
	}
	expect.Equal(t, strings.Count(h.log.String(), warning), 1, "warnings")
}
