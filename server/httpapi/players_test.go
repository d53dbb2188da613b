package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestPlayers(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("  Ada  ")
	if ada.name != "Ada" || len(ada.token) != 43 {
		t.Errorf("got name %q and a token of %d characters, want Ada and 43", ada.name, len(ada.token))
	}
	var me struct{ ID, Name string }
	ada.call("GET", "/me", nil).want(200, "").into(&me)
	if me.ID != ada.id || me.Name != "Ada" {
		t.Errorf("got %+v, want Ada with id %s", me, ada.id)
	}
	ada.call("PATCH", "/me", map[string]any{"name": "Ada L."}).want(200, "").into(&me)
	expect.Equal(t, me.Name, "Ada L.", "name", "after renaming")
	for name, body := range map[string]any{
		"an empty name": map[string]any{"name": " "}, "a name without letters": map[string]any{"name": "", "history": "nobody"}, "a long name": map[string]any{"name": strings.Repeat("x", 33)},
		"a name with a bidirectional control character": map[string]any{"name": "a\u202eb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h.nobody().call("POST", "/players", body).want(422, "bad_name")
			ada.call("PATCH", "/me", body).want(422, "bad_name")
		})
	}
	ada.call("PATCH", "/me", map[string]any{}).want(200, "")
	h.nobody().call("POST", "/players", map[string]any{}).want(422, "invalid")
	h.nobody().call("POST", "/players", "{").want(400, "malformed")
	h.nobody().call("POST", "/players", nil).want(400, "malformed")
}

// A name is as long as it looks, and a refusal says its reason.
func TestPlayers_Names(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for in, want := range map[string]string{"علی\u200cرضا": "علی\u200cرضا", "A\u00a0da": "A da", strings.Repeat("क्षि", 32): strings.Repeat("क्षि", 32)} {
		var made struct{ Player struct{ Name string } }
		h.nobody().call("POST", "/players", map[string]any{"name": in}).want(201, "").into(&made)
		expect.Equal(t, made.Player.Name, want, in)
	}
	var problem struct{ Code, Reason, Detail string }
	h.nobody().call("POST", "/players", map[string]any{"name": "A\u202eda"}).want(422, "bad_name").into(&problem)
	if problem.Reason != "direction" || problem.Detail != "a name has no characters that change the direction of the text" {
		t.Errorf("got %+v", problem)
	}
}

// TestDoor_HidesAllRoutes has the calls for players alone.
func TestPlayers_Unauthenticated(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	stranger := person{h: h, token: strings.Repeat("A", 43)}
	// A bad token is refused even if the call allows anonymous callers.
	stranger.call("GET", "/tables", nil).want(401, "unauthenticated")
	stranger.call("GET", "/session", nil).want(401, "unauthenticated")
	h.nobody().call("GET", "/tables?mine=1", nil).want(401, "unauthenticated")
}

func TestPlayers_Cookie(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *httpapi.Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	made := func(header, value string) *http.Cookie {
		r := h.request("POST", "/players", map[string]any{"name": "Ada"})
		r.Header.Set(header, value)
		a := h.send(r).want(201, "")
		return must.Return(http.ParseSetCookie(a.header.Get("Set-Cookie")))(t)
	}
	plain, secure := made("X-Other", ""), made("X-Forwarded-Proto", "https")
	if plain.Name != "nemeton_session" || !plain.HttpOnly || plain.SameSite != http.SameSiteLaxMode || plain.Path != "/" || plain.Secure {
		t.Errorf("got cookie %v, want HttpOnly, Lax, for /, not Secure", plain)
	}
	if !secure.Secure || secure.Name != "__Host-nemeton_session" || secure.Path != "/" || secure.Domain != "" {
		t.Errorf("got cookie %v behind TLS, want it Secure and bound to the host", secure)
	}

	with := func(method, path string) answer {
		r := h.request(method, path, nil)
		r.AddCookie(&http.Cookie{Name: plain.Name, Value: plain.Value})
		return h.send(r)
	}
	signedIn := func() string {
		var session struct{ Player *struct{ Name string } }
		with("GET", "/session").want(200, "").into(&session)
		if session.Player == nil {
			return ""
		}
		return session.Player.Name
	}
	with("GET", "/me").want(200, "")
	expect.Equal(t, signedIn(), "Ada", "signed in")
	gone, err := http.ParseSetCookie(with("DELETE", "/me/session").want(204, "").header.Get("Set-Cookie"))
	if err != nil || gone.MaxAge >= 0 {
		t.Errorf("got cookie %v after signing out, want it deleted", gone)
	}
	with("GET", "/me").want(401, "unauthenticated")
	with("GET", "/tables").want(200, "") // an invalid cookie counts as none
	expect.Equal(t, signedIn(), "", "signed in with an invalid cookie")
}

func TestPlayers_Erase(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	open := ada.creates(2, "public")
	bob.sits(open)
	alone := ada.creates(2, "public")
	running := h.started("public", ada, bob)

	ada.call("DELETE", "/me", nil).want(204, "")

	ada.call("GET", "/me", nil).want(401, "unauthenticated")
	got := bob.sees(open.ID)
	if got.Seats[0].Player != nil || got.Host != bob.id {
		t.Errorf("got seat %+v and host %s at the open table, want it free and Bob as host", got.Seats[0], got.Host)
	}
	expect.Equal(t, bob.sees(alone.ID).State, "closed", "state of a table without people")
	got = bob.sees(running.ID)
	if p := got.Seats[0].Player; p == nil || p.Name != "" || p.ID != ada.id {
		t.Errorf("got player %+v at the running table, want one without a name", p)
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	var link struct {
		Code      string
		ExpiresAt time.Time
	}
	ada.call("POST", "/me/links", nil).want(201, "").into(&link)
	r := h.request("POST", "/sessions", map[string]any{"code": strings.ToLower(strings.ReplaceAll(link.Code, "-", " "))})
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	var in struct {
		Player struct{ ID string }
		Token  string
	}
	h.send(r).want(201, "").into(&in)
	if in.Player.ID != ada.id || in.Token == ada.token {
		t.Fatalf("got %+v, want another session of %s", in, ada.id)
	}
	phone := person{h: h, id: ada.id, token: in.Token}
	for name, code := range map[string]string{"used": link.Code, "garbage": "hello", "unknown": "0000-0000-0000", "empty": ""} {
		expect.Equal(t, h.nobody().call("POST", "/sessions", map[string]any{"code": code}).code(), "bad_link", "a link that is", name)
	}

	var list struct {
		Sessions []struct {
			ID, Label string
			Current   bool
		}
	}
	phone.call("GET", "/me/sessions", nil).want(200, "").into(&list)
	if len(list.Sessions) != 2 || !list.Sessions[0].Current || list.Sessions[0].Label != "Firefox, Linux" || list.Sessions[1].Current {
		t.Fatalf("got sessions %+v, want the new one first, current and called Firefox, Linux", list.Sessions)
	}
	bob.call("DELETE", "/me/sessions/"+list.Sessions[1].ID, nil).want(404, "unknown_session")
	phone.call("DELETE", "/me/sessions/nonsense", nil).want(404, "unknown_session")
	phone.call("DELETE", "/me/sessions/"+list.Sessions[1].ID, nil).want(204, "")
	ada.call("GET", "/me", nil).want(401, "unauthenticated")
	phone.call("GET", "/me", nil).want(200, "")

	phone.call("POST", "/me/links", nil).want(201, "").into(&link)
	h.clock.Add(11 * time.Minute)
	h.nobody().call("POST", "/sessions", map[string]any{"code": link.Code}).want(404, "bad_link")
}
