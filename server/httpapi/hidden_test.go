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

// A caller without access to a private table gets, byte for byte, the answers for a missing table. That holds for each call that names a table, without an
// invite and with a wrong one.
func TestAPI_HiddenTables(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	tables := []tableView{ada.creates(2, "private"), h.started("private", ada, ben), h.finish(h.started("private", ada, ben), ada, ben)}
	calls := 0
	for _, route := range h.apiRoutes("TABLE") {
		method, path := route[0], strings.Replace(route[1], "{message}", "players-1", 1)
		if !strings.Contains(path, "TABLE") || strings.HasSuffix(path, "/socket") || strings.HasSuffix(path, "/events") {
			continue // TestSubscribe_Refused has the sockets
		}
		path = filled(path)
		body := anyBody(method, path)
		for _, query := range []string{"?before=5", "?before=5&invite=AAAAAAAAAAAAAAAAAAAAAA"} {
			for _, p := range []person{eve, h.nobody()} {
				call := func(id string) answer { return p.call(method, strings.ReplaceAll(path, "TABLE", id)+query, body) }
				want := call(newID())
				if want.status != http.StatusNotFound && want.status != http.StatusForbidden && (p == eve || want.status != http.StatusUnauthorized) {
					t.Errorf("%s %s of a missing table: got %d %s; the call was refused before it looked for the table", method, path, want.status, want.body)
				}
				for _, hidden := range tables {
					expect.Equal(t, call(hidden.ID).withoutIDs(), want.withoutIDs(), method, path, query, "of a private table that is", hidden.State, "by", p.name)
				}
			}
			if body != nil {
				body["invite"], body["seat"] = "AAAAAAAAAAAAAAAAAAAAAA", 0
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
