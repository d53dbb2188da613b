package httpapi_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var anID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// told is all that an answer says, but for ids: they name the request and the table that was asked for.
func (a answer) told() string {
	var all strings.Builder
	for _, key := range []string{"Content-Type", "Cache-Control", "Retry-After", "Set-Cookie", "Etag", "Content-Length", "Vary", "Allow"} {
		all.WriteString(strings.Join(a.header.Values(key), ";") + "\n")
	}
	return http.StatusText(a.status) + "\n" + all.String() + anID.ReplaceAllString(string(a.body), "ID")
}

// Whoever has no business at a private table is told, to the byte, what they would be told of one that is not there: by every call, with no invite,
// with a wrong one, and with codes that are made up.
func TestDoors_HiddenTables(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	open := ada.creates(2, "private")
	running := h.started("private", ada, ben)
	finished := h.finish(h.started("private", ada, ben), ada, ben)
	const wrong = "AAAAAAAAAAAAAAAAAAAAAA"
	command := map[string]any{"id": "c", "decision": "1-1", "move": map[string]any{"do": "x"}}
	offer := map[string]any{"id": "c", "code": "0.9999999999." + wrong}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"GET", "", nil}, {"GET", "/view", nil}, {"GET", "/log", nil}, {"GET", "/export", nil},
		{"GET", "?invite=" + wrong, nil}, {"GET", "/view?invite=" + wrong, nil}, {"GET", "/log?invite=" + wrong, nil}, {"GET", "/export?invite=" + wrong, nil},
		{"POST", "/seats", nil}, {"POST", "/seats", map[string]any{"invite": wrong}}, {"POST", "/seats", map[string]any{"seat": 0}},
		{"DELETE", "/seats/0", nil}, {"POST", "/start", nil}, {"POST", "/rematch", nil}, {"POST", "/bots", map[string]any{"level": "easy"}},
		{"POST", "/commands", command}, {"POST", "/takeback", command}, {"POST", "/leave", command}, {"POST", "/return", command},
		{"POST", "/seats/1/takeover", command}, {"POST", "/hint", nil}, {"POST", "/handover", nil}, {"POST", "/claim", offer},
	} {
		for _, p := range []person{eve, h.nobody()} {
			want := p.call(c.method, "/tables/"+newID()+c.path, c.body).told()
			for state, r := range map[string]room{"open": open, "running": running, "finished": finished} {
				if got := p.call(c.method, "/tables/"+r.ID+c.path, c.body).told(); got != want {
					t.Errorf("%s %s of a private table that is %s, by %q: got\n%s\nwant, as of none\n%s", c.method, c.path, state, p.name, got, want)
				}
			}
		}
	}
}

// An invite is 128 random bits, and one letter less or other is no invite.
func TestDoors_Invites(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	seen := map[string]bool{}
	var last room
	for i := range 20 {
		if i%5 == 0 {
			last = h.guest("Ada").creates(2, "private")
		}
		seen[last.Invite] = true
	}
	if len(seen) != 4 || len(last.Invite) != 22 {
		t.Errorf("got invites %v, want them all different, of 22 letters", seen)
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

// A seat belongs to the player whose token comes with the request: nothing in a request says for whom it acts.
func TestDoors_SeatTheft(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
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
	// A code for one's seat is good for that seat, at that table, and cannot be made into another.
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
	// Before the start only the host removes others.
	open := ada.creates(3, "public")
	ben.sits(open)
	eve.sits(open)
	eve.call("DELETE", "/tables/"+open.ID+"/seats/1", nil).want(403, "not_host")
	eve.call("POST", "/tables/"+open.ID+"/seats", map[string]any{"seat": 0}).want(409, "seat_taken")
}
