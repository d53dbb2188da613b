package httpapi_test

import (
	"context"
	"encoding/json"
	"testing"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/server/results"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// viewAndMoves has the view and moves of a person, without members that depend on the table.
func (p person) viewAndMoves(id string) string {
	p.h.t.Helper()
	var s struct {
		View      map[string]json.RawMessage   `json:"view"`
		Decisions []map[string]json.RawMessage `json:"decisions"`
	}
	p.call("GET", "/tables/"+id+"/view", nil).want(200, "").into(&s)
	delete(s.View, "canTakeBack")
	for _, d := range s.Decisions {
		delete(d, "id")
	}
	raw := must.Return(json.Marshal(s))(p.h.t)
	return string(raw)
}

func TestFork(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	old := h.started("private", ada, bob)
	path := "/tables/" + old.ID + "/fork"
	at := func(seq int) map[string]any { return map[string]any{"seq": seq, "chance": "new"} }
	ada.call("POST", path, at(1)).want(409, "table_running")
	d, _ := ada.views(old.ID).own()
	ada.acts(old.ID, "first", d).want(200, "")
	seen := []string{ada.viewAndMoves(old.ID), bob.viewAndMoves(old.ID)}
	old = h.finish(old, ada, bob)

	eve.call("POST", path, at(2)).want(404, "unknown_table")
	for _, seq := range []int{-1, 0, old.Seq, old.Seq + 1, 1 << 40} {
		bob.call("POST", path, at(seq)).want(422, "bad_moment")
	}
	bob.call("POST", path, map[string]any{"seq": 2, "chance": "other"}).want(422, "invalid")
	bob.call("POST", path, map[string]any{"seq": 2}).want(422, "invalid")

	fork := bob.call("POST", path, at(2)).want(201, "").tableView()
	twice := bob.call("POST", path, map[string]any{"seq": 2, "chance": "same"}).want(201, "").tableView()
	if fork.ID == twice.ID || fork.State != "open" || fork.Host != bob.id || fork.Visibility != "private" || fork.Invite == old.Invite || fork.Commitment == twice.Commitment {
		t.Errorf("got %+v and %+v, want two open private tables of their own", fork, twice)
	}
	if o := fork.Origin; o == nil || o.Table != old.ID || o.Seq != 2 || o.Chance != engine.ForkNew || twice.Origin.Head != o.Head {
		t.Errorf("got the origin %+v, want entry 2 of %s", o, old.ID)
	}
	if s := fork.Seats; s[0].Player.ID != ada.id || s[1].Player.ID != bob.id || s[0].Confirmed == nil || *s[0].Confirmed || s[0].Color != old.Seats[0].Color {
		t.Errorf("got the seats %+v, want the same people, of whom Ada is asked", s)
	}

	// A guest with the invite of the finished table may see it, but seats nobody else.
	other := eve.call("POST", path, map[string]any{"seq": 3, "chance": "same", "invite": old.Invite}).want(201, "").tableView()
	if s := other.Seats; s[0].Player == nil || s[0].Player.ID != eve.id || s[1].Player != nil {
		t.Errorf("got the seats %+v, want Eve alone", s)
	}

	for _, one := range []tableView{fork, twice} {
		contribute(one, ada, bob)
		bob.call("POST", "/tables/"+one.ID+"/start", nil).want(200, "")
		for i, p := range []person{ada, bob} {
			expect.Equal(t, p.viewAndMoves(one.ID), seen[i], "player", i)
		}
		h.finish(one, ada, bob)
		raw := ada.call("GET", "/tables/"+one.ID+"/export", nil).want(200, "").body
		got := export.Check(raw, func(string) (engine.Title, bool) { return toy.Title{}, true })
		if got.Verdict != export.Holds || got.Origin == nil || got.Origin.Table != old.ID {
			t.Errorf("got the report %+v, fault %+v", got, got.Fault)
		}
	}
	h.wantOneGame(ada)
	expect.Error(t, expect.Second(results.Rebuild(context.Background(), h.store, func(string) (engine.Title, bool) { return toy.Title{}, true }, func(s results.Skipped) error { return s.Cause })), nil)
	h.wantOneGame(ada)
}

// wantOneGame fails the test unless one game is in the figures and the history of a person.
func (h *fixture) wantOneGame(p person) {
	h.t.Helper()
	var profile struct{ Figures []struct{ Games int } }
	p.call("GET", "/players/"+p.id, nil).want(200, "").into(&profile)
	var history struct{ Games []json.RawMessage }
	p.call("GET", "/players/"+p.id+"/games", nil).want(200, "").into(&history)
	if len(profile.Figures) != 1 || profile.Figures[0].Games != 1 || len(history.Games) != 1 {
		h.t.Errorf("got the figures %+v and %d games, want one", profile.Figures, len(history.Games))
	}
}

// A game that is played on keeps seats, colors and options of its title. Free seats are for anybody, and for bots.
func TestFork_Settings(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	old := h.finish(h.started("public", ada, bob), ada, bob)
	fork := eve.call("POST", "/tables/"+old.ID+"/fork", map[string]any{"seq": 2, "chance": "same"}).want(201, "").tableView()
	path := "/tables/" + fork.ID
	eve.call("PATCH", path, map[string]any{"seats": 3}).want(422, "bad_seats")
	eve.call("PATCH", path, map[string]any{"options": map[string]int{"rounds": 4}}).want(422, "bad_options")
	eve.call("PATCH", path, map[string]any{"options": map[string]int{"hints": 0}, "pace": map[string]any{"kind": "live", "bank": 60}}).want(200, "")
	eve.call("POST", path+"/seats", map[string]any{"color": "green"}).want(422, "bad_color")
	moved := eve.call("POST", path+"/seats", map[string]any{"seat": 1}).want(200, "").tableView()
	if moved.Seats[1].Player == nil || moved.Seats[1].Player.ID != eve.id || moved.Seats[1].Color != old.Seats[1].Color || moved.Seats[0].Color != old.Seats[0].Color {
		t.Errorf("got the seats %+v, want Eve on seat 1 and the colors where they were", moved.Seats)
	}
	eve.call("POST", path+"/bots", map[string]any{"level": "easy"}).want(200, "")
	contribute(fork, eve)
	if got := eve.call("POST", path+"/start", nil).want(200, "").tableView(); got.State != "running" || got.Origin == nil {
		t.Errorf("got %+v, want it running", got)
	}
}
