package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"nemeton/server/door"
	"nemeton/testkit/must"
)

// comesIn makes a person whatever the door is.
func (h *fixture) comesIn(name string) person {
	h.t.Helper()
	p, token, err := h.people.Create(h.t.Context(), name, "")
	must.Succeed(h.t, err)
	return person{h: h, id: string(p.ID), name: p.Name, token: token}
}

// apiRoutes are the methods and paths of all calls, sockets and event streams, with the id of a table.
func (h *fixture) apiRoutes(table string) (list [][2]string) {
	h.t.Helper()
	routes, _ := h.handler.(chi.Routes)
	err := chi.Walk(routes, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if rest, api := strings.CutPrefix(strings.ReplaceAll(path, "/*/", "/"), "/api/v1"); api {
			list = append(list, [2]string{method, strings.ReplaceAll(rest, "{id}", table)})
		}
		return nil
	})
	if err != nil || len(list) < 90 {
		h.t.Fatalf("got %d routes, %v, want all", len(list), err)
	}
	return list
}

// anyBody is a body that each call with this method accepts; nil for calls without one.
func anyBody(method, path string) map[string]any {
	if method == http.MethodGet || method == http.MethodDelete && path != "/me/push" {
		return nil
	}
	body := map[string]any{
		"id": "c", "decision": "1-1", "move": map[string]any{"do": "x"}, "proposal": 2, "code": "0.AAAAAAAAAAAAAAAAAAAAAA", "level": "easy", "text": "hello", "glyph": "heart",
		"channel": "players", "number": 1, "seconds": 5, "player": newID(), "seq": 1, "chance": "same", "title": "toy", "name": "x", "approve": true, "attempt": "x", "credential": nil,
		"endpoint": "https://push.example", "keys": map[string]any{"p256dh": "x", "auth": "x"}, "url": "https://hook.example", "format": "standard", "address": "ada@games.example",
	}
	switch {
	case path == "/tables":
		body["seats"] = 2
	case strings.HasSuffix(path, "/contribution"):
		body["contribution"] = nil
	case strings.HasSuffix(path, "/devices"):
		body["device"] = strings.Repeat("ab", 32)
	}
	return body
}

// filled is a path with values for its parameters.
func filled(path string) string {
	return strings.NewReplacer("{player}", newID(), "{other}", newID(), "{seat}", "0", "{channel}", "players", "{code}", "0000-0000", "{format}", "json").Replace(
		strings.NewReplacer("{way}", "x", "{offer}", "x", "{link}", "x", "{session}", "x", "{recovery}", "x", "{message}", "1", "{seq}", "1").Replace(path))
}

// People who are not signed in reach the calls of these lists alone, those of the second one unless the door is closed. A new route is refused until it
// is added here.
func TestDoor_HidesAllRoutes(t *testing.T) {
	t.Parallel()
	open := []string{
		"GET /session", "POST /sessions", "POST /players", "GET /titles", "POST /mail/confirm", "GET /mail/confirmation", "POST /mail/confirmation",
		"GET /mail/end", "POST /mail/end", "GET /sign-in", "POST /sign-in/passkey", "POST /sign-in/passkey/finish", "POST /sign-in/mail", "POST /sign-in/mail/finish",
		"POST /sign-in/device", "POST /sign-in/device/finish", "POST /sign-in/oidc", "GET /sign-in/oidc/return",
		"GET /texts/{language}/{file}/{key}", "POST /texts/{language}/{file}/{key}/suggestions", // the pages before the door have texts, too
	}
	reading := []string{
		"GET /tables", "GET /tables/{id}", "GET /tables/{id}/view", "GET /tables/{id}/log", "GET /tables/{id}/past", "GET /tables/{id}/export", "GET /tables/{id}/chat",
		"GET /tables/{id}/chat/{channel}/earlier", "GET /tables/{id}/socket", "GET /tables/{id}/events", "GET /me/socket", "GET /me/events",
		"GET /players/{player}", "GET /players/{player}/games", "GET /players/{player}/versus/{other}", "GET /notifications",
		"GET /tables/{id}/refusals", "POST /titles/{title}/lesson", "GET /titles/{title}/rules",
	}
	for _, kind := range []door.Kind{door.Open, door.Invite, door.OIDC} {
		h, open := newFixtureBehind(t, kind), open
		if kind == door.Open {
			open = append(reading, open...)
		}
		ada := h.comesIn("Ada")
		public := ada.creates(2, "public")
		seen := 0
		for _, route := range h.apiRoutes(public.ID) {
			method, path, body := route[0], filled(route[1]), anyBody(route[0], route[1])
			name := method + " " + strings.ReplaceAll(route[1], public.ID, "{id}")
			for what, p := range map[string]person{"nobody": h.nobody(), "a bad token": {h: h, token: "bad"}} {
				switch socket := strings.HasSuffix(path, "/socket") || strings.HasSuffix(path, "/events"); {
				case slices.Contains(open, name) || strings.HasPrefix(path, "/openapi"):
					if got := p.call(method, path, body); what == "nobody" && got.status == http.StatusUnauthorized {
						t.Errorf("%s: %s got %s, want it open", name, what, got.body)
					}
					seen++
				case socket && what != "nobody": // the handler of the socket refuses it
				default:
					if got := p.call(method, path, body); got.code() != "unauthenticated" {
						t.Errorf("%s: %s got %d %s, want 401", name, what, got.status, got.body)
					}
				}
			}
		}
		if seen < 2*len(open) {
			t.Errorf("found %d open calls, want %d: the list names others", seen/2, len(open))
		}
		for _, socket := range []string{"/tables/" + public.ID + "/socket", "/tables/" + public.ID + "/events", "/me/socket", "/me/events"} {
			ada.call("GET", socket, nil).want(200, "")
		}
		ada.call("GET", "/tables", nil).want(200, "")
		ada.call("GET", "/players/"+ada.id, nil).want(200, "")
	}
}

// The invite of a private table shows that table, and nothing else.
func TestDoor_InviteShowsItsTable(t *testing.T) {
	t.Parallel()
	h := newFixtureBehind(t, door.Invite)
	ada := h.comesIn("Ada")
	private, other, public := ada.creates(2, "private"), ada.creates(2, "private"), ada.creates(2, "public")
	eve := h.nobody()
	eve.call("GET", "/tables/"+private.ID+"?invite="+private.Invite, nil).want(200, "")
	eve.call("GET", "/tables/"+private.ID+"/socket?invite="+private.Invite, nil).want(200, "")
	for _, path := range []string{
		"/tables/" + private.ID, "/tables/" + private.ID + "?invite=x", "/tables/" + other.ID + "?invite=" + private.Invite, "/tables?invite=" + private.Invite,
		"/tables/" + public.ID + "?invite=" + private.Invite, "/tables/" + public.ID + "/view?invite=", "/players/" + ada.id + "?invite=" + private.Invite,
		"/players/" + ada.id + "/games",
	} {
		eve.call("GET", path, nil).want(401, "unauthenticated")
	}
}

func TestDoor_NewPeople(t *testing.T) {
	t.Parallel()
	h := newFixtureBehind(t, door.Invite)
	ada := h.comesIn("Ada")
	var code struct {
		ID, Code string
		Uses     int
	}
	ada.call("POST", "/me/door-codes", nil).want(201, "").into(&code)
	enter := func(body map[string]any) answer {
		body["name"] = "Ben"
		return h.nobody().call("POST", "/players", body)
	}
	private, public := ada.creates(2, "private"), ada.creates(2, "public")
	enter(map[string]any{}).want(403, "door_closed")
	enter(map[string]any{"code": "0000-0000-0000"}).want(403, "door_closed")
	enter(map[string]any{"table": public.ID, "invite": "x"}).want(403, "door_closed")
	enter(map[string]any{"table": private.ID, "invite": private.Invite}).want(201, "")
	h.nobody().call("POST", "/players", map[string]any{"name": "", "code": code.Code}).want(422, "bad_name")
	enter(map[string]any{"code": code.Code}).want(201, "")
	var list struct {
		Codes []struct {
			ID, Code string
			Uses     int
		}
	}
	ada.call("GET", "/me/door-codes", nil).want(200, "").into(&list)
	if len(list.Codes) != 1 || list.Codes[0].Code != "" || list.Codes[0].Uses != code.Uses-1 {
		t.Errorf("got %+v, want one use counted, for the person who came in, and the code itself hidden", list)
	}
	h.comesIn("Cleo").call("DELETE", "/me/door-codes/"+code.ID, nil).want(404, "bad_link")
	ada.call("DELETE", "/me/door-codes/"+code.ID, nil).want(204, "")
	enter(map[string]any{"code": code.Code}).want(403, "door_closed")
	open := newFixture(t)
	open.guest("Ada").call("POST", "/me/door-codes", nil).want(403, "not_allowed")
	var ways struct {
		Door      string
		MayInvite bool
	}
	ada.call("GET", "/sign-in", nil).want(200, "").into(&ways)
	if ways.Door != "invite" || !ways.MayInvite {
		t.Errorf("got %+v, want a member who may invite", ways)
	}
	newFixtureBehind(t, door.OIDC).nobody().call("POST", "/players", map[string]any{"name": "Eve"}).want(403, "door_closed")
}
