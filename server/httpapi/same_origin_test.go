package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"nemeton/server/httpapi"
)

// The page's scheme counts: a page that an attacker on the network serves over plain HTTP must not act at the same name behind TLS. Behind a
// trusted proxy, the proxy's header tells the scheme of the request.
func TestCrossOrigin_Scheme(t *testing.T) {
	t.Parallel()
	proxied := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	direct := newFixture(t)
	for name, c := range map[string]struct {
		h             *fixture
		proto, origin string // the origin's HOST stands for the server's
		allowed       bool
	}{
		"plain HTTP, as on a home network":               {direct, "", "http://HOST", true},
		"a page over TLS, without a proxy":               {direct, "", "https://HOST", false},
		"a forged header without a proxy":                {direct, "https", "https://HOST", false},
		"plain HTTP through a proxy":                     {proxied, "http", "http://HOST", true},
		"TLS through a proxy":                            {proxied, "https", "https://HOST", true},
		"a plain page, while the proxy uses TLS":         {proxied, "https", "http://HOST", false},
		"a page over TLS, while the proxy does not":      {proxied, "http", "https://HOST", false},
		"another case":                                   {proxied, "HTTPS", "HTTPS://HOST", true},
		"another port":                                   {direct, "", "http://127.0.0.1:1", false},
		"no origin of its own":                           {direct, "", "null", false},
		"another scheme":                                 {direct, "", "ftp://HOST", false},
		"an origin with a path":                          {direct, "", "http://HOST/x", false},
		"an origin with a user":                          {direct, "", "http://x@HOST", false},
		"an origin that begins with this server's":       {direct, "", "http://HOST.evil.example", false},
		"an origin that ends with this server's, spaced": {direct, "", "http://evil.example http://HOST", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin := strings.Replace(c.origin, "HOST", strings.TrimPrefix(c.h.url, "http://"), 1)
			for _, r := range []*http.Request{
				c.h.request("POST", "/players", map[string]any{"name": "Ada"}),
				c.h.request("GET", "/tables/"+newID()+"/socket", nil),
			} {
				r.Header.Set("Origin", origin)
				r.Header.Set("X-Forwarded-Proto", c.proto)
				got := c.h.send(r)
				if refused := got.code() == "cross_origin" && got.status == 403; refused == c.allowed {
					t.Errorf("%s from %s: got %d %s, want allowed %v", r.Method, origin, got.status, got.body, c.allowed)
				}
			}
		})
	}
}

// A password for the whole site is for a proxy in front, and browsers add it to every request. So it neither hides the cookie nor counts as a proof that the page
// is this server's own.
func TestCrossOrigin_PasswordOfProxy(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	cookie, _, _ := strings.Cut(h.nobody().call("POST", "/players", map[string]any{"name": "Ada"}).want(201, "").header.Get("Set-Cookie"), ";")
	send := func(method, path, origin string, body any) answer {
		r := h.request(method, path, body)
		r.SetBasicAuth("friends", "mellon")
		r.Header.Set("Cookie", cookie)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		return h.send(r)
	}
	send("GET", "/me", "", nil).want(200, "")
	send("PATCH", "/me", h.url, map[string]any{"name": "Eve"}).want(200, "")
	send("PATCH", "/me", "https://other.example", map[string]any{"name": "Eve"}).want(403, "cross_origin")
}

// The default port may be named or not.
func TestCrossOrigin_DefaultPort(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for host, origin := range map[string]string{"localhost": "http://localhost:80", "localhost:80": "http://LOCALHOST"} {
		r := h.request("POST", "/players", map[string]any{"name": "Ada"})
		r.Host = host
		r.Header.Set("Origin", origin)
		h.send(r).want(201, "")
	}
	r := h.request("POST", "/players", map[string]any{"name": "Ada"})
	r.Header["Origin"] = []string{h.url, h.url}
	h.send(r).want(403, "cross_origin")
	r = h.request("GET", "/tables/"+newID()+"/socket", nil)
	r.Header.Set("Sec-Fetch-Site", "same-site")
	h.send(r).want(403, "cross_origin")
}
