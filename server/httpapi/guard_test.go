package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/memlog"
)

func TestRefusals_OfAllLayers(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	ada.call("GET", "/nothing", nil).want(404, "not_found")
	ada.call("POST", "/../../elsewhere", nil).want(404, "not_found")
	expect.Equal(t, strings.Join(ada.call("PUT", "/tables", nil).want(405, "method_not_allowed").header.Values("Allow"), " "), "GET POST", "Allow")
	body := `{"title":"toy","seats":2,"later":"` + strings.Repeat("x", 64<<10-36) + `"}`
	ada.call("POST", "/tables", body).want(201, "")
	ada.call("POST", "/tables", body+" ").want(413, "too_large")
	ada.call("POST", "/tables", `{"title":"toy","seats":2}{}`).want(400, "malformed")
	// Unknown members of newer clients are ignored.
	ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2, "later": true}).want(201, "")
}

func TestRefusals_WithoutSecrets(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	const code = "SECRET-SECRET"
	got := h.nobody().call("POST", "/sessions", map[string]any{"code": map[string]any{"x": code}}).want(422, "invalid")
	var p struct{ Errors []map[string]any }
	got.into(&p)
	if len(p.Errors) == 0 || strings.Contains(string(got.body), code) {
		t.Errorf("got %s, want the invalid member without its value", got.body)
	}
	ada := h.guest("Ada")
	r := ada.creates(2, "private")
	ada.call("GET", "/tables/"+r.ID+"?invite="+r.Invite, nil).want(200, "")
	for name, secret := range map[string]string{"an invite": r.Invite, "a token": ada.token, "a name": "Ada"} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %s: %s", name, h.log)
		}
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) {
		c.Ready = func(http.ResponseWriter, *http.Request) { panic("a secret") }
	})
	r := h.request("GET", "", nil)
	r.URL.Path = "/readyz"
	if got := h.send(r).want(500, "internal"); strings.Contains(string(got.body), "secret") {
		t.Errorf("got %s, want no detail of the panic", got.body)
	}
}

func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	token := h.guest("Ada").token
	for name, c := range map[string]struct {
		key, value string
		bearer     bool
		status     int
	}{
		"another origin":                      {"Origin", "http://elsewhere.example", false, 403},
		"another site":                        {"Sec-Fetch-Site", "cross-site", false, 403},
		"the same origin":                     {"Origin", h.url, false, 201},
		"no Origin header":                    {"X-Other", "", false, 201},
		"another origin, with a bearer token": {"Origin", "http://elsewhere.example", true, 201},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := h.request("POST", "/tables", map[string]any{"title": "toy", "seats": 2})
			r.Header.Set(c.key, c.value)
			if c.bearer {
				r.Header.Set("Authorization", "Bearer "+token)
			} else {
				r.AddCookie(&http.Cookie{Name: "nemeton_session", Value: token})
			}
			code := ""
			if c.status == 403 {
				code = "cross_origin"
			}
			h.send(r).want(c.status, code)
		})
	}
}

func TestSocketRoute(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	var got struct {
		Table, Player   string
		Refused, Hijack bool
	}
	ada.call("GET", "/tables/some-id/socket?since=3", nil).want(200, "").into(&got)
	if got.Table != "some-id" || got.Player != ada.id || got.Refused || !got.Hijack {
		t.Errorf("got %+v, want the table's id, Ada, and a connection that can be hijacked", got)
	}
	person{h: h, token: "nonsense"}.call("GET", "/tables/some-id/socket", nil).want(200, "").into(&got)
	if !got.Refused {
		t.Error("the socket's handler must get the error of a bad bearer token")
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	got := h.nobody().call("GET", "/titles", nil).want(200, "").header
	for key, want := range map[string]string{
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		expect.Equal(t, got.Get(key), want, key)
	}
	if p := got.Get("Permissions-Policy"); !strings.Contains(p, "camera=()") || !strings.Contains(p, "microphone=()") || !strings.Contains(p, "geolocation=()") {
		t.Errorf("got permissions %q", p)
	}
	if p := got.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'self'") || !strings.Contains(p, "frame-ancestors 'none'") {
		t.Errorf("got policy %q", p)
	}
	if !json.Valid([]byte(`"`+got.Get("X-Request-Id")+`"`)) || len(got.Get("X-Request-Id")) != 36 {
		t.Errorf("got request id %q, want a UUID", got.Get("X-Request-Id"))
	}
}

func TestHeaders_OnlyOverTLS(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for proto, want := range map[string]string{"http": "", "https": "same-origin"} {
		r := h.request("GET", "/titles", nil)
		r.Header.Set("X-Forwarded-Proto", proto)
		header := h.send(r).want(200, "").header
		expect.Equal(t, header.Get("Cross-Origin-Opener-Policy"), want, "over", proto)
		expect.Equal(t, header.Get("Strict-Transport-Security") != "", want != "", "over", proto, "Strict-Transport-Security")
	}
}

// The log blames the store only for its own failures: a server that starts, a slow hint and a sign-in provider are unavailable, too.
func TestLog_UnavailableWithoutTheStore(t *testing.T) {
	t.Parallel()
	log := &memlog.Log{}
	r := httptest.NewRequest(http.MethodGet, "/api/v1/titles", http.NoBody)
	httpapi.Starting().ServeHTTP(httptest.NewRecorder(), r.WithContext(zerolog.New(log).WithContext(t.Context())))
	if got := log.String(); !strings.Contains(got, "the server is starting") || strings.Contains(got, "store") {
		t.Errorf("got the log %s", got)
	}
}
