package httpapi_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/testkit/expect"
)

func TestTitles(t *testing.T) {
	t.Parallel()
	var titles []struct {
		ID, Name                  string
		MinSeats, MaxSeats, Rules int
		Minutes                   struct{ From, To int }
		Weight                    int
		Options                   []struct{ ID, Kind string }
		Colors                    map[string][]string
	}
	newFixture(t).nobody().call("GET", "/titles", nil).want(200, "").into(&titles)
	if len(titles) != 1 || titles[0].ID != "toy" || titles[0].Rules != 1 || len(titles[0].Options) != 2 || len(titles[0].Colors["3"]) != 4 {
		t.Errorf("got %+v, want the toy with its rules, options and colors", titles)
	}
	if titles[0].Minutes.From != 5 || titles[0].Minutes.To != 15 || titles[0].Weight != 1 {
		t.Errorf("got %+v, want the length and weight of the toy", titles)
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	got := ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 3}).want(201, "").tableView()
	if got.State != "open" || got.Visibility != "public" || got.Host != ada.id || got.Invite != "" || got.Seats[0].Player.Name != "Ada" || got.Seats[1].Player != nil {
		t.Errorf("got %+v, want an open public table with Ada on seat 0 as host and no invite", got)
	}
	if want := map[string]int{"rounds": 3, "die": 1, "hints": 1, "takeover": 0}; !cmp.Equal(got.Options, want) {
		t.Errorf("got options %v, want the defaults %v", got.Options, want)
	}
	if want := []string{"red", "blue", "green"}; !cmp.Equal(got.colors(), want) {
		t.Errorf("got colors %v, want %v", got.colors(), want)
	}
	for name, c := range map[string]struct {
		body   map[string]any
		status int
		code   string
	}{
		"an unknown title":      {map[string]any{"title": "chess", "seats": 2}, 422, "unknown_title"},
		"too few seats":         {map[string]any{"title": "toy", "seats": 1}, 422, "bad_seats"},
		"too many seats":        {map[string]any{"title": "toy", "seats": 5}, 422, "bad_seats"},
		"an unknown option":     {map[string]any{"title": "toy", "seats": 2, "options": map[string]int{"x": 1}}, 422, "bad_options"},
		"an option too high":    {map[string]any{"title": "toy", "seats": 2, "options": map[string]int{"rounds": 9}}, 422, "bad_options"},
		"seats that are text":   {map[string]any{"title": "toy", "seats": "two"}, 422, "invalid"},
		"an unknown visibility": {map[string]any{"title": "toy", "seats": 2, "visibility": "secret"}, 422, "invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ada.call("POST", "/tables", c.body).want(c.status, c.code)
		})
	}
}

func TestCreate_TooManyTables(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	var last tableView
	for range 5 {
		last = ada.creates(2, "public")
	}
	ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2}).want(429, "too_many_tables")
	other := bob.creates(2, "public")
	ada.call("POST", "/tables/"+other.ID+"/seats", nil).want(429, "too_many_tables")
	ada.call("DELETE", "/tables/"+last.ID+"/seats/0", nil).want(200, "")
	ada.call("POST", "/tables/"+other.ID+"/seats", nil).want(201, "")
}

func TestPrivate(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	private := ada.creates(2, "private")
	if len(private.Invite) != 22 {
		t.Fatalf("got invite %q, want 128 bits in 22 characters", private.Invite)
	}
	path := "/tables/" + private.ID

	for name, p := range map[string]person{"a stranger": eve, "nobody": h.nobody()} {
		var invited tableView
		p.call("GET", path+"?invite="+private.Invite, nil).want(200, "").into(&invited)
		expect.Equal(t, invited.Invite, "", name, "with the invite it")
	}
	eve.call("POST", path+"/seats", map[string]any{"invite": "AAAAAAAAAAAAAAAAAAAAAA"}).want(403, "wrong_invite")
	expect.Equal(t, bob.sits(private).Invite, private.Invite, "invite for a player at the table")

	listed := func(p person) bool {
		var list struct{ Tables []tableView }
		p.call("GET", "/tables", nil).want(200, "").into(&list)
		return slices.ContainsFunc(list.Tables, func(r tableView) bool { return r.ID == private.ID })
	}
	if !listed(ada) || !listed(bob) || listed(eve) || listed(h.nobody()) {
		t.Error("a private table must be listed for its players only")
	}
}

func TestUnknownTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	for _, id := range []string{"nonsense", "00000000-0000-7000-8000-000000000000", "%00", "..%2fx"} {
		for _, sub := range []string{"", "/view", "/log", "/past", "/export"} {
			ada.call("GET", "/tables/"+id+sub, nil).want(404, "unknown_table")
		}
		ada.call("POST", "/tables/"+id+"/start", nil).want(404, "unknown_table")
		ada.call("POST", "/tables/"+id+"/seats", nil).want(404, "unknown_table")
		ada.call("DELETE", "/tables/"+id+"/seats/0", nil).want(404, "unknown_table")
	}
}

func TestList_Pages(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	var want []string
	for i := range 5 {
		p := []person{ada, bob}[i%2]
		want = append([]string{p.creates(2, "public").ID}, want...)
	}
	pages := func(query string) (ids []string) {
		cursor := ""
		for range 10 {
			var page struct {
				Tables []tableView
				Next   string
			}
			bob.call("GET", "/tables?limit=2"+query+cursor, nil).want(200, "").into(&page)
			for _, r := range page.Tables {
				ids = append(ids, r.ID)
			}
			if page.Next == "" {
				return ids
			}
			cursor = "&cursor=" + page.Next
		}
		t.Fatal("the pages do not end")
		return nil
	}
	for query, want := range map[string][]string{
		"": want, "&state=open": want, "&title=toy": want, "&mine=1": {want[1], want[3]}, "&state=running": nil, "&title=chess": nil,
	} {
		expect.Equal(t, cmp.Diff(want, pages(query)), "", query, "(-want +got)")
	}
	for _, query := range []string{"limit=0", "limit=101", "state=closed", "mine=perhaps", "cursor=nonsense"} {
		bob.call("GET", "/tables?"+query, nil).want(422, "invalid")
	}
}

func TestSeats(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	r := ada.creates(3, "public")
	path := "/tables/" + r.ID + "/seats"

	for name, c := range map[string]struct {
		body   map[string]any
		status int
		code   string
	}{
		"a taken seat":                {map[string]any{"seat": 0}, 409, "seat_taken"},
		"a negative seat":             {map[string]any{"seat": -1}, 422, "bad_seats"},
		"a seat that is too high":     {map[string]any{"seat": 3}, 422, "bad_seats"},
		"a seat that is far too high": {map[string]any{"seat": 256}, 422, "bad_seats"},
		"an unknown color":            {map[string]any{"color": "pink"}, 422, "bad_color"},
		"a taken color":               {map[string]any{"color": "red"}, 409, "color_taken"},
	} {
		bob.call("POST", path, c.body).want(c.status, c.code)
		if t.Failed() {
			t.Fatal(name)
		}
	}

	// A player may take the color of a free seat; the seat gets the player's old one.
	got := bob.call("POST", path, map[string]any{"seat": 2, "color": "blue"}).want(201, "").tableView()
	if want := []string{"red", "green", "blue"}; !cmp.Equal(got.colors(), want) || got.Seats[2].Player.ID != bob.id {
		t.Errorf("got colors %v, want %v and Bob on seat 2", got.colors(), want)
	}
	// A player who moves keeps the color. An unused color can be taken.
	got = bob.call("POST", path, map[string]any{"seat": 1}).want(200, "").tableView()
	if want := []string{"red", "blue", "green"}; !cmp.Equal(got.colors(), want) || got.Seats[1].Player.ID != bob.id || got.Seats[2].Player != nil {
		t.Errorf("got %+v, want Bob on seat 1 with blue, seat 2 free", got.Seats)
	}
	got = bob.call("POST", path, map[string]any{"color": "white"}).want(200, "").tableView()
	if want := []string{"red", "white", "green"}; !cmp.Equal(got.colors(), want) {
		t.Errorf("got colors %v, want %v", got.colors(), want)
	}
	eve.sits(r)
	h.guest("Dan").call("POST", path, nil).want(409, "table_full")
}

func TestStand(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	r := ada.creates(4, "public")
	bob.sits(r)
	eve.sits(r)
	path := "/tables/" + r.ID + "/seats/"

	bob.call("DELETE", path+"2", nil).want(403, "not_host")
	bob.call("DELETE", path+"3", nil).want(403, "not_host")
	ada.call("DELETE", path+"3", nil).want(409, "no_change")
	ada.call("DELETE", path+"9", nil).want(422, "bad_seats")
	ada.call("DELETE", path+"x", nil).want(422, "invalid")

	got := ada.call("DELETE", path+"1", nil).want(200, "").tableView()
	if got.Seats[1].Player != nil || got.Host != ada.id {
		t.Errorf("got %+v, want Bob removed and Ada as host", got)
	}
	got = ada.call("DELETE", path+"0", nil).want(200, "").tableView()
	expect.Equal(t, got.Host, eve.id, "host after the host left")
	got = eve.call("DELETE", path+"2", nil).want(200, "").tableView()
	expect.Equal(t, got.State, "closed", "state of a table without people")
	bob.call("POST", "/tables/"+r.ID+"/seats", nil).want(409, "table_closed")
	eve.call("DELETE", path+"2", nil).want(409, "table_closed")
	eve.call("POST", "/tables/"+r.ID+"/start", nil).want(409, "table_closed")
}

func TestStart(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	r := ada.creates(2, "public")
	path := "/tables/" + r.ID
	ada.call("POST", path+"/start", nil).want(409, "table_not_full")
	bob.sits(r)
	bob.call("POST", path+"/start", nil).want(403, "not_host")
	ada.call("POST", path+"/start", nil).want(409, "not_contributed")
	contribute(r, ada, bob)
	if got := ada.call("POST", path+"/start", nil).want(200, "").tableView(); got.State != "running" || got.Seq != 1 {
		t.Errorf("got %+v, want a running table at seq 1", got)
	}
	ada.call("POST", path+"/start", nil).want(409, "table_running")
	eve.call("POST", path+"/seats", nil).want(409, "table_running")
	ada.call("POST", path+"/seats", map[string]any{"color": "white"}).want(409, "table_running")
	ada.call("DELETE", path+"/seats/1", nil).want(409, "table_running")
	bob.call("DELETE", path+"/seats/1", nil).want(409, "table_running")
}
