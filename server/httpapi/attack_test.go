package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// The server creates tokens at sign-in only. It never adopts a token that a client brings.
func TestAPI_SessionFixation(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	eve := h.secureGuest("Eve")
	for name, planted := range map[string]string{"Eve's": eve.token, "an invented one": strings.Repeat("A", 43), "an empty one": ""} {
		r := h.request("POST", "/players", map[string]any{"name": "Ada"})
		r.AddCookie(&http.Cookie{Name: "nemeton_session", Value: planted})
		var in struct {
			Player struct{ ID string }
			Token  string
		}
		h.send(r).want(201, "").into(&in)
		if in.Token == planted || in.Player.ID == eve.id {
			t.Errorf("%s: signed in with a planted token", name)
		}
	}
	// A device that signs in with a link gets a session of its own, and the link is used up.
	var link struct{ Code string }
	eve.call("POST", "/me/links", nil).want(201, "").into(&link)
	var in struct{ Token string }
	h.nobody().call("POST", "/sessions", map[string]any{"code": link.Code}).want(201, "").into(&in)
	if in.Token == eve.token {
		t.Error("two devices share a token")
	}
	h.nobody().call("POST", "/sessions", map[string]any{"code": link.Code}).want(404, "bad_link")
	// Behind TLS a token that was issued over TLS is ignored in the cookie without the __Host- prefix, because another host of the domain could have set it.
	for name, want := range map[string]int{"nemeton_session": 401, "__Host-nemeton_session": 200} {
		r := h.request("GET", "/me", nil)
		r.Header.Set("X-Forwarded-Proto", "https")
		r.AddCookie(&http.Cookie{Name: name, Value: eve.token})
		expect.Equal(t, h.send(r).status, want, "cookie", name, "behind TLS")
	}
	// The server revokes the session at sign-out.
	eve.call("DELETE", "/me/session", nil).want(204, "")
	eve.call("GET", "/me", nil).want(401, "unauthenticated")
}

// Compressed, large and deeply nested bodies and bodies of another type are refused.
func TestAPI_Bodies(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	for range 30 {
		_, _ = w.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	_ = w.Close()
	r := h.request("POST", "/tables", bomb.String())
	r.Header.Set("Content-Encoding", "gzip")
	r.Header.Set("Authorization", "Bearer "+ada.token)
	expect.Contains(t, string(h.send(r).want(400, "malformed").body), "uncompressed", "the reason")
	for name, body := range map[string]string{
		"deep":         strings.Repeat("[", 60<<10),
		"deep members": strings.Repeat(`{"title":`, 6<<10),
		"of nulls":     "null",
		"a number":     "1e400",
		"half":         `{"title":"toy","sea`,
		"not UTF-8":    "{\"title\":\"\xff\xfe\",\"seats\":2}",
		"huge numbers": `{"title":"toy","seats":1e18}`,
	} {
		if got := ada.call("POST", "/tables", body); got.status < 400 || got.status >= 500 {
			t.Errorf("a body %s: got %d %s, want a refusal", name, got.status, got.body)
		}
	}
	ada.call("POST", "/tables", `{"title":"`+strings.Repeat("x", 65<<10)+`"}`).want(413, "too_large")
}

// Client data never appears in the log, so it cannot forge lines.
func TestAPI_LogInjection(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	const mark = "INJECTED"
	ada := h.guest("Ada")
	for _, c := range []struct{ method, path string }{
		{"GET", "/tables/x%0a%7b%22level%22:%22" + mark + "%22%7d"}, {"GET", "/tables?title=%0d%0a" + mark}, {mark, "/tables"}, {"GET", "/" + mark},
		{"POST", "/tables/%1b%5b31m" + mark + "/start"},
	} {
		r := h.request(c.method, c.path, nil)
		r.Header.Set("User-Agent", mark)
		r.Header.Set("X-Request-Id", mark)
		r.Header.Set("X-Forwarded-For", mark)
		r.Header.Set("Authorization", "Bearer "+ada.token)
		h.send(r)
	}
	h.nobody().call("POST", "/players", map[string]any{"name": mark + "\n{}"}).want(422, "bad_name")
	h.nobody().call("POST", "/sessions", `{"code": "`+mark+`\u000a"}`).want(404, "bad_link")
	for line := range strings.Lines(h.log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil || fields["request"] == nil || strings.Contains(line, mark) {
			t.Errorf("got the line %q, %v", line, err)
		}
	}
}

// counts is a meter that records the series of requests.
type counts struct {
	mu   sync.Mutex
	seen map[string]int
}

func (c *counts) Lesson(title string, chapter, step int, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[fmt.Sprint(title, " ", chapter, " ", step, " ", what)]++
}

func (c *counts) Request(route, method string, _ int, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[route+" "+method]++
}

// Made-up methods and paths create no series of metrics, which would stay in memory forever.
func TestAPI_Series(t *testing.T) {
	t.Parallel()
	meter := &counts{seen: map[string]int{}}
	h := newFixture(t, func(c *httpapi.Config) { c.Meter = meter })
	for _, made := range []string{"A", "B", "C", "D", "E", "F"} {
		h.send(h.request("X"+made, "/tables/"+made, nil))
		h.send(h.request("GET", "/"+made, nil))
		h.send(h.request("GET", "/tables/"+made, nil))
	}
	meter.mu.Lock()
	defer meter.mu.Unlock()
	if len(meter.seen) > 4 {
		t.Errorf("got the series %v, want them independent of the requests", meter.seen)
	}
}

// Pages may load from their own host only, run no inline script, and may not be framed. They use no inline style except one, whose hash is
// listed. Only the runtime of Svelte turns text into HTML.
func TestAPI_Policy(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	got := map[string][]string{}
	wrapper := sha256.Sum256([]byte("display: contents")) // the style attribute of Svelte's wrappers; a test of web/ finds no other
	for directive := range strings.SplitSeq(h.nobody().call("GET", "/titles", nil).header.Get("Content-Security-Policy"), ";") {
		words := strings.Fields(directive)
		got[words[0]] = words[1:]
	}
	for directive, sources := range got {
		for _, s := range sources {
			switch {
			case s == "'self'", s == "'none'":
			case s == "data:" && directive == "img-src":
			case directive == "style-src-attr" && (s == "'unsafe-hashes'" || s == "'sha256-"+base64.StdEncoding.EncodeToString(wrapper[:])+"'"):
			case directive == "require-trusted-types-for" && s == "'script'", directive == "trusted-types" && (s == "svelte-trusted-html" || s == "nemeton-worker" || s == "nemeton-engine"):
			default:
				t.Errorf("%s allows %s", directive, s)
			}
		}
	}
	for directive, want := range map[string]string{
		"default-src": "'self'", "script-src": "'self'", "connect-src": "'self'", "object-src": "'none'", "frame-ancestors": "'none'", "base-uri": "'none'", "form-action": "'self'",
		"style-src": "'self'", "require-trusted-types-for": "'script'", "trusted-types": "svelte-trusted-html nemeton-worker nemeton-engine",
	} {
		expect.Equal(t, strings.Join(got[directive], " "), want, directive, got[directive])
	}
}
