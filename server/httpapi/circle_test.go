package httpapi_test

import (
	"slices"
	"testing"

	"nemeton/testkit/expect"
)

type friendView struct {
	Player struct{ ID, Name string }
	State  string
}

func (p person) friends() (list []string) {
	p.h.t.Helper()
	var in struct{ Friends []friendView }
	p.call("GET", "/me/friends", nil).want(200, "").into(&in)
	for _, f := range in.Friends {
		list = append(list, f.Player.Name+" "+f.State)
	}
	return list
}

func (p person) lists(table string) bool {
	p.h.t.Helper()
	var in struct{ Tables []struct{ ID string } }
	p.call("GET", "/tables", nil).want(200, "").into(&in)
	return slices.ContainsFunc(in.Tables, func(t struct{ ID string }) bool { return t.ID == table })
}

func (h *fixture) befriend(a, b person) {
	h.t.Helper()
	a.call("PUT", "/me/friends/"+b.id, nil).want(200, "")
	b.call("PUT", "/me/friends/"+a.id, nil).want(200, "")
}

func TestFriends(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, cy, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Cy"), h.guest("Eve")
	h.conceded("private", ada, ben, cy)
	to := func(p person) string { return "/me/friends/" + p.id }
	eve.call("PUT", to(ada), nil).want(404, "unknown_player")
	ada.call("PUT", to(ada), nil).want(404, "unknown_player")
	ada.call("PUT", "/me/friends/x", nil).want(404, "unknown_player")
	ada.call("DELETE", to(ben), nil).want(409, "no_change")
	ada.call("PUT", to(ben), nil).want(200, "")
	if got, other := ada.friends(), ben.friends(); !slices.Equal(got, []string{"Ben asked"}) || !slices.Equal(other, []string{"Ada asks"}) {
		t.Errorf("got %q and %q, want an open question", got, other)
	}
	ben.call("PUT", to(ada), nil).want(200, "")
	expect.Slice(t, ada.friends(), []string{"Ben friend"})
	cy.call("PUT", to(ada), nil).want(200, "")
	ada.call("DELETE", to(cy), nil).want(204, "")
	cy.call("PUT", "/me/blocks/"+ben.id, nil).want(204, "")
	ben.call("PUT", to(cy), nil).want(404, "unknown_player")
	ben.call("PUT", "/me/blocks/"+ada.id, nil).want(204, "")
	if got := ada.friends(); got != nil {
		t.Errorf("got %q after a block, want nobody", got)
	}
}

// A table for friends is known to the friends of its host, and to nobody else without the invite.
func TestFriends_Tables(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, cy, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Cy"), h.guest("Eve")
	h.conceded("public", ada, ben, cy)
	h.befriend(ada, ben)
	h.conceded("public", ada, eve)
	h.befriend(ada, eve)
	r := ada.creates(3, "friends")
	if r.Invite == "" || r.Visibility != "friends" {
		t.Errorf("got %+v, want a table for friends with an invite", r)
	}
	for _, p := range []person{cy, h.nobody()} {
		p.call("GET", "/tables/"+r.ID, nil).want(404, "unknown_table")
		if p.lists(r.ID) {
			t.Errorf("%s finds the table, want friends alone", p.id)
		}
	}
	cy.call("POST", "/tables/"+r.ID+"/seats", map[string]any{}).want(404, "unknown_table")
	cy.call("POST", "/tables/"+r.ID+"/seats", map[string]any{"invite": "wrong"}).want(403, "wrong_invite")
	if got := ben.sees(r.ID); got.Invite != "" || !ben.lists(r.ID) {
		t.Errorf("got invite %q and listed %v, want the table without its invite", got.Invite, ben.lists(r.ID))
	}
	ada.call("DELETE", "/me/friends/"+ben.id, nil).want(204, "")
	ben.call("GET", "/tables/"+r.ID, nil).want(404, "unknown_table")
	if ben.lists(r.ID) {
		t.Error("a former friend finds the table")
	}
	ben.call("POST", "/tables/"+r.ID+"/seats", map[string]any{}).want(404, "unknown_table")
	h.befriend(ada, ben)
	if got := ben.sits(r); got.Seats[1].Player == nil || got.Seats[1].Player.ID != ben.id || got.Invite == "" {
		t.Errorf("got %+v, want the friend at the table", got)
	}
	ada.call("PATCH", "/tables/"+r.ID, map[string]any{"visibility": "private"}).want(200, "")
	eve.call("GET", "/tables/"+r.ID, nil).want(404, "unknown_table")
}

func TestCircle(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, cy := h.guest("Ada"), h.guest("Ben"), h.guest("Cy")
	h.conceded("private", ada, ben)
	h.conceded("private", ben, ada)
	h.conceded("private", ada, cy)
	type member struct {
		Player                                                   struct{ Name string }
		Games, Wins, Placed, Places, Streak, Best, Ahead, Behind int
	}
	read := func(p person) (members []member) {
		t.Helper()
		var in struct {
			Titles []struct {
				Title   string
				Members []member
			}
		}
		p.call("GET", "/me/circle", nil).want(200, "").into(&in)
		for _, title := range in.Titles {
			members = append(members, title.Members...)
		}
		return members
	}
	if got := read(ada); got != nil {
		t.Errorf("got %+v before anybody agreed, want nobody", got)
	}
	h.befriend(ada, ben)
	got := read(ada)
	if len(got) != 2 || got[0].Player.Name != "Ada" || got[1].Player.Name != "Ben" {
		t.Fatalf("got %+v, want Ada and Ben", got)
	}
	if a, b := got[0], got[1]; a.Games != 2 || a.Wins != 1 || a.Placed != 1 || a.Places != 1 || a.Streak != 0 || a.Best != 1 || b.Games != 2 || b.Wins != 1 || b.Streak != 1 {
		t.Errorf("got %+v, want two games, one win each, the last one Ben's", got)
	}
}
