package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nemeton/testkit/expect"
)

// thief returns a session of the victim on the thief's device, made by a device link.
func (p person) thief() person {
	p.h.t.Helper()
	return p.signsIn(p.link())
}

func (p person) link() string {
	p.h.t.Helper()
	var link struct{ Code string }
	p.call("POST", "/me/links", nil).want(201, "").into(&link)
	return link.Code
}

func (p person) signsIn(code string) person {
	p.h.t.Helper()
	var in struct{ Token string }
	p.h.nobody().call("POST", "/sessions", map[string]any{"code": code}).want(201, "").into(&in)
	return person{h: p.h, id: p.id, name: p.name, token: in.Token}
}

func (p person) offers(table string) string {
	p.h.t.Helper()
	var offer struct{ Code string }
	p.call("POST", "/tables/"+table+"/handover", nil).want(200, "").into(&offer)
	return offer.Code
}

// session returns the id of the person's session.
func (p person) session() string {
	p.h.t.Helper()
	var list struct {
		Sessions []struct {
			ID      string
			Current bool
		}
	}
	p.call("GET", "/me/sessions", nil).want(200, "").into(&list)
	for _, s := range list.Sessions {
		if s.Current {
			return s.ID
		}
	}
	p.h.t.Fatal("there is no current session")
	return ""
}

type outstanding struct {
	ID, Kind, Table      string
	Seat                 *int
	CreatedAt, ExpiresAt time.Time
}

func (p person) links() []outstanding {
	p.h.t.Helper()
	a := p.call("GET", "/me/links", nil).want(200, "")
	if strings.Contains(string(a.body), "code") {
		p.h.t.Errorf("the list of links contains a code: %s", a.body)
	}
	var list struct{ Links []outstanding }
	a.into(&list)
	return list.Links
}

// A stolen session leaves nothing behind: once it is revoked, its device links, its handover codes and its invites are void.
func TestRevoke_StolenSession(t *testing.T) {
	t.Parallel()
	for name, revoke := range map[string]func(victim, thief person){
		"one session":     func(victim, thief person) { victim.call("DELETE", "/me/sessions/"+thief.session(), nil).want(204, "") },
		"all others":      func(victim, _ person) { victim.call("DELETE", "/me/sessions", nil).want(204, "") },
		"the thief's own": func(_, thief person) { thief.call("DELETE", "/me/session", nil).want(204, "") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t)
			victim, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
			r := h.started("private", victim, ben)
			thief := victim.thief()
			link, code := thief.link(), thief.offers(r.ID)
			open := thief.creates(3, "private")
			fresh := h.browser()
			var waiting struct{ Code string }
			fresh.call("POST", "/sign-in/device", nil).want(201, "").into(&waiting)
			thief.call("POST", "/me/device-requests/"+waiting.Code, map[string]any{"approve": true}).want(204, "")
			var offer struct{ Guest struct{ ID string } }
			thief.call("POST", "/sessions", map[string]any{"code": eve.link()}).want(201, "").into(&offer)
			eve.call("GET", "/me/guests/"+offer.Guest.ID, nil).want(200, "")
			expect.Equal(t, len(victim.links()), 2, "the victim sees", "links")
			revoke(victim, thief)
			thief.call("GET", "/me", nil).want(401, "unauthenticated")
			h.nobody().call("POST", "/sessions", map[string]any{"code": link}).want(404, "bad_link")
			fresh.call("POST", "/sign-in/device/finish", nil).want(410, "expired_code")
			for _, method := range []string{"GET", "POST", "DELETE"} {
				eve.call(method, "/me/guests/"+offer.Guest.ID, nil).want(410, "expired_code")
			}
			eve.call("POST", "/tables/"+r.ID+"/claim", map[string]any{"id": "c", "code": code}).want(404, "bad_link")
			h.nobody().call("GET", "/tables/"+open.ID+"?invite="+open.Invite, nil).want(404, "unknown_table")
			eve.call("POST", "/tables/"+open.ID+"/seats", map[string]any{"invite": open.Invite}).want(403, "wrong_invite")

			expect.Equal(t, len(victim.links()), 0, "links are left")
			if got := victim.sees(r.ID); got.Seats[0].Player == nil || got.Seats[0].Player.ID != victim.id {
				t.Errorf("got seats %+v, want the victim's seat unchanged", got.Seats)
			}
			now := victim.sees(open.ID)
			if now.Invite == "" || now.Invite == open.Invite {
				t.Errorf("got invite %q, want a new one for the players at the table", now.Invite)
			}
			eve.call("POST", "/tables/"+open.ID+"/seats", map[string]any{"invite": now.Invite}).want(201, "")
		})
	}
}

func TestLinks_ListAndRevoke(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	link, code := ben.link(), ben.offers(r.ID)
	list := ben.links()
	if len(list) != 2 || list[0].Kind != "handover" || list[0].Table != r.ID || list[0].Seat == nil || *list[0].Seat != 1 {
		t.Fatalf("got %+v, want the offer of seat 1 first", list)
	}
	if l := list[1]; l.Kind != "device" || l.Table != "" || l.Seat != nil || l.ID == "" || !l.ExpiresAt.After(l.CreatedAt) {
		t.Errorf("got %+v, want a device link", l)
	}
	ada.call("DELETE", "/me/links/"+list[0].ID, nil).want(404, "bad_link")
	ben.call("DELETE", "/me/links/nonsense", nil).want(404, "bad_link")
	for _, l := range list {
		ben.call("DELETE", "/me/links/"+l.ID, nil).want(204, "")
		ben.call("DELETE", "/me/links/"+l.ID, nil).want(404, "bad_link")
	}
	h.nobody().call("POST", "/sessions", map[string]any{"code": link}).want(404, "bad_link")
	eve.call("POST", "/tables/"+r.ID+"/claim", map[string]any{"id": "c", "code": code}).want(404, "bad_link")
	expect.Equal(t, len(ben.links()), 0, "links are left")
}

// Pages of other origins cannot revoke or rotate anything with the player's cookie.
func TestRevoke_CrossOrigin(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	for _, call := range []string{"DELETE /me/sessions", "POST /me/sessions/rotate", "DELETE /me/links/" + newID(), "DELETE /tables/" + newID() + "/barred/" + newID()} {
		method, path, _ := strings.Cut(call, " ")
		r := h.request(method, path, nil)
		r.AddCookie(&http.Cookie{Name: "nemeton_session", Value: ada.token})
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		h.send(r).want(403, "cross_origin")
	}
	ada.call("GET", "/me", nil).want(200, "")
}

func TestRotate_Bearer(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	h.clock.Add(48 * time.Hour)
	expect.Equal(t, ada.call("GET", "/me", nil).want(200, "").header.Get("Set-Cookie"), "", "a bearer's token was replaced without being asked")
	var next struct{ Token string }
	a := ada.call("POST", "/me/sessions/rotate", nil).want(200, "")
	a.into(&next)
	if len(next.Token) != len(ada.token) || next.Token == ada.token || a.header.Get("Set-Cookie") != "" {
		t.Fatalf("got %s with cookie %q, want another token and no cookie", a.body, a.header.Get("Set-Cookie"))
	}
	ada.call("POST", "/me/sessions/rotate", nil).want(409, "no_change")
	person{h: h, id: ada.id, token: next.Token}.call("GET", "/me", nil).want(200, "")
}

func TestRotate_Cookie(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	token := h.guest("Ada").token
	with := func(method, path string) answer {
		r := h.request(method, path, nil)
		r.AddCookie(&http.Cookie{Name: "nemeton_session", Value: token})
		return h.send(r)
	}
	due := func() bool {
		var here struct{ Rotate bool }
		with("GET", "/session").want(200, "").into(&here)
		return here.Rotate
	}
	if due() {
		t.Error("a new token is due for its replacement")
	}
	h.clock.Add(25 * time.Hour)
	if !due() {
		t.Error("a token of yesterday is not due for its replacement")
	}
	a := with("POST", "/me/sessions/rotate").want(200, "")
	cookie, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
	if err != nil || cookie.Value == token || len(cookie.Value) != len(token) || !cookie.HttpOnly {
		t.Fatalf("got cookie %v and %v, want a new token out of reach of scripts", cookie, err)
	}
	if strings.Contains(string(a.body), "token") {
		t.Errorf("got %s, want no token for scripts", a.body)
	}
	token = cookie.Value
	h.clock.Add(time.Hour)
	with("GET", "/me").want(200, "")
	if due() {
		t.Error("the new token is due for its replacement")
	}
}

func TestRemove_BarsThePlayer(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := ada.creates(3, "private")
	ben.sits(r)
	eve.sits(r)
	path := "/tables/" + r.ID
	after := ada.call("DELETE", path+"/seats/1", nil).want(200, "").tableView()
	if after.Invite != r.Invite || len(after.Barred) != 1 || after.Barred[0].Name != "Ben" {
		t.Errorf("got invite %q and barred %v, want the same invite and Ben barred", after.Invite, after.Barred)
	}
	if got := eve.sees(r.ID); got.Invite != r.Invite || len(got.Barred) != 0 {
		t.Errorf("a guest sees invite %q and barred %v, want the invite alone", got.Invite, got.Barred)
	}
	for _, code := range []string{"", "?invite=" + r.Invite} {
		for _, p := range []string{"", "/view", "/log"} {
			ben.call("GET", path+p+code, nil).want(404, "unknown_table")
		}
	}
	h.nobody().call("GET", path+"?invite="+r.Invite, nil).want(200, "") // the link works on for those who got it
	lifted := ada.call("DELETE", path+"/barred/"+ben.id, nil).want(200, "").tableView()
	expect.Equal(t, len(lifted.Barred), 0, "barred")
}
