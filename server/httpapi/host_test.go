package httpapi_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// sendTo serves a request that the client sent to an address of this machine, from a peer, for a host.
func (h *fixture) sendTo(local, peer, host, path string) answer {
	h.t.Helper()
	ctx := context.WithValue(context.Background(), http.LocalAddrContextKey, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(local)))
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.RemoteAddr, r.Host = peer, host
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return answer{h.t, w.Code, w.Header(), w.Body.Bytes()}
}

// A foreign name that resolves to this server cannot read it (DNS rebinding): not the page, not the API, not sockets.
func TestHosts_Rebinding(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for _, path := range []string{"/api/v1/titles", "/", "/assets/app-12.js", "/api/v1/tables/" + newID() + "/socket", "/nothing"} {
		r := h.request("GET", "", nil)
		r.URL.Path, r.Host = path, "evil.example:8080"
		got := h.send(r).want(http.StatusMisdirectedRequest, "wrong_host")
		if !strings.Contains(string(got.body), "--hosts") || !strings.Contains(string(got.body), "evil.example") {
			t.Errorf("%s: got %s, want the name and the flag that allows it", path, got.body)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} { // probes use any name
		r := h.request("GET", "", nil)
		r.URL.Path, r.Host = path, "evil.example"
		h.send(r).want(200, "")
	}
	r := h.request("GET", "/titles", nil)
	r.Host = strings.Repeat("x", 30_000) + ".example"
	if got := h.send(r).want(http.StatusMisdirectedRequest, "wrong_host"); len(got.body) > 1000 {
		t.Errorf("got an answer of %d bytes, want the name shortened", len(got.body))
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	const (
		home, loopback, public = "192.168.1.5:8080", "127.0.0.1:8080", "203.0.113.5:80"
		peer, proxy            = "192.168.1.9:5555", "10.0.0.2:5555"
	)
	with := func(hosts ...string) *fixture {
		return newFixture(t, func(c *httpapi.Config) {
			c.Hosts, c.NodeHosts, c.Trusted = hosts, []string{"node-1.games.example"}, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		})
	}
	open, listed, any := with(), with("games.example", "192.0.2.7"), with(httpapi.AnyHost)
	for name, c := range map[string]struct {
		h                 *fixture
		local, peer, host string
		allowed           bool
	}{
		"an address at home":                        {open, home, peer, "192.168.1.5:8080", true},
		"an IPv6 address at home":                   {open, "[fe80::1]:8080", peer, "[fe80::1]:8080", true},
		"localhost":                                 {open, loopback, peer, "localhost:8080", true},
		"localhost with a final dot":                {open, loopback, peer, "localhost.", true},
		"a single label":                            {open, home, peer, "NAS:8080", true},
		"a name of the home network":                {open, home, peer, "games.home.arpa", true},
		"a name of mDNS":                            {open, home, peer, "Games.local", true},
		"a name of a router":                        {open, home, peer, "nas.lan", true},
		"an internal name":                          {open, home, peer, "games.internal", true},
		"a reserved name":                           {open, loopback, peer, "nemeton.test:1", true},
		"the name of a node":                        {open, home, peer, "node-1.games.example", true},
		"a foreign name at home":                    {open, home, peer, "evil.example", false},
		"a foreign name at loopback":                {open, loopback, peer, "evil.example", false},
		"a foreign name in carrier space":           {open, "100.64.3.4:80", peer, "evil.example", false},
		"a foreign name at a unique local address":  {open, "[fd00::1]:80", peer, "evil.example", false},
		"a foreign name at a mapped address":        {open, "[::ffff:192.168.1.5]:80", peer, "evil.example", false},
		"an address as the part of a name":          {open, home, peer, "192.168.1.5.evil.example", false},
		"a local name as the part of a name":        {open, home, peer, "nas.local.evil.example", false},
		"a user before a local name":                {open, home, peer, "evil.example@nas.local", false},
		"no host":                                   {open, home, peer, "", false},
		"a public name on a public address":         {open, public, peer, "games.example", true},
		"a public name through a trusted proxy":     {open, home, proxy, "games.example", true},
		"a listed name on a public address":         {listed, public, peer, "Games.Example:443", true},
		"a listed address":                          {listed, public, peer, "192.0.2.7", true},
		"a listed name at home":                     {listed, home, peer, "games.example", true},
		"an address at home, beside a list":         {listed, home, peer, "192.168.1.5", true},
		"an unlisted name on a public address":      {listed, public, peer, "evil.example", false},
		"an unlisted address on a public address":   {listed, public, peer, "203.0.113.5", false},
		"an unlisted name through a trusted proxy":  {listed, home, proxy, "evil.example", false},
		"a name that ends in a listed one":          {listed, public, peer, "evil.games.example", false},
		"a foreign name where every name is listed": {any, home, peer, "evil.example", true},
	} {
		got := c.h.sendTo(c.local, c.peer, c.host, "/api/v1/titles")
		expect.Equal(t, got.status, map[bool]int{true: 200, false: http.StatusMisdirectedRequest}[c.allowed], name, got.body)
	}
}
