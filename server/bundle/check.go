package bundle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
)

// Path is the address of a server's own list.
const Path = "/.well-known/nemeton-bundle"

// index is the file that the server sends for every page of the client.
const index = "index.html"

// pages are addresses without a file of their own, for which the server sends the index.
var pages = []string{"/", "/check", "/t/00000000-0000-4000-8000-000000000000", "/settings"}

const (
	maxFile = 16 << 20
	// userAgent is that of a browser, so that the header alone does not tell the check from a reader.
	userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
)

// Report is the result of a comparison.
type Report struct {
	Files  int     // compared files
	Pages  int     // compared addresses of pages
	Stated string  // the hash of the list that the server publishes; empty if it publishes none
	Faults []Fault // differences; none if the server serves the bundle
}

// Fault is an address with a difference.
type Fault struct {
	Path, Detail string
}

var errRedirect = errors.New("the server redirects: give the address to which it leads")

// Checker asks one server.
type Checker struct {
	server string
	client *http.Client
}

// NewChecker returns a checker for a server, as http://... or https://... without a path. It follows no redirects, because a browser would.
func NewChecker(server string) *Checker {
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // a documented type
	return &Checker{server: strings.TrimSuffix(server, "/"), client: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (c *Checker) Close() { c.client.CloseIdleConnections() }

// Published returns the list that the server publishes. It fails unless the list has the given hash.
func (c *Checker) Published(ctx context.Context, hash string) (string, error) {
	got, err := c.get(ctx, Path)
	if err != nil {
		return "", err
	}
	if got.status != http.StatusOK {
		return "", fmt.Errorf("%s: the answer is %d", Path, got.status)
	}
	if stated := Hash(got.body); stated != hash {
		return "", fmt.Errorf("%s: the server states the bundle %s, not %s", Path, stated, hash)
	}
	return string(got.body), nil
}

// Check fetches every file of a list from the server, and some pages, and reports each difference. It fails if the server cannot be asked.
func (c *Checker) Check(ctx context.Context, list string) (Report, error) {
	files, err := parse(list)
	if err != nil {
		return Report{}, err
	}
	var r Report
	if got, err := c.get(ctx, Path); err != nil {
		return r, err
	} else if _, err := parse(string(got.body)); got.status == http.StatusOK && err == nil { // earlier versions answer with the index
		r.Stated = Hash(got.body)
	}
	start := ""
	for _, f := range files {
		if f.path == index {
			start = f.hash
		}
		r.Files++
		if err := c.compare(ctx, &r, "/"+f.path, f.path, f.hash); err != nil {
			return r, err
		}
	}
	for _, page := range pages {
		r.Pages++
		if err := c.compare(ctx, &r, page, index, start); err != nil {
			return r, err
		}
	}
	return r, nil
}

// compare fetches one address and adds its difference from a file, if there is one.
func (c *Checker) compare(ctx context.Context, r *Report, address, name, hash string) error {
	got, err := c.get(ctx, address)
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	if detail := got.difference(name, hash); detail != "" {
		r.Faults = append(r.Faults, Fault{address, detail})
	}
	return nil
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// textTypes are the types that decide how a browser reads a file, by the ending of its name.
var textTypes = map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

// difference says how an answer differs from a file. It is empty if a browser would do the same with both.
func (a answer) difference(name, hash string) string {
	if a.status != http.StatusOK {
		return fmt.Sprintf("the answer is %d", a.status)
	}
	if Hash(a.body) != hash {
		return "the content differs"
	}
	// Both headers make a browser load something that the page does not name.
	for _, header := range []string{"Refresh", "Link"} {
		if a.header.Get(header) != "" {
			return fmt.Sprintf("the answer has the header %s: %s", header, a.header.Get(header))
		}
	}
	given := a.header.Get("Content-Type")
	kind, parameters, err := mime.ParseMediaType(given)
	want, known := textTypes[path.Ext(name)]
	charset, stated := parameters["charset"]
	if known && (err != nil || kind != want || stated && !strings.EqualFold(charset, "utf-8")) {
		return fmt.Sprintf("the type is %q, not %s", given, want)
	}
	return ""
}

func (c *Checker) get(ctx context.Context, address string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+address, http.NoBody)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Accept", "text/html,*/*;q=0.8")
	response, err := c.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		return answer{}, errRedirect
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxFile))
	return answer{response.StatusCode, response.Header, body}, err
}
