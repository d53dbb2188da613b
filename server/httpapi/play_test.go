package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/testkit/expect"
)

func TestAct(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	open := ada.creates(2, "public")
	r := h.started("public", ada, bob)
	path := "/tables/" + r.ID + "/commands"
	mine, _ := ada.views(r.ID).own()
	theirs, _ := bob.views(r.ID).own()

	for name, c := range map[string]struct {
		caller person
		path   string
		body   any
		status int
		code   string
	}{
		"a spectator's move":      {eve, path, map[string]any{"id": "a", "decision": mine.ID, "move": mine.Moves[0]}, 403, "not_seated"},
		"another seat's decision": {ada, path, map[string]any{"id": "a", "decision": theirs.ID, "move": theirs.Moves[0]}, 403, "not_your_decision"},
		"an unknown decision":     {ada, path, map[string]any{"id": "a", "decision": "99-9", "move": mine.Moves[0]}, 409, "stale_decision"},
		"a malformed move":        {ada, path, map[string]any{"id": "a", "decision": mine.ID, "move": "fly"}, 400, "malformed"},
		"an illegal move":         {ada, path, map[string]any{"id": "a", "decision": mine.ID, "move": theirs.Moves[0]}, 422, "illegal_move"},
		"no id":                   {ada, path, map[string]any{"decision": mine.ID, "move": mine.Moves[0]}, 400, "malformed"},
		"no decision":             {ada, path, map[string]any{"id": "a", "move": mine.Moves[0]}, 400, "malformed"},
		"no move":                 {ada, path, map[string]any{"id": "a", "decision": mine.ID}, 400, "malformed"},
		"a number as decision":    {ada, path, map[string]any{"id": "a", "decision": 5, "move": mine.Moves[0]}, 400, "malformed"},
		"a negative seq":          {ada, path, map[string]any{"id": "a", "decision": mine.ID, "move": mine.Moves[0], "seq": -1}, 400, "malformed"},
		"an empty id":             {ada, path, map[string]any{"id": "", "decision": mine.ID, "move": mine.Moves[0]}, 400, "malformed"},
		"an id with spaces":       {ada, path, map[string]any{"id": "a b", "decision": mine.ID, "move": mine.Moves[0]}, 400, "malformed"},
		"a long id":               {ada, path, map[string]any{"id": strings.Repeat("a", 65), "decision": mine.ID, "move": mine.Moves[0]}, 400, "malformed"},
		"not JSON":                {ada, path, "{", 400, "malformed"},
		"a table not yet started": {ada, "/tables/" + open.ID + "/commands", map[string]any{"id": "a", "decision": "1-1", "move": 1}, 409, "stale_decision"},
		"return without leaving":  {ada, "/tables/" + r.ID + "/return", map[string]any{"id": "a"}, 409, "no_change"},
		"nothing to take back":    {ada, "/tables/" + r.ID + "/takeback", map[string]any{"id": "a"}, 409, "nothing_to_take_back"},
	} {
		if got := c.caller.call("POST", c.path, c.body); got.status != c.status || got.code() != c.code {
			t.Errorf("%s: got %d %s, want %d %s", name, got.status, got.body, c.status, c.code)
		}
	}

	var first, second struct {
		ID  string
		OK  bool
		Seq int
	}
	ada.acts(r.ID, "one", mine).want(200, "").into(&first)
	ada.acts(r.ID, "one", mine).want(200, "").into(&second)
	if first.ID != "one" || !first.OK || first.Seq != 2 || second != first {
		t.Errorf("got %+v, then %+v, want the same acceptance of entry 2 twice", first, second)
	}
	other := mine
	other.Moves = mine.Moves[1:]
	ada.acts(r.ID, "one", other).want(409, "id_reused")
	ada.call("POST", "/tables/"+r.ID+"/takeback", map[string]any{"id": "back"}).want(200, "")
	ada.call("POST", "/tables/"+r.ID+"/leave", map[string]any{"id": "away"}).want(200, "")
	if got := bob.sees(r.ID); !got.Seats[0].Away {
		t.Errorf("got %+v, want Ada away", got.Seats[0])
	}
	ada.call("POST", "/tables/"+r.ID+"/return", map[string]any{"id": "here"}).want(200, "")
}

func TestSpectate(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	r := h.started("private", ada, bob)
	path := "/tables/" + r.ID
	// A caller with an invite but without a seat gets a spectator's view.
	invited := h.nobody().call("GET", path+"/view?invite="+bob.sees(r.ID).Invite, nil).want(200, "")
	var s content
	invited.into(&s)
	if _, owes := s.own(); owes || s.Seq != 1 || len(s.Decisions) != 2 {
		t.Errorf("got %s for a spectator, want two decisions without moves", invited.body)
	}
	if invited.header.Get("Cache-Control") != "no-store" || invited.header.Get("Content-Type") != "application/json" {
		t.Errorf("got headers %v, want JSON that is not stored", invited.header)
	}
	if _, owes := ada.views(r.ID).own(); !owes {
		t.Error("a seat must get its own moves")
	}

	mine, _ := ada.views(r.ID).own()
	ada.acts(r.ID, "one", mine).want(200, "")
	var log struct {
		Entries []struct {
			Seq    int
			Kind   string
			Events []struct {
				Name string
				Data json.RawMessage
			}
		}
		More bool
	}
	bob.call("GET", path+"/log?since=1", nil).want(200, "").into(&log)
	if len(log.Entries) != 1 || log.Entries[0].Seq != 2 || log.Entries[0].Kind != "move" || log.More {
		t.Errorf("got log %+v, want entry 2 alone", log)
	}
	bob.call("GET", path+"/log?since=-1", nil).want(422, "invalid")
	// The past has the views of the caller's own seat.
	var past struct {
		Updates []struct {
			Seq       int
			Decisions []struct {
				Seat  int
				Moves []json.RawMessage
			}
		}
	}
	bob.call("GET", path+"/past?since=0", nil).want(200, "").into(&past)
	if len(past.Updates) != 2 || past.Updates[0].Seq != 1 {
		t.Fatalf("got %+v, want entries 1 and 2", past)
	}
	for _, d := range past.Updates[0].Decisions {
		if d.Seat != 1 && len(d.Moves) > 0 {
			t.Errorf("the past of seat 1 has moves of seat %d", d.Seat)
		}
	}
	bob.call("GET", path+"/past?since=-1", nil).want(422, "invalid")
	bob.call("GET", path+"/export", nil).want(409, "table_running")
}

func TestExport(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob, eve := h.guest("Ada"), h.guest("Bob"), h.guest("Eve")
	r := h.started("public", ada, bob)
	ada.call("POST", "/tables/"+r.ID+"/rematch", nil).want(409, "table_running")
	got := h.finish(r, ada, bob)
	if got.State != "finished" || len(got.Winners) == 0 {
		t.Fatalf("got %+v, want it finished with winners", got)
	}
	path := "/tables/" + r.ID
	ada.call("POST", path+"/commands", map[string]any{"id": "late", "decision": "1-1", "move": 1}).want(409, "table_finished")
	bob.call("POST", path+"/seats", nil).want(409, "table_finished")
	var export map[string]json.RawMessage
	h.nobody().call("GET", path+"/export", nil).want(200, "").into(&export)
	if len(export["secret"]) != 66 || len(export["entries"]) == 0 {
		t.Errorf("got an export with %d members, want secret and entries among them", len(export))
	}
	eve.call("POST", path+"/rematch", nil).want(403, "not_seated")
}

func TestRematch(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	old := h.finish(h.started("private", ada, bob), ada, bob)
	answers := make(chan answer, 8)
	for i := range cap(answers) {
		p := []person{ada, bob}[i%2]
		go func() { answers <- p.call("POST", "/tables/"+old.ID+"/rematch", nil) }()
	}
	made := map[int]int{}
	ids := map[string]bool{}
	var next tableView
	for range cap(answers) {
		a := <-answers
		made[a.status]++
		next = a.tableView()
		ids[next.ID] = true
	}
	if len(ids) != 1 || made[201] != 1 || made[200] != 7 {
		t.Fatalf("got %d tables and answers %v, want one table, created once", len(ids), made)
	}
	if next.State != "open" || next.Visibility != "private" || next.Invite == "" || next.Invite == old.Invite || next.Options["rounds"] != 2 {
		t.Errorf("got %+v, want an open private table with the old options and an invite of its own", next)
	}
	if diff := cmp.Diff(old.colors(), next.colors()); diff != "" || next.Seats[0].Player.ID != ada.id || next.Seats[1].Player.ID != bob.id {
		t.Errorf("got seats %+v, want the same people with the same colors", next.Seats)
	}
	expect.Equal(t, bob.sees(old.ID).Rematch, next.ID, "rematch", "at the old table")
	// A spectator may see the old table, but not the next one.
	var watched tableView
	h.guest("Eve").call("GET", "/tables/"+old.ID+"?invite="+old.Invite, nil).want(200, "").into(&watched)
	expect.Equal(t, watched.Rematch, "", "a spectator of the private table: rematch")
}
