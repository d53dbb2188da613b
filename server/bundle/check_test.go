package bundle_test

import (
	"context"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"nemeton/server/bundle"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// site is a server of a client. change may change an answer before it is sent.
type site struct {
	client fstest.MapFS
	list   string
	change func(path string, h http.Header, body []byte) (int, []byte)
}

func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if s.client[name] == nil && path.Ext(name) == "" {
		name = "index.html"
	}
	status, body := http.StatusNotFound, []byte("nothing")
	if f := s.client[name]; f != nil {
		status, body = http.StatusOK, f.Data
	}
	if r.URL.Path == bundle.Path && s.list != "" {
		status, body = http.StatusOK, []byte(s.list)
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	if s.change != nil && status == http.StatusOK {
		status, body = s.change(r.URL.Path, w.Header(), body)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// check compares a site with the list of the unchanged client.
func check(t *testing.T, s site) (bundle.Report, error) {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	c := bundle.NewChecker(server.URL + "/")
	defer c.Close()
	return c.Check(t.Context(), list(t, client()))
}

func TestCheck_Same(t *testing.T) {
	t.Parallel()
	for name, stated := range map[string]string{"a server with a list": list(t, client()), "an older server": ""} {
		r, err := check(t, site{client: client(), list: stated})
		if err != nil || len(r.Faults) > 0 || r.Files != 5 || r.Pages != 4 {
			t.Errorf("%s: got %+v, %v, want 5 files and 4 pages without a fault", name, r, err)
		}
		if want := bundle.Hash([]byte(stated)); stated != "" && r.Stated != want || stated == "" && r.Stated != "" {
			t.Errorf("%s: got the stated hash %q", name, r.Stated)
		}
	}
}

// Each file of the client that a server changes or withholds is found, and so is a page that differs from the index.
func TestCheck_AnotherFile(t *testing.T) {
	t.Parallel()
	addresses := slices.Collect(maps.Keys(client()))
	for i, name := range addresses {
		addresses[i] = "/" + name
	}
	addresses = append(addresses, "/", "/check", "/settings", "/t/00000000-0000-4000-8000-000000000000")
	for _, address := range addresses {
		for kind, change := range map[string]func(body []byte) (int, []byte){
			"one byte more": func(body []byte) (int, []byte) { return http.StatusOK, append(slices.Clone(body), ' ') },
			"missing":       func([]byte) (int, []byte) { return http.StatusNotFound, nil },
			"forbidden":     func(body []byte) (int, []byte) { return http.StatusForbidden, body },
		} {
			r, err := check(t, site{client: client(), list: list(t, client()), change: func(path string, _ http.Header, body []byte) (int, []byte) {
				if path == address {
					return change(body)
				}
				return http.StatusOK, body
			}})
			if err != nil || len(r.Faults) != 1 || r.Faults[0].Path != address {
				t.Errorf("%s, %s: got %+v, %v, want a fault there", address, kind, r.Faults, err)
			}
		}
	}
}

// The bytes are the same, but a browser would load something else, or read them in another way.
func TestCheck_Headers(t *testing.T) {
	t.Parallel()
	for name, header := range map[string][3]string{
		"another page":       {"/", "Refresh", "0;url=/other"},
		"another style":      {"/t/00000000-0000-4000-8000-000000000000", "Link", "</other.css>; rel=stylesheet"},
		"another type":       {"/a/app.js", "Content-Type", "text/plain"},
		"no type":            {"/index.html", "Content-Type", ""},
		"another encoding":   {"/a/app.js", "Content-Type", "text/javascript; charset=iso-2022-jp"},
		"a page as a script": {"/a/deep/x.svg", "Content-Type", "text/html"},
	} {
		r, err := check(t, site{client: client(), change: func(path string, h http.Header, body []byte) (int, []byte) {
			if path == header[0] {
				h.Set(header[1], header[2])
			}
			return http.StatusOK, body
		}})
		if err != nil || len(r.Faults) != 1 || r.Faults[0].Path != header[0] {
			t.Errorf("%s: got %+v, %v, want a fault at %s", name, r.Faults, err, header[0])
		}
	}
}

func TestCheck_NotPossible(t *testing.T) {
	t.Parallel()
	_, err := check(t, site{client: client(), change: func(_ string, h http.Header, _ []byte) (int, []byte) {
		h.Set("Location", "https://other.example/")
		return http.StatusMovedPermanently, nil
	}})
	if err == nil || !strings.Contains(err.Error(), "redirects") {
		t.Errorf("a redirect: got %v", err)
	}
	server := httptest.NewServer(site{client: client()})
	c := bundle.NewChecker(server.URL)
	defer c.Close()
	hash := strings.Repeat("0", 64)
	for name, bad := range map[string]string{
		"nothing": "", "a page": "<html>", "no index": hash + "  a.js\n", "no end of line": hash + "  index.html",
		"outside": hash + "  ../x\n" + hash + "  index.html\n", "absolute": hash + "  /x\n" + hash + "  index.html\n",
		"a query": hash + "  a?b\n" + hash + "  index.html\n", "not sorted": hash + "  index.html\n" + hash + "  a.js\n",
	} {
		expect.Failure(t, expect.Second(c.Check(t.Context(), bad)), name, "a list that is none")
	}
	server.Close()
	expect.Failure(t, expect.Second(c.Check(t.Context(), list(t, client()))), "no server")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	expect.Failure(t, expect.Second(c.Check(ended, list(t, client()))), "an ended check")
}

// The list of a server counts only if it has the hash that the reader gave.
func TestPublished(t *testing.T) {
	t.Parallel()
	own := list(t, client())
	server := httptest.NewServer(site{client: client(), list: own})
	defer server.Close()
	c := bundle.NewChecker(server.URL)
	defer c.Close()
	expect.Equal(t, must.Return(c.Published(t.Context(), bundle.Hash([]byte(own))))(t), own, "the list")
	expect.Failure(t, expect.Second(c.Published(t.Context(), strings.Repeat("0", 64))), "another hash")
}
