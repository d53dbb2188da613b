package httpapi_test

import (
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

// gameView is a finished game as clients read it.
type gameView struct {
	Table   string
	Private bool
	Ended   string
	Seats   []struct {
		Hidden, Won, Conceded, HandedOver bool
		Points                            int
		Player                            *struct{ ID, Name string }
	}
}

func (p person) games(of person, query string) (list []gameView) {
	p.h.t.Helper()
	var in struct{ Games []gameView }
	p.call("GET", "/players/"+of.id+"/games"+query, nil).want(200, "").into(&in)
	return in.Games
}

// conceded returns a finished table, at which the last person conceded.
func (h *fixture) conceded(visibility string, people ...person) tableView {
	h.t.Helper()
	r := h.started(visibility, people...)
	for _, p := range people[1:] {
		p.call("POST", "/tables/"+r.ID+"/concede", map[string]any{"id": "c"}).want(200, "")
	}
	return people[0].sees(r.ID)
}

func TestHistory_Shown(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve, cy := h.guest("Ada"), h.guest("Ben"), h.guest("Eve"), h.guest("Cy")
	h.conceded("public", ada, ben)
	page := "/players/" + ada.id
	for _, path := range []string{page, page + "/games", page + "/versus/" + ben.id, "/players/" + ben.id + "/versus/" + ada.id, "/players/" + cy.id + "/games?with=" + ada.id} {
		closed := func(p person, why string) {
			t.Helper()
			refused := strings.Replace(path, cy.id, p.id, 1)
			got := string(p.call("GET", refused, nil).want(404, "unknown_player").body)
			missing := string(p.call("GET", strings.ReplaceAll(refused, ada.id, newID()), nil).want(404, "unknown_player").body)
			if cut := func(s string) string { before, _, _ := strings.Cut(s, `"request"`); return before }; cut(got) != cut(missing) {
				t.Errorf("%s, %s: got %s, want the answer for a missing player: %s", path, why, got, missing)
			}
		}
		open := func(p person) {
			t.Helper()
			if !strings.Contains(path, cy.id) {
				p.call("GET", path, nil).want(200, "")
			}
		}
		open(ada)
		open(ben)
		closed(cy, "never played together")
		if !strings.Contains(path, cy.id) {
			h.nobody().call("GET", path, nil).want(404, "unknown_player")
		}
		ada.call("PATCH", "/me", map[string]any{"history": "nobody"}).want(200, "")
		open(ada)
		closed(ben, "shown to nobody")
		ada.call("PATCH", "/me", map[string]any{"history": "everybody"}).want(200, "")
		ben.call("PATCH", "/me", map[string]any{"history": "everybody"}).want(200, "")
		open(eve)
		open(h.nobody())
		ada.call("PUT", "/me/blocks/"+eve.id, nil).want(204, "")
		closed(eve, "blocked")
		ada.call("DELETE", "/me/blocks/"+eve.id, nil).want(204, "")
		ada.call("PATCH", "/me", map[string]any{"history": "companions"}).want(200, "")
		ben.call("PATCH", "/me", map[string]any{"history": "companions"}).want(200, "")
	}
	var me struct{ ID, Name, History string }
	ada.call("GET", "/me", nil).want(200, "").into(&me)
	if me.Name != "Ada" || me.History != "companions" {
		t.Errorf("got %+v, want Ada, shown to companions", me)
	}
	ada.call("PATCH", "/me", map[string]any{"history": "some"}).want(422, "invalid")
	ada.call("GET", "/players/"+ada.id+"/versus/"+ada.id, nil).want(422, "invalid")
	ada.call("GET", "/players/x", nil).want(404, "unknown_player")
	ada.call("DELETE", "/me", nil).want(204, "")
	ben.call("GET", page, nil).want(404, "unknown_player")
	if got := ben.games(ben, ""); len(got) != 1 || got[0].Seats[0].Player.Name != "" || !got[0].Seats[1].Conceded {
		t.Errorf("Ben's games after Ada was erased: %+v, want one with a nameless player", got)
	}
}

func TestHistory_Games(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	for _, p := range []person{ada, ben} {
		p.call("PATCH", "/me", map[string]any{"history": "everybody"}).want(200, "")
	}
	r := h.started("public", ada, ben)
	if got := ada.games(ada, ""); len(got) != 0 {
		t.Fatalf("got %+v from a running table, want nothing", got)
	}
	done := h.finish(r, ada, ben)
	hidden := h.conceded("private", ada, ben)
	h.started("public", ada, ben)
	all := ben.games(ada, "")
	if len(all) != 2 || all[0].Table != hidden.ID || all[1].Table != done.ID || !all[0].Private || all[0].Ended != "concession" || all[0].Seats[1].Player.Name != "Ben" {
		t.Fatalf("got %+v, want the private game and then the public one", all)
	}
	for _, stranger := range []person{eve, h.nobody()} {
		seen := stranger.games(ada, "")
		if len(seen) != 2 || seen[0].Table != "" || seen[0].Seats[0].Player.ID != ada.id || !seen[0].Seats[1].Hidden || seen[0].Seats[1].Player != nil || seen[1].Table != done.ID {
			t.Errorf("a stranger got %+v, want the private game without its table and its other seat", seen)
		}
		if with := stranger.games(ada, "?with="+ben.id); len(with) != 1 || with[0].Table != done.ID {
			t.Errorf("a stranger got %+v of both players, want the public game alone", with)
		}
	}
	var page struct {
		Games []gameView
		Next  string
	}
	ben.call("GET", "/players/"+ada.id+"/games?limit=1", nil).want(200, "").into(&page)
	if rest := ben.games(ada, "?cursor="+page.Next); len(page.Games) != 1 || len(rest) != 1 || rest[0].Table != done.ID {
		t.Errorf("got pages %+v and %+v, want a game each", page, rest)
	}
	ben.call("GET", "/players/"+ada.id+"/games?cursor=x", nil).want(422, "invalid")

	var profile struct {
		Player  struct{ Name string }
		Figures []struct{ Seats, Games, Wins, Scored, Points, Best int }
	}
	eve.call("GET", "/players/"+ada.id, nil).want(200, "").into(&profile)
	points := all[1].Seats[0].Points
	wins := 1
	if all[1].Seats[0].Won {
		wins = 2
	}
	if f := profile.Figures; len(f) != 1 || f[0].Seats != 2 || f[0].Games != 2 || f[0].Wins != wins || f[0].Scored != 1 || f[0].Points != points || f[0].Best != points {
		t.Errorf("got figures %+v, want two games, %d wins and %d points", f, wins, points)
	}
	var versus struct {
		Titles []struct{ Games, Wins, OtherWins int }
	}
	ben.call("GET", "/players/"+ada.id+"/versus/"+ben.id, nil).want(200, "").into(&versus)
	if len(versus.Titles) != 1 || versus.Titles[0].Games != 2 || versus.Titles[0].Wins != wins {
		t.Errorf("got head to head %+v, want two games and %d wins", versus, wins)
	}
	eve.call("GET", "/players/"+ada.id+"/versus/"+ben.id, nil).want(200, "").into(&versus)
	if len(versus.Titles) != 1 || versus.Titles[0].Games != 1 {
		t.Errorf("a stranger got head to head %+v, want one game", versus)
	}
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	h.conceded("public", ada, ben)
	var companions struct {
		Companions []struct {
			Player struct{ ID, Name string }
			Games  int
		}
	}
	ada.call("GET", "/me/companions", nil).want(200, "").into(&companions)
	if c := companions.Companions; len(c) != 1 || c[0].Player.Name != "Ben" || c[0].Games != 1 {
		t.Errorf("got companions %+v, want Ben", c)
	}
	r := ada.creates(3, "private")
	path, to := "/tables/"+r.ID+"/invitations", func(p person) any { return map[string]any{"player": p.id} }
	ben.call("POST", path, to(eve)).want(404, "unknown_table")
	ada.call("POST", path, to(eve)).want(404, "unknown_player")
	ada.call("POST", path, map[string]any{"player": newID()}).want(404, "unknown_player")
	ada.call("POST", path, to(ada)).want(404, "unknown_player")
	ada.call("POST", path, to(ben)).want(201, "")
	ada.call("POST", path, to(ben)).want(200, "")

	type invitation struct {
		From   struct{ Name string }
		Table  tableView
		Invite string
	}
	received := func(p person) []invitation {
		var in struct{ Invitations []invitation }
		p.call("GET", "/me/invitations", nil).want(200, "").into(&in)
		return in.Invitations
	}
	got := received(ben)
	if len(got) != 1 || got[0].From.Name != "Ada" || got[0].Table.ID != r.ID || got[0].Invite != r.Invite || r.Invite == "" {
		t.Fatalf("got invitations %+v, want that of Ada with the code of the table", got)
	}
	ben.call("POST", "/tables/"+r.ID+"/seats", map[string]any{"invite": got[0].Invite}).want(201, "")
	expect.Equal(t, len(received(ben)), 0, "invitations after the acceptance")
	ada.call("POST", path, to(ben)).want(409, "no_change")
	var invited struct {
		Invited []struct {
			Player struct{ Name string }
			Answer string
		}
	}
	ada.call("GET", path, nil).want(200, "").into(&invited)
	if i := invited.Invited; len(i) != 1 || i[0].Player.Name != "Ben" || i[0].Answer != "accepted" {
		t.Errorf("got invited people %+v, want Ben, who accepted", i)
	}
	eve.call("GET", path, nil).want(404, "unknown_table")

	other := ada.creates(2, "public")
	path = "/tables/" + other.ID + "/invitations"
	ada.call("POST", path, to(ben)).want(201, "")
	ben.call("DELETE", "/me/invitations/"+other.ID, nil).want(204, "")
	ben.call("DELETE", "/me/invitations/"+other.ID, nil).want(404, "unknown_table")
	ada.call("POST", path, to(ben)).want(403, "cannot_invite")
	eve.call("POST", path, to(ben)).want(403, "not_seated")
	third := ada.creates(2, "public")
	path = "/tables/" + third.ID + "/invitations"
	ada.call("POST", path, to(ben)).want(403, "cannot_invite")
	h.clock.Add(2 * 60 * 60 * 1e9)
	ada.call("POST", path, to(ben)).want(201, "")
	ben.call("PUT", "/me/blocks/"+ada.id, nil).want(204, "")
	expect.Equal(t, len(received(ben)), 0, "invitations from a blocked person")
	var blocked struct{ Players []struct{ Name string } }
	ben.call("GET", "/me/blocks", nil).want(200, "").into(&blocked)
	if len(blocked.Players) != 1 || blocked.Players[0].Name != "Ada" {
		t.Errorf("got blocked people %+v, want Ada", blocked)
	}
	ben.call("PUT", "/me/blocks/"+ben.id, nil).want(422, "invalid")
	ben.call("PUT", "/me/blocks/"+newID(), nil).want(404, "unknown_player")
	ben.call("DELETE", "/me/blocks/"+eve.id, nil).want(409, "no_change")
}
