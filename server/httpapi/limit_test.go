package httpapi_test

import (
	"net/http"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/server/limit"
)

// narrow is a house with the limits, behind a trusted proxy.
func narrow(t *testing.T, l limit.Limits, change ...func(*httpapi.Config)) *house {
	t.Helper()
	now := time.Unix(1_000_000, 0)
	return newHouse(t, append(change, func(c *httpapi.Config) {
		c.Limits = limit.NewLimiter(l, func() time.Time { return now }, silent{})
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})...)
}

// from sends a request for somebody at an address, and says what the proxy says.
func (h *house) from(forwarded, method, path, token string, body any) answer {
	h.t.Helper()
	r := h.request(method, path, body)
	r.Header.Set("X-Forwarded-For", forwarded)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return h.send(r)
}

// refused requires that the answer says how long to wait.
func (a answer) refused(code string) {
	a.t.Helper()
	a.want(http.StatusTooManyRequests, code)
	if n, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || n < 1 {
		a.t.Errorf("got Retry-After %q, want whole seconds", a.header.Get("Retry-After"))
	}
}

func TestLimits_Address(t *testing.T) {
	t.Parallel()
	h := narrow(t, limit.Limits{AddressRequests: 9})
	for range 3 {
		h.from("192.0.2.1", "GET", "/titles", "", nil).want(200, "")
	}
	h.from("192.0.2.1", "GET", "/titles", "", nil).refused("too_fast")
	// What stands before the last proxy's word was written by anybody.
	h.from("203.0.113.9, 192.0.2.1", "GET", "/titles", "", nil).refused("too_fast")
	h.from("192.0.2.1, 127.0.0.1", "GET", "/titles", "", nil).refused("too_fast")
	h.from("192.0.2.2", "GET", "/titles", "", nil).want(200, "")
}

// One address makes so many identities an hour and no more; playing on is not in the way of it.
func TestLimits_SignIns(t *testing.T) {
	t.Parallel()
	h := narrow(t, limit.Limits{AddressSignIns: 2})
	var in struct{ Token string }
	h.from("192.0.2.1", "POST", "/players", "", map[string]any{"name": "Ada"}).want(201, "").into(&in)
	h.from("192.0.2.1", "POST", "/sessions", "", map[string]any{"code": "x"}).want(404, "bad_link")
	h.from("192.0.2.1", "POST", "/players", "", map[string]any{"name": "Eve"}).refused("too_fast")
	h.from("192.0.2.1", "POST", "/sessions", "", map[string]any{"code": "x"}).refused("too_fast")
	h.from("192.0.2.1", "GET", "/me", in.Token, nil).want(200, "")
	h.from("192.0.2.2", "POST", "/players", "", map[string]any{"name": "Ben"}).want(201, "")
}

func TestLimits_Player(t *testing.T) {
	t.Parallel()
	h := narrow(t, limit.Limits{PlayerRequests: 6})
	ada, ben := h.guest("Ada"), h.guest("Ben")
	h.from("192.0.2.1", "GET", "/me", ada.token, nil).want(200, "")
	h.from("192.0.2.2", "GET", "/me", ada.token, nil).want(200, "")
	h.from("192.0.2.3", "GET", "/me", ada.token, nil).refused("too_fast")
	h.from("192.0.2.1", "GET", "/me", ben.token, nil).want(200, "")
	h.from("192.0.2.1", "GET", "/titles", "", nil).want(200, "")
}

func TestLimits_Acts(t *testing.T) {
	t.Parallel()
	h := narrow(t, limit.Limits{PlayerActs: 1})
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := h.started("public", ada, ben)
	act := map[string]any{"id": "c", "decision": "none", "move": 1}
	path := "/tables/" + r.ID
	ada.call("POST", path+"/commands", act).want(409, "stale_decision")
	ada.call("POST", path+"/commands", act).refused("too_fast") // twice as many at once, but a refused one counts for more
	ada.call("POST", path+"/leave", act).refused("too_fast")
	ada.call("POST", path+"/claim", map[string]any{"id": "c", "code": "0.1.x"}).refused("too_fast")
	ben.call("POST", path+"/commands", act).want(409, "stale_decision")
	ada.call("GET", path+"/view", nil).want(200, "")
}

func TestLimits_Sockets(t *testing.T) {
	t.Parallel()
	open, done := make(chan struct{}), make(chan struct{})
	h := narrow(t, limit.Limits{PlayerSockets: 1, AddressSockets: 2}, func(c *httpapi.Config) {
		c.Socket = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusOK)
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
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
	h.from("192.0.2.9", "GET", path, ada.token, nil).refused("too_many_sockets")
	opens("192.0.2.1", "")
	h.from("192.0.2.1", "GET", path, "", nil).refused("too_many_sockets")
	close(done)
	<-over
	<-over
}
