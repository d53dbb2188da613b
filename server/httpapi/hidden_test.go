package httpapi_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

var anID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// withoutIDs returns the answer with ids replaced, which name the request and the requested table.
func (a answer) withoutIDs() string {
	var all strings.Builder
	for _, key := range []string{"Content-Type", "Cache-Control", "Retry-After", "Set-Cookie", "Etag", "Content-Length", "Vary", "Allow"} {
		all.WriteString(strings.Join(a.header.Values(key), ";") + "\n")
	}
	return http.StatusText(a.status) + "\n" + all.String() + anID.ReplaceAllString(string(a.body), "ID")
}

// A caller without access to a private table gets, byte for byte, the answers for a missing table. That holds for every call,
// without an invite, with a wrong one, and with made-up codes.
func TestAPI_HiddenTables(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	open := ada.creates(2, "private")
	running := h.started("private", ada, ben)
	finished := h.finish(h.started("private", ada, ben), ada, ben)
	const wrong = "AAAAAAAAAAAAAAAAAAAAAA"
	command := map[string]any{"id": "c", "decision": "1-1", "move": map[string]any{"do": "x"}}
	answer := map[string]any{"id": "c", "proposal": 2}
	offer := map[string]any{"id": "c", "code": "0." + wrong}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"GET", "", nil}, {"GET", "/view", nil}, {"GET", "/log", nil}, {"GET", "/past", nil}, {"GET", "/export", nil},
		{"GET", "?invite=" + wrong, nil}, {"GET", "/view?invite=" + wrong, nil}, {"GET", "/log?invite=" + wrong, nil}, {"GET", "/past?invite=" + wrong, nil}, {"GET", "/export?invite=" + wrong, nil},
		{"POST", "/seats", nil}, {"POST", "/seats", map[string]any{"invite": wrong}}, {"POST", "/seats", map[string]any{"seat": 0}},
		{"DELETE", "/seats/0", nil}, {"POST", "/start", nil}, {"POST", "/rematch", nil}, {"POST", "/bots", map[string]any{"level": "easy"}},
		{"POST", "/commands", command}, {"POST", "/takeback", command}, {"POST", "/leave", command}, {"POST", "/return", command},
		{"POST", "/seats/1/takeover", command}, {"POST", "/hint", nil}, {"POST", "/handover", nil}, {"POST", "/claim", offer},
		{"POST", "/concede", command}, {"POST", "/stop", command}, {"POST", "/stop/agree", answer}, {"POST", "/stop/decline", answer},
		{"DELETE", "/barred/" + eve.id, nil},
	} {
		for _, p := range []person{eve, h.nobody()} {
			want := p.call(c.method, "/tables/"+newID()+c.path, c.body).withoutIDs()
			for state, r := range map[string]tableView{"open": open, "running": running, "finished": finished} {
				expect.Equal(t, p.call(c.method, "/tables/"+r.ID+c.path, c.body).withoutIDs(), want, c.method, c.path, "of a private table that is", state, "by", p.name)
			}
		}
	}
}

// The same holds for each call that names a table, also for new ones, with members that all of them accept.
func TestAPI_HiddenTables_AllRoutes(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	tables := []tableView{ada.creates(2, "private"), h.started("private", ada, ben), h.finish(h.started("private", ada, ben), ada, ben)}
	calls := 0
	for _, route := range h.apiRoutes("TABLE") {
		method, path := route[0], strings.NewReplacer("{message}", "players-1", "{channel}/earlier", "players/earlier?before=5").Replace(route[1])
		if !strings.Contains(path, "TABLE") || strings.HasSuffix(path, "/socket") || strings.HasSuffix(path, "/events") {
			continue // TestSubscribe_Refused has the sockets
		}
		path = filled(path)
		var body map[string]any
		if method != "GET" && method != "DELETE" {
			body = map[string]any{
				"id": "c", "decision": "1-1", "move": map[string]any{"do": "x"}, "proposal": 2, "code": "0.AAAAAAAAAAAAAAAAAAAAAA", "level": "easy", "text": "hello", "glyph": "heart",
				"channel": "players", "number": 1, "seconds": 5, "player": ada.id, "seq": 1, "chance": "same",
			}
		}
		switch {
		case strings.HasSuffix(path, "/contribution"):
			body["contribution"] = nil
		case strings.HasSuffix(path, "/devices"):
			body["device"] = strings.Repeat("ab", 32)
		}
		want := eve.call(method, strings.ReplaceAll(path, "TABLE", newID()), body)
		if want.status != http.StatusNotFound && want.status != http.StatusForbidden {
			t.Errorf("%s %s of a missing table: got %d %s; the call was refused before it looked for the table", method, path, want.status, want.body)
		}
		for _, hidden := range tables {
			if got := eve.call(method, strings.ReplaceAll(path, "TABLE", hidden.ID), body); got.withoutIDs() != want.withoutIDs() {
				t.Errorf("%s %s of a private table that is %s: got\n%s\nwant, as for a missing table\n%s", method, path, hidden.State, got.withoutIDs(), want.withoutIDs())
			}
		}
		calls++
	}
	if calls < 40 {
		t.Errorf("got %d calls, want all", calls)
	}
}

// An invite has 128 random bits. Changing or dropping one letter makes it invalid.
func TestAPI_Invites(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	seen := map[string]bool{}
	var last tableView
	for i := range 20 {
		if i%5 == 0 {
			last = h.guest("Ada").creates(2, "private")
		}
		seen[last.Invite] = true
	}
	if len(seen) != 4 || len(last.Invite) != 22 {
		t.Errorf("got invites %v, want different ones of 22 letters", seen)
	}
	eve := h.guest("Eve")
	for _, guess := range []string{
		last.Invite[1:], last.Invite + "A", strings.ToLower(last.Invite) + "=", "%00" + last.Invite, "B" + last.Invite[1:] + "x", " ", "null", last.ID,
	} {
		if guess == last.Invite {
			continue
		}
		eve.call("GET", "/tables/"+last.ID+"?invite="+strings.ReplaceAll(guess, " ", "+"), nil).want(404, "unknown_table")
	}
	eve.call("GET", "/tables/"+last.ID+"?invite="+last.Invite, nil).want(200, "")
}

// A request acts for the player of its token, whatever else it contains.
func TestAPI_SeatTheft(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	path := "/tables/" + r.ID
	var owed decision
	for _, p := range []person{ada, ben} {
		if d, ok := p.views(r.ID).own(); ok && owed.ID == "" {
			owed = d
		}
	}
	act := map[string]any{"id": "c", "decision": owed.ID, "move": owed.Moves[0], "seat": owed.Seat, "player": ada.id, "actor": "host"}
	eve.call("POST", path+"/commands", act).want(403, "not_seated")
	other := []person{ada, ben}[1-owed.Seat]
	other.call("POST", path+"/commands", act).want(403, "not_your_decision")
	eve.call("POST", path+"/seats", map[string]any{"seat": 0}).want(409, "table_running")
	ben.call("DELETE", path+"/seats/0", nil).want(409, "table_running")
	for _, call := range []string{"takeback", "leave", "return"} {
		eve.call("POST", path+"/"+call, act).want(403, "not_seated")
	}
	// A handover code is valid for its seat at its table and cannot be changed into another.
	second := h.started("public", ada, ben)
	var offer struct{ Code string }
	ben.call("POST", path+"/handover", nil).want(200, "").into(&offer)
	for _, forged := range []string{"0" + offer.Code[1:], offer.Code[:len(offer.Code)-1] + "-", strings.Replace(offer.Code, ".", ".9", 1), "-1" + offer.Code[1:]} {
		eve.call("POST", path+"/claim", map[string]any{"id": "c", "code": forged}).want(404, "bad_link")
	}
	eve.call("POST", "/tables/"+second.ID+"/claim", map[string]any{"id": "c", "code": offer.Code}).want(404, "bad_link")
	if got := ada.sees(r.ID); got.Seats[0].Player.ID != ada.id || got.Seats[1].Player.ID != ben.id {
		t.Errorf("got seats %+v, want Ada and Ben", got.Seats)
	}
	// Before the start only the host can remove others.
	open := ada.creates(3, "public")
	ben.sits(open)
	eve.sits(open)
	eve.call("DELETE", "/tables/"+open.ID+"/seats/1", nil).want(403, "not_host")
	eve.call("POST", "/tables/"+open.ID+"/seats", map[string]any{"seat": 0}).want(409, "seat_taken")
}
