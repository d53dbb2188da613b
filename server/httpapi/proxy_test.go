package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// The scheme of a request behind proxies is the first value that a trusted proxy wrote. The address of the client tells how many of them are trusted.
func TestForwarded_Scheme(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) {
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	for name, c := range map[string]struct {
		scheme, addresses []string
		secure            bool
	}{
		"https":                                    {[]string{"https"}, nil, true},
		"http":                                     {[]string{"http"}, nil, false},
		"of a socket":                              {[]string{"wss"}, nil, true},
		"of a plain socket":                        {[]string{"ws"}, nil, false},
		"in capitals":                              {[]string{"WSS"}, nil, true},
		"with spaces":                              {[]string{" HTTPS\t"}, nil, true},
		"another one":                              {[]string{"httpss"}, nil, false},
		"empty":                                    {[]string{""}, nil, false},
		"empty elements":                           {[]string{"https,", " ,"}, nil, true},
		"a chain of trusted proxies":               {[]string{"https,http"}, nil, true},
		"a chain, named":                           {[]string{"https, http"}, []string{"203.0.113.9, 10.0.0.1"}, true},
		"a chain, plain outside":                   {[]string{"http, https"}, []string{"203.0.113.9, 10.0.0.1"}, false},
		"a chain in several lines":                 {[]string{"https", "http"}, []string{"203.0.113.9", "10.0.0.1"}, true},
		"three proxies":                            {[]string{"https,http,http"}, []string{"203.0.113.9,10.0.0.2,10.0.0.1"}, true},
		"forged in front of one trusted proxy":     {[]string{"https, http"}, []string{"203.0.113.9"}, false},
		"forged in front of two trusted proxies":   {[]string{"https, http, http"}, []string{"203.0.113.9, 10.0.0.1"}, false},
		"forged with a false address":              {[]string{"https, http"}, []string{"10.0.0.1, 203.0.113.9"}, false},
		"an outer proxy that is not trusted":       {[]string{"http, https"}, []string{"203.0.113.9, 198.51.100.1"}, true},
		"a proxy that replaces the value of all":   {[]string{"https"}, []string{"203.0.113.9, 10.0.0.2, 10.0.0.1"}, true},
		"an address that is none":                  {[]string{"https, http"}, []string{"unknown"}, false},
		"all addresses are trusted":                {[]string{"wss,ws"}, []string{"10.0.0.3, 10.0.0.1"}, true},
		"a value in front of addresses, all trust": {[]string{"http,https"}, []string{"10.0.0.3"}, false},
	} {
		r := h.request("GET", "/titles", nil)
		r.Header["X-Forwarded-Proto"], r.Header["X-Forwarded-For"] = c.scheme, c.addresses
		expect.Equal(t, h.send(r).want(200, "").header.Get("Strict-Transport-Security") != "", c.secure, name, c.scheme, "behind", c.addresses, "https")
	}
}

// Proxies that leave out the port or change the host do not shut out the server's own pages, if something that no page can forge tells the address.
func TestCrossOrigin_Proxies(t *testing.T) {
	t.Parallel()
	trust := func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	proxied, direct := newFixture(t, trust), newFixture(t)
	public := newFixture(t, trust, func(c *httpapi.Config) { c.Public = "https://Games.example:8443" })
	const page = "https://games.example:8443"
	for name, c := range map[string]struct {
		h            *fixture
		host, origin string
		headers      map[string]string
		cause        string // empty: allowed
	}{
		"a host with its port":                        {proxied, "games.example:8443", page, map[string]string{"X-Forwarded-Proto": "https"}, ""},
		"a host without its port":                     {proxied, "games.example", page, map[string]string{"X-Forwarded-Proto": "https"}, "port"},
		"another port":                                {proxied, "games.example:9000", page, map[string]string{"X-Forwarded-Proto": "https"}, "port"},
		"the browser knows that it is the own page":   {proxied, "games.example", page, map[string]string{"Sec-Fetch-Site": "same-origin"}, ""},
		"the browser knows that it is another page":   {proxied, "games.example:8443", page, map[string]string{"X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-site"}, "site"},
		"the forwarded port":                          {proxied, "games.example", page, map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Port": "8443"}, ""},
		"another forwarded port":                      {proxied, "games.example", page, map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Port": "443"}, "port"},
		"the forwarded host":                          {proxied, "backend", page, map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example:8443"}, ""},
		"the forwarded host and port":                 {proxied, "backend", page, map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example", "X-Forwarded-Port": "8443"}, ""},
		"the forwarded host without a port":           {proxied, "backend", page, map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}, "host"},
		"a forwarded host without trust":              {direct, "localhost", "http://games.example", map[string]string{"X-Forwarded-Host": "games.example"}, "host"},
		"another host":                                {proxied, "backend", page, map[string]string{"X-Forwarded-Proto": "https"}, "host"},
		"no scheme":                                   {proxied, "games.example:8443", page, nil, "scheme"},
		"the public address":                          {public, "backend", page, nil, ""},
		"the public address, a host without its port": {public, "games.example", page, map[string]string{"X-Forwarded-Proto": "https"}, ""},
		"not the public address":                      {public, "games.example", "https://games.example:9000", map[string]string{"X-Forwarded-Proto": "https"}, "port"},
		"an IPv6 address":                             {proxied, "[2001:db8::1]", "https://[2001:db8::1]:8443", map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Port": "8443"}, ""},
		"an IPv6 address without its port":            {proxied, "[2001:db8::1]", "https://[2001:db8::1]:8443", map[string]string{"X-Forwarded-Proto": "https"}, "port"},
	} {
		for _, r := range []*http.Request{c.h.request("POST", "/players", map[string]any{"name": "Ada"}), c.h.request("GET", "/me/socket", nil)} {
			r.Host = c.host
			r.Header.Set("Origin", c.origin)
			for key, value := range c.headers {
				r.Header.Set(key, value)
			}
			got := c.h.send(r)
			expect.Equal(t, got.status == 403 && got.code() == "cross_origin", c.cause != "", name, r.Method, got.status, got.body)
			if c.cause != "" && !strings.Contains(c.h.log.String(), `"cause":"`+c.cause+`"`) {
				t.Errorf("%s: the log lacks the cause %q: %s", name, c.cause, c.h.log)
			}
		}
	}
}

// Refusals for origin or host are logged once a minute, with the values that differ, shortened and as one line each.
func TestRefusals_Logged(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Hosts = []string{"games.example"} })
	synctest.Test(t, func(t *testing.T) {
		lines := func(host, origin string) []string {
			r := httptest.NewRequest(http.MethodPost, "/api/v1/players", strings.NewReader("{}"))
			r.Host = host
			r.Header.Set("Origin", origin)
			before := len(h.log.String())
			h.handler.ServeHTTP(httptest.NewRecorder(), r)
			var list []string
			for line := range strings.Lines(h.log.String()[before:]) {
				if strings.Contains(line, "because of their origin or host") {
					list = append(list, line)
				}
			}
			return list
		}
		want := func(got []string, parts ...string) {
			t.Helper()
			if len(got) != 1 {
				t.Fatalf("got %d lines, want 1: %q", len(got), got)
			}
			for _, part := range parts {
				expect.Contains(t, got[0], part)
			}
		}
		want(lines("games.example", "https://games.example:8443"), `"cause":"port"`, `"count":1`, `"expected":"http://games.example"`, `"came":"https://games.example:8443"`)
		expect.Slice(t, lines("games.example", "https://games.example:8443"), nil, "at once")
		want(lines("games.example", "https://elsewhere.example"), `"cause":"host"`)
		want(lines("evil.example", ""), `"cause":"name"`, `"expected":"games.example"`, `"came":"evil.example"`)
		h.clock.Add(time.Minute)
		want(lines("games.example", "https://games.example:8443"), `"cause":"port"`, `"count":2`)
		h.clock.Add(time.Minute)
		want(lines("games.example", "https://ada:secret@games.example/"+strings.Repeat("x", 500)+"\n{}"), `"cause":"site"`, `"came":"no address"`)
		h.clock.Add(time.Minute)
		long := lines("games.example", "https://"+strings.Repeat("x", 5000)+".example")
		want(long, "xxx…")
		if len(long[0]) > 700 || strings.Contains(h.log.String(), "secret") {
			t.Errorf("got %q, want short lines without passwords", long)
		}
	})
}

// A browser that shows the refusal of a host gets a page, in the language of its user.
func TestHosts_Page(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for language, want := range map[string]string{"": "Not the address of this server", "nl-BE,nl;q=0.9": "van deze server", "x": "Not the address"} {
		r := h.request("GET", "", nil)
		r.URL.Path, r.Host = "/t/x", "evil.example"
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		r.Header.Set("Accept-Language", language)
		got := h.send(r)
		if got.status != http.StatusMisdirectedRequest || !strings.Contains(string(got.body), want) || !strings.Contains(string(got.body), "evil.example") || !strings.Contains(got.header.Get("Content-Type"), "text/html") {
			t.Errorf("%q: got %d %s", language, got.status, got.body)
		}
	}
	r, w := httptest.NewRequestWithContext(t.Context(), "GET", "/t/x", nil), httptest.NewRecorder()
	r.Host = `<script>"'&.example`
	r.Header.Set("Accept", "text/html")
	h.handler.ServeHTTP(w, r)
	if page := w.Body.String(); strings.Contains(page, "<script") || !strings.Contains(page, "&lt;script&gt;&#34;&#39;&amp;.example") {
		t.Errorf("got %s, want the name without markup", page)
	}
}

// A host that a trusted proxy states must be allowed, too: a proxy that calls this server by another name hides the name that a page was loaded from.
func TestHosts_Forwarded(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) {
		c.Trusted, c.Hosts = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, []string{"games.example"}
	})
	for forwarded, status := range map[string]int{"games.example:8443": 200, "Games.Example": 200, "": 200, "evil.example": 421, "evil.example, games.example": 421} {
		r := h.request("GET", "/titles", nil)
		r.Header.Set("X-Forwarded-Host", forwarded)
		if got := h.send(r); got.status != status {
			t.Errorf("%q: got %d %s, want %d", forwarded, got.status, got.body, status)
		}
	}
}
