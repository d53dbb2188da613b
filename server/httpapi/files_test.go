package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The worker of the engine alone may compile WebAssembly; its pages may not.
func TestFiles_Engine(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *httpapi.Config) {
		c.Client = fstest.MapFS{
			"index.html": {Data: []byte("page")}, "assets/engine-worker-1.js": {Data: []byte("worker")}, "assets/engine-1.wasm": {Data: []byte("module")},
		}
	})
	for path, compiles := range map[string]bool{"/": false, "/assets/engine-worker-1.js": true, "/assets/engine-1.wasm": false} {
		r := f.request("GET", "", nil)
		r.URL.Path = path
		header := f.send(r).header
		expect.Equal(t, strings.Contains(header.Get("Content-Security-Policy"), "'wasm-unsafe-eval'"), compiles, path, "may compile is")
		if path == "/assets/engine-1.wasm" && header.Get("Content-Type") != "application/wasm" {
			t.Errorf("the engine has the type %q", header.Get("Content-Type"))
		}
	}
}

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
		"/": page, "/index.html": page, "/tables/some-id": page, "/t/some-id.": page, "/t/some-id).": page, "/t/some-id.%22": page, "/assets/app-12.js": "text/javascript; charset=utf-8",
	} {
		got := get("GET", path, "Accept", "text/html").want(200, "")
		expect.Equal(t, got.header.Get("Content-Type"), kind, path, "type")
		cache := got.header.Get("Cache-Control")
		expect.Equal(t, strings.Contains(cache, "immutable"), strings.HasPrefix(path, "/assets/"), path, "Cache-Control", cache)
		expect.Equal(t, got.header.Get("Permissions-Policy") != "", kind == page, path, "Permissions-Policy", got.header.Get("Permissions-Policy"))
		get("HEAD", path, "Accept", "text/html").want(200, "")
		get("GET", path, "Accept", "text/html", "If-None-Match", got.header.Get("ETag")).want(304, "")
	}
	get("GET", "/assets/gone-1.js", "Accept", "*/*").want(404, "not_found")
	get("GET", "/metrics", "Accept", "text/plain;version=0.0.4,*/*;q=0.1").want(404, "not_found")
	get("GET", "/tables/some-id", "Accept", "application/json").want(404, "not_found")
	get("POST", "/").want(404, "not_found")
	get("GET", "/api/v2/x", "Accept", "text/html").want(404, "not_found")

	packed := get("GET", "/assets/app-12.js", "Accept-Encoding", "gzip").want(200, "")
	if packed.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("got headers %v, want gzip", packed.header)
	}
	r := must.Return(gzip.NewReader(strings.NewReader(string(packed.body))))(t)
	expect.Equal(t, len(must.Return(io.ReadAll(r))(t)), 2200, "decompressed bytes")
}

// packedClient is a client that stores its script in compressed form.
type packedClient struct{ fstest.MapFS }

// packedScript is the script of a packedClient.
const packedScript = "export const answer = 42;"

// Packed returns a gzip form that differs from what the server would make itself, and a Brotli form that the server cannot read.
func (packedClient) Packed(name string) map[string]func() []byte {
	if name != "assets/app-12.js" {
		return nil
	}
	return map[string]func() []byte{
		"br": func() []byte { return []byte("brotli") },
		"gzip": func() []byte {
			var b bytes.Buffer
			w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
			if err != nil {
				panic(err)
			}
			_, err = w.Write([]byte(packedScript))
			if err = errors.Join(err, w.Close()); err != nil {
				panic(err)
			}
			return b.Bytes()
		},
	}
}

// largeClient is a client with a large file in compressed form.
type largeClient struct{ fstest.MapFS }

// largeSize is the plain size of the file.
const largeSize = 4 << 20

func (largeClient) Packed(name string) map[string]func() []byte {
	if name != "assets/engine-1.wasm" {
		return nil
	}
	return map[string]func() []byte{"gzip": sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(make([]byte, largeSize)); err != nil || w.Close() != nil {
			panic("gzip failed")
		}
		return b.Bytes()
	})}
}

// A file is inflated once: anybody may ask for its head, at any rate.
func TestFiles_InflatedOnce(t *testing.T) {
	h := newFixture(t, func(c *httpapi.Config) {
		c.Client = largeClient{fstest.MapFS{"index.html": {Data: []byte("page")}, "assets/engine-1.wasm": {Data: []byte("module")}}}
	})
	var before, after runtime.MemStats
	for n := range 11 {
		r := h.request("HEAD", "", nil)
		r.URL.Path = "/assets/engine-1.wasm"
		expect.Equal(t, h.send(r).header.Get("Content-Length"), strconv.Itoa(largeSize))
		if n == 0 {
			runtime.ReadMemStats(&before)
		}
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > largeSize {
		t.Errorf("allocated %d bytes for ten heads of a file that is known", allocated)
	}
}

// A client's compressed forms are sent as they are stored, and inflated for clients that ask for plain bytes or for a range.
func TestFiles_Packed(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) {
		c.Client = packedClient{fstest.MapFS{"index.html": {Data: []byte("page")}, "assets/app-12.js": {Data: []byte(packedScript)}}}
	})
	get := func(headers ...string) answer {
		r := h.request("GET", "", nil)
		r.URL.Path = "/assets/app-12.js"
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return h.send(r)
	}
	tags := map[string]string{}
	forms := packedClient{}.Packed("assets/app-12.js")
	for accept, coding := range map[string]string{
		"gzip":                    "gzip",
		"gzip, deflate, br, zstd": "br",
		"br":                      "br",
		"BR;q=0.5, gzip;q=0.5":    "br",
		"*":                       "br",
		"*, br;q=0":               "gzip",
		"br;q=0, gzip":            "gzip",
		"br;q=0.5, gzip":          "gzip",
		"br;q=0.5, identity":      "",
		"identity":                "",
	} {
		want := packedScript
		if coding != "" {
			want = string(forms[coding]())
		}
		got := get("Accept-Encoding", accept).want(200, "")
		if string(got.body) != want || got.header.Get("Content-Encoding") != coding || got.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: got %q and the headers %v, want the coding %q as it is stored", accept, got.body, got.header, coding)
		}
		tag := got.header.Get("ETag")
		if other, known := tags[tag]; known && other != coding {
			t.Errorf("the forms %q and %q have the tag %q", coding, other, tag)
		}
		tags[tag] = coding
		get("Accept-Encoding", accept, "If-None-Match", tag).want(304, "")
	}
	for _, accept := range []string{"gzip", "br"} {
		if part := get("Accept-Encoding", accept, "Range", "bytes=0-5").want(206, ""); string(part.body) != packedScript[:6] || part.header.Get("Content-Encoding") != "" {
			t.Errorf("a range with %s: got %q and the headers %v", accept, part.body, part.header)
		}
	}
}

// Every answer names the version of the client and the time, so that an open page notices a newer version, and knows the server's time, wherever it asks.
func TestFiles_VersionAndTime(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Version = "0123456789abcdef" })
	for _, path := range []string{"/", "/api/v1/titles", "/assets/gone-1.js", "/healthz"} {
		r := h.request("HEAD", "", nil)
		r.URL.Path = path
		now := h.clock.Now().UnixMilli()
		header := h.send(r).header
		expect.Equal(t, header.Get(httpapi.VersionHeader), "0123456789abcdef", path, "the version")
		if got, err := strconv.ParseInt(header.Get(httpapi.TimeHeader), 10, 64); err != nil || got < now || got > h.clock.Now().UnixMilli() {
			t.Errorf("%s: got the time %q, want at least %d", path, header.Get(httpapi.TimeHeader), now)
		}
	}
}

func TestFiles_NotBuilt(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Client = fstest.MapFS{} })
	r := h.request("GET", "", nil)
	r.URL.Path = "/"
	expect.Contains(t, string(h.send(r).want(404, "not_found").body), "without its web client", "the reason")
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
	expect.Equal(t, expect.First(policy("/check.html")), "default-src 'none'; script-src 'sha256-x='; frame-ancestors 'none'", "the policy")
	for path, want := range map[string]string{"/x.js": "text/javascript; charset=utf-8", "/.well-known/list": "text/plain; charset=utf-8", "/about.txt": "text/plain; charset=utf-8"} {
		if got, kind := policy(path); got != common || kind != want {
			t.Errorf("%s: got the policy %q and the type %q, want that of all pages and %q", path, got, kind, want)
		}
	}
}
