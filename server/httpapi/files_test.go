package httpapi_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"nemeton/server/httpapi"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	get := func(method, path string, headers ...string) answer {
		r := h.request(method, "", nil)
		r.URL.Path = path
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return h.send(r)
	}
	const page = "text/html; charset=utf-8"
	for path, kind := range map[string]string{
		"/": page, "/index.html": page, "/tables/some-id": page, "/assets/app-12.js": "text/javascript; charset=utf-8",
	} {
		got := get("GET", path, "Accept", "text/html").want(200, "")
		if got.header.Get("Content-Type") != kind {
			t.Errorf("%s: got type %q, want %q", path, got.header.Get("Content-Type"), kind)
		}
		cache := got.header.Get("Cache-Control")
		if forever := strings.Contains(cache, "immutable"); forever != strings.HasPrefix(path, "/assets/") {
			t.Errorf("%s: got Cache-Control %q", path, cache)
		}
		get("HEAD", path, "Accept", "text/html").want(200, "")
		get("GET", path, "Accept", "text/html", "If-None-Match", got.header.Get("ETag")).want(304, "")
	}
	get("GET", "/assets/gone-1.js", "Accept", "*/*").want(404, "not_found")
	get("GET", "/tables/some-id", "Accept", "application/json").want(404, "not_found")
	get("POST", "/").want(404, "not_found")
	get("GET", "/api/v2/x", "Accept", "text/html").want(404, "not_found")

	packed := get("GET", "/assets/app-12.js", "Accept-Encoding", "gzip").want(200, "")
	if packed.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("got headers %v, want gzip", packed.header)
	}
	r, err := gzip.NewReader(strings.NewReader(string(packed.body)))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(r); err != nil || len(plain) != 2200 {
		t.Errorf("got %d decompressed bytes (%v), want 2200", len(plain), err)
	}
}

// Every answer names the version of the client, so that an open page notices a newer one wherever it asks.
func TestFiles_Version(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Version = "0123456789abcdef" })
	for _, path := range []string{"/", "/api/v1/titles", "/assets/gone-1.js", "/healthz"} {
		r := h.request("HEAD", "", nil)
		r.URL.Path = path
		if got := h.send(r).header.Get(httpapi.VersionHeader); got != "0123456789abcdef" {
			t.Errorf("%s: got the version %q", path, got)
		}
	}
}

func TestFiles_NotBuilt(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Client = fstest.MapFS{} })
	r := h.request("GET", "", nil)
	r.URL.Path = "/"
	if got := h.send(r).want(404, "not_found"); !strings.Contains(string(got.body), "without its web client") {
		t.Errorf("got %s, want the reason", got.body)
	}
}

// A page with a script inside states its own policy. The header repeats it, because otherwise the policy of all pages would forbid the script. Other
// pages and texts cannot choose a policy.
func TestFiles_OwnPolicy(t *testing.T) {
	t.Parallel()
	const meta = `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x='" />`
	h := newFixture(t, func(c *httpapi.Config) {
		c.Client = fstest.MapFS{"index.html": {Data: []byte("<p>page</p>")}, "check.html": {Data: []byte(meta)}, "x.js": {Data: []byte(meta)}}
		c.Texts = map[string]string{".well-known/list": meta, "about.txt": "text"}
	})
	policy := func(path string) (policy, kind string) {
		r := h.request("GET", "", nil)
		r.URL.Path = path
		got := h.send(r).want(200, "")
		return got.header.Get("Content-Security-Policy"), got.header.Get("Content-Type")
	}
	common, _ := policy("/")
	if got, _ := policy("/check.html"); got != "default-src 'none'; script-src 'sha256-x='; frame-ancestors 'none'" {
		t.Errorf("got the policy %q, want that of the page", got)
	}
	for path, want := range map[string]string{"/x.js": "text/javascript; charset=utf-8", "/.well-known/list": "text/plain; charset=utf-8", "/about.txt": "text/plain; charset=utf-8"} {
		if got, kind := policy(path); got != common || kind != want {
			t.Errorf("%s: got the policy %q and the type %q, want that of all pages and %q", path, got, kind, want)
		}
	}
}
