package httpapi_test

import (
	"net/http"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/server/limit"
	"nemeton/testkit/expect"
)

// limitedFixture is a fixture with limits, behind a trusted proxy.
func limitedFixture(t *testing.T, l limit.Limits, change ...func(*httpapi.Config)) *fixture {
	t.Helper()
	now := time.Unix(1_000_000, 0)
	return newFixture(t, append(change, func(c *httpapi.Config) {
		c.Limits = limit.NewLimiter(l, func() time.Time { return now }, noMeter{})
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})...)
}

// from sends a request through a proxy that forwards the address.
func (h *fixture) from(forwarded, method, path, token string, body any) answer {
	h.t.Helper()
	r := h.request(method, path, body)
	r.Header.Set("X-Forwarded-For", forwarded)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return h.send(r)
}

// wantRetryAfter checks the code and that the answer has a Retry-After header.
func (a answer) wantRetryAfter(code string) {
	a.t.Helper()
	a.want(http.StatusTooManyRequests, code)
	if n, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || n < 1 {
		a.t.Errorf("got Retry-After %q, want whole seconds", a.header.Get("Retry-After"))
	}
}

func TestLimits_Address(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressRequests: 9})
	for range 3 {
		h.from("192.0.2.1", "GET", "/titles", "", nil).want(200, "")
	}
	h.from("192.0.2.1", "GET", "/titles", "", nil).wantRetryAfter("too_fast")
	// Only the last address of the chain counts, because the client can forge the others.
	h.from("203.0.113.9, 192.0.2.1", "GET", "/titles", "", nil).wantRetryAfter("too_fast")
	h.from("192.0.2.1, 127.0.0.1", "GET", "/titles", "", nil).wantRetryAfter("too_fast")
	h.from("192.0.2.2", "GET", "/titles", "", nil).want(200, "")
}

// Some proxies add the client's port to the address.
func TestLimits_AddressWithPort(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressRequests: 9})
	for _, all := range [][]string{
		{"192.0.2.1:567", "192.0.2.1", "192.0.2.1:8", "192.0.2.1:567, 127.0.0.1:80"},
		{"[2001:db8::1]:567", "2001:db8::1", "[2001:db8::1]", "203.0.113.9:1, [2001:db8::1]:9"},
		{"[::ffff:192.0.2.7]:567", "192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7:1"},
	} {
		for i, forwarded := range all {
			got := h.from(forwarded, "GET", "/titles", "", nil)
			expect.Equal(t, got.status, map[bool]int{true: 200, false: 429}[i < 3], forwarded, "because all of", all, "are one address")
		}
	}
	// An entry that is not an address counts as the proxy's own.
	for _, forwarded := range []string{"unknown", "192.0.2.9:port", "[192.0.2.9"} {
		h.from(forwarded, "GET", "/titles", "", nil).want(200, "")
	}
	h.from("[]:1", "GET", "/titles", "", nil).wantRetryAfter("too_fast")
}

// One address has a limited number of sign-ins per hour, which does not affect other requests.
func TestLimits_SignIns(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressSignIns: 2})
	var in struct{ Token string }
	h.from("192.0.2.1", "POST", "/players", "", map[string]any{"name": "Ada"}).want(201, "").into(&in)
	h.from("192.0.2.1", "POST", "/sessions", "", map[string]any{"code": "x"}).want(404, "bad_link")
	h.from("192.0.2.1", "POST", "/players", "", map[string]any{"name": "Eve"}).wantRetryAfter("too_fast")
	h.from("192.0.2.1", "POST", "/sessions", "", map[string]any{"code": "x"}).wantRetryAfter("too_fast")
	h.from("192.0.2.1", "GET", "/me", in.Token, nil).want(200, "")
	h.from("192.0.2.2", "POST", "/players", "", map[string]any{"name": "Ben"}).want(201, "")
}

func TestLimits_Player(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{PlayerRequests: 6})
	ada, ben := h.guest("Ada"), h.guest("Ben")
	h.from("192.0.2.1", "GET", "/me", ada.token, nil).want(200, "")
	h.from("192.0.2.2", "GET", "/me", ada.token, nil).want(200, "")
	h.from("192.0.2.3", "GET", "/me", ada.token, nil).wantRetryAfter("too_fast")
	h.from("192.0.2.1", "GET", "/me", ben.token, nil).want(200, "")
	h.from("192.0.2.1", "GET", "/titles", "", nil).want(200, "")
}

func TestLimits_Acts(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{PlayerActs: 1})
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := h.started("public", ada, ben)
	act := map[string]any{"id": "c", "decision": "none", "move": 1}
	path := "/tables/" + r.ID
	ada.call("POST", path+"/commands", act).want(409, "stale_decision")
	ada.call("POST", path+"/commands", act).wantRetryAfter("too_fast") // the burst is twice the rate, but a refused command counts for more
	ada.call("POST", path+"/leave", act).wantRetryAfter("too_fast")
	ada.call("POST", path+"/claim", map[string]any{"id": "c", "code": "0.1.x"}).wantRetryAfter("too_fast")
	ben.call("POST", path+"/commands", act).want(409, "stale_decision")
	ada.call("GET", path+"/view", nil).want(200, "")
}

func TestLimits_Sockets(t *testing.T) {
	t.Parallel()
	open, done := make(chan struct{}), make(chan struct{})
	h := limitedFixture(t, limit.Limits{PlayerSockets: 1, AddressSockets: 2}, func(c *httpapi.Config) {
		c.Socket = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusOK)
			expect.Error(t, http.NewResponseController(w).Flush(), nil)
			open <- struct{}{}
			<-done
		})
	})
	ada := h.guest("Ada")
	path := "/tables/" + newID() + "/socket"
	over := make(chan struct{})
	opens := func(from, token string) {
		go func() { h.from(from, "GET", path, token, nil); over <- struct{}{} }()
		<-open
	}
	opens("192.0.2.1", ada.token)
	h.from("192.0.2.9", "GET", path, ada.token, nil).wantRetryAfter("too_many_sockets")
	opens("192.0.2.1", "")
	h.from("192.0.2.1", "GET", path, "", nil).wantRetryAfter("too_many_sockets")
	close(done)
	<-over
	<-over
}

// A guest who creates and leaves tables in a loop is stopped, and learns how long to wait.
func TestCreate_DailyLimit(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	for range maxDaily {
		row := ada.creates(2, "public")
		ada.call("DELETE", "/tables/"+row.ID+"/seats/0", nil).want(200, "")
	}
	a := ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2})
	a.want(429, "daily_limit")
	wait, err := strconv.Atoi(a.header.Get("Retry-After"))
	if err != nil || wait < 86_000 || wait > 86_400 {
		t.Errorf("got Retry-After %q, want the rest of a day", a.header.Get("Retry-After"))
	}
}
