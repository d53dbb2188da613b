package httpapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"nemeton/server/account"
	"nemeton/server/door"
	"nemeton/server/httpapi"
	"nemeton/server/limit"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// browser keeps cookies.
type browser struct {
	h       *fixture
	cookies map[string]string
}

func (h *fixture) browser() *browser { return &browser{h, map[string]string{}} }

func (b *browser) call(method, path string, body any) answer {
	b.h.t.Helper()
	r := b.h.request(method, path, body)
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	a := b.h.send(r)
	for _, line := range a.header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		if err != nil || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			b.h.t.Errorf("got cookie %q, %v, want one out of reach of scripts and other sites", line, err)
		}
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return a
}

func (b *browser) plays(name string) string {
	b.h.t.Helper()
	var in struct{ Player struct{ ID string } }
	b.call("POST", "/players", map[string]any{"name": name}).want(201, "").into(&in)
	return in.Player.ID
}

// is checks who is signed in.
func (b *browser) is(id string) {
	b.h.t.Helper()
	var me struct{ ID string }
	if b.call("GET", "/me", nil).want(200, "").into(&me); me.ID != id {
		b.h.t.Errorf("got player %s, want %s", me.ID, id)
	}
}

type signedIn struct {
	Waits    bool
	SignedIn *struct {
		Player struct{ ID string }
		Guest  *struct {
			ID, Name   string
			Unfinished int
		}
	}
}

// A new browser shows a code, and the device of the person approves it.
func TestSignIn_Device(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	fresh, thief := h.browser(), h.browser()
	var waiting struct{ Code string }
	fresh.call("POST", "/sign-in/device", nil).want(201, "").into(&waiting)
	var state signedIn
	if fresh.call("POST", "/sign-in/device/finish", nil).want(200, "").into(&state); !state.Waits {
		t.Errorf("got %+v, want it to wait", state)
	}
	ada.call("GET", "/me/device-requests/"+waiting.Code, nil).want(200, "")
	ada.call("GET", "/me/device-requests/0000-0000", nil).want(404, "bad_link")
	ada.call("POST", "/me/device-requests/"+waiting.Code, map[string]any{"approve": true}).want(204, "")
	ada.call("POST", "/me/device-requests/"+waiting.Code, map[string]any{"approve": true}).want(404, "bad_link")
	thief.call("POST", "/sign-in/device/finish", nil).want(410, "expired_code")
	fresh.call("POST", "/sign-in/device/finish", nil).want(200, "")
	fresh.is(ada.id)
	fresh.call("POST", "/sign-in/device/finish", nil).want(410, "expired_code")
	var ways struct{ Events []struct{ Kind string } }
	if ada.call("GET", "/me/ways", nil).want(200, "").into(&ways); len(ways.Events) != 1 || ways.Events[0].Kind != "device_approved" {
		t.Errorf("got %+v, want the sign-in told", ways)
	}
}

// A browser with a guest who has a seat asks before the guest is lost.
func TestSignIn_AsksForGuest(t *testing.T) {
	t.Parallel()
	for name, merges := range map[string]bool{"one person": true, "back to the guest": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t)
			ada, b := h.guest("Ada"), h.browser()
			guest := b.plays("Guest")
			var made struct{ Table tableView }
			b.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2, "visibility": "public", "options": map[string]int{"rounds": 2}}).want(201, "").into(&made)
			var link struct{ Code string }
			ada.call("POST", "/me/links", nil).want(201, "").into(&link)
			var in struct {
				Guest *struct {
					ID, Name   string
					Unfinished int
				}
			}
			b.call("POST", "/sessions", map[string]any{"code": link.Code}).want(201, "").into(&in)
			if b.is(ada.id); in.Guest == nil || in.Guest.Unfinished != 1 || in.Guest.Name != "Guest" {
				t.Fatalf("got %+v, want a question about one table", in.Guest)
			}
			h.guest("Eve").call("POST", "/me/guests/"+in.Guest.ID, nil).want(410, "expired_code")
			b.call("GET", "/me/guests/"+in.Guest.ID, nil).want(200, "")
			if merges {
				b.call("POST", "/me/guests/"+in.Guest.ID, nil).want(200, "")
				b.call("POST", "/me/guests/"+in.Guest.ID, nil).want(410, "expired_code")
				if now := ada.sees(made.Table.ID); now.Seats[0].Player == nil || now.Seats[0].Player.ID != ada.id || now.Host != ada.id {
					t.Errorf("got %+v, want the seat and the table with Ada", now)
				}
				return
			}
			b.call("DELETE", "/me/guests/"+in.Guest.ID, nil).want(200, "")
			b.is(guest)
			if now := ada.sees(made.Table.ID); now.Seats[0].Player == nil || now.Seats[0].Player.ID != guest {
				t.Errorf("got %+v, want the guest at the table", now)
			}
		})
	}
}

// forgetful is a store that can fail to read sessions.
type forgetful struct {
	store.Store
	fails *bool
}

func (s forgetful) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	if *s.fails {
		return store.Session{}, store.Player{}, store.ErrUnavailable
	}
	return s.Store.SessionByToken(ctx, hash)
}

// A guest whom the store cannot name at the moment of a sign-in is not taken for a stranger: the answer would replace the guest's cookie without a question.
func TestSignIn_UnknownCaller(t *testing.T) {
	t.Parallel()
	fails, s := false, sqlitetest.Open(t)
	h := newFixtureOn(t, s, door.Open, func(c *httpapi.Config) {
		c.Players = player.NewService(player.Config{
			Store: forgetful{s, &fails}, Lobby: c.Lobby, EndSession: c.Tables.EndSession, Now: c.Now, NewID: newID, Entropy: rand.Reader,
		})
	})
	ada, b := h.guest("Ada"), h.browser()
	guest := b.plays("Guest")
	b.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2}).want(201, "")
	var link struct{ Code string }
	ada.call("POST", "/me/links", nil).want(201, "").into(&link)
	fails = true
	b.call("POST", "/sessions", map[string]any{"code": link.Code}).want(503, "unavailable")
	fails = false
	b.is(guest)
	if a := b.call("POST", "/sessions", map[string]any{"code": link.Code}).want(201, ""); !strings.Contains(string(a.body), `"name":"Guest"`) {
		t.Errorf("got %s, want a question about the guest", a.body)
	}
	b.is(ada.id)
}

// A person without a seat is no guest to ask about.
func TestSignIn_EmptyGuest(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, b := h.guest("Ada"), h.browser()
	b.plays("Guest")
	var link struct{ Code string }
	ada.call("POST", "/me/links", nil).want(201, "").into(&link)
	if a := b.call("POST", "/sessions", map[string]any{"code": link.Code}).want(201, ""); strings.Contains(string(a.body), "guest") {
		t.Errorf("got %s, want no question", a.body)
	}
}

// Every call that signs in counts as one, whatever the way.
func TestSignIn_Limited(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressSignIns: 6})
	calls := []string{"/sign-in/passkey", "/sign-in/passkey/finish", "/sign-in/mail", "/sign-in/mail/finish", "/sign-in/device", "/sign-in/oidc", "/sessions", "/players"}
	for n, path := range calls {
		from := "192.0.2." + string(rune('1'+n))
		left := 20
		for ; left > 0; left-- {
			if a := h.from(from, "POST", path, "", map[string]any{}); a.status == http.StatusTooManyRequests {
				a.wantRetryAfter("too_fast")
				break
			}
		}
		if left == 0 {
			t.Errorf("%s: twenty sign-ins from one address were not limited", path)
		}
	}
}

func TestSignIn_GuessesLimited(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressGuesses: 8})
	ada := h.guest("Ada")
	for name, guess := range map[string]func(from string) answer{
		"192.0.2.1": func(from string) answer {
			return h.from(from, "POST", "/sign-in/mail/finish", "", map[string]any{"code": "000000"})
		},
		"192.0.2.2": func(from string) answer { return h.from(from, "GET", "/me/device-requests/0000-0000", ada.token, nil) },
		"192.0.2.3": func(from string) answer {
			return h.from(from, "POST", "/me/device-requests/0000-0000", ada.token, map[string]any{"approve": true})
		},
	} {
		n := 0
		for guess(name).code() != "too_many_guesses" {
			if n++; n > 8 {
				t.Fatalf("%s: %d guesses were not limited", name, n)
			}
		}
		guess(name).wantRetryAfter("too_many_guesses")
	}
}

// Addresses without passkeys, a server without mails and one without a provider say so, in words that the page knows.
func TestSignIn_NotOffered(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	var ways struct {
		Passkey       bool
		PasskeyReason string
		Mail          bool
		OIDC          string
	}
	h.nobody().call("GET", "/sign-in", nil).want(200, "").into(&ways)
	if ways.Passkey || ways.PasskeyReason != "ip_address" || ways.Mail || ways.OIDC != "" {
		t.Errorf("got %+v, want nothing offered at an IP address", ways)
	}
	h.nobody().call("POST", "/sign-in/passkey", nil).want(409, "not_offered")
	h.guest("Ada").call("POST", "/me/passkeys", nil).want(409, "not_offered")
	h.nobody().call("POST", "/sign-in/oidc", nil).want(409, "not_offered")
	h.nobody().call("POST", "/sign-in/mail", map[string]any{"address": "ada@games.example"}).want(422, "invalid")
	a := h.nobody().call("GET", "/sign-in/oidc/return?state=x&code=y", nil)
	if where := a.header.Get("Location"); a.status != http.StatusSeeOther || where != "/sign-in?problem=expired_code" {
		t.Errorf("got %d to %q, want the sign-in page with the problem", a.status, where)
	}
}

// A refusal of the sign-in service brings the person back: to the page that added the identity, or to the sign-in, which knows the page that the person wanted.
func TestSignIn_ServiceRefuses(t *testing.T) {
	t.Parallel()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := "http://" + r.Host
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": at, "authorization_endpoint": at + "/auth", "token_endpoint": at + "/token"})
	}))
	t.Cleanup(provider.Close)
	var cfg httpapi.Config
	h := newFixture(t, func(c *httpapi.Config) { cfg = *c })
	cfg.Accounts = account.NewService(account.Config{
		Store: h.store, Now: h.clock.Now, NewID: newID, Entropy: rand.Reader,
		OIDC: &account.OIDC{Name: "Club", Issuer: provider.URL, Client: "nemeton", Secret: "secret"},
	})
	server := httptest.NewServer(httpapi.New(cfg))
	t.Cleanup(server.Close)
	h.url = server.URL

	for path, want := range map[string]string{
		"/me/oidc":      "/settings?a=b&problem=bad_identity#ways",
		"/sign-in/oidc": "/sign-in?problem=bad_identity#back=" + url.QueryEscape("/settings?a=b#ways"),
	} {
		b := h.browser()
		b.plays("Ada")
		var begun struct{ Address string }
		b.call("POST", path, map[string]any{"back": "/settings?a=b#ways"}).want(200, "").into(&begun)
		state := must.Return(url.Parse(begun.Address))(t).Query().Get("state")
		a := b.call("GET", "/sign-in/oidc/return?error=access_denied&state="+url.QueryEscape(state), nil)
		if where := a.header.Get("Location"); a.status != http.StatusSeeOther || where != want {
			t.Errorf("%s: got %d to %q, want %q", path, a.status, where, want)
		}
	}
}
