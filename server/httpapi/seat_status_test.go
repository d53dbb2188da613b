package httpapi_test

import (
	"fmt"
	"testing"
	"time"

	"nemeton/testkit/expect"
)

func TestTakeover(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	path := "/tables/" + r.ID + "/seats/1/takeover"
	ada.call("POST", path, map[string]any{"id": "a"}).want(409, "not_away")
	ben.call("POST", "/tables/"+r.ID+"/leave", map[string]any{"id": "bye"}).want(200, "")
	eve.call("POST", path, map[string]any{"id": "a"}).want(403, "not_seated")
	ada.call("POST", path, map[string]any{"id": "a b"}).want(400, "malformed")
	ada.call("POST", "/tables/"+r.ID+"/seats/9/takeover", map[string]any{"id": "a"}).want(422, "bad_seats")
	ada.call("POST", path, map[string]any{"id": "a"}).want(200, "")
	if got := eve.sees(r.ID).Seats[1]; got.StandIn != "medium" || got.Player == nil {
		t.Errorf("got %+v, want Ben's seat played by a medium bot", got)
	}
	ben.call("POST", "/tables/"+r.ID+"/return", map[string]any{"id": "back"}).want(200, "")
	expect.Equal(t, eve.sees(r.ID).Seats[1].StandIn, "", "playing for Ben after his return")
}

// Clients without a socket need the same warning: the first agreement after the takeover time begins it, and any request of the player that the table
// sees ends it.
func TestTakeover_SilentWithoutSockets(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := h.startedWith(map[string]int{"rounds": 2, "takeover": 1}, "public", ada, ben)
	path, n := "/tables/"+r.ID, 0
	agree := func() answer {
		n++
		return ada.call("POST", path+"/seats/1/takeover", map[string]any{"id": fmt.Sprint("agree-", n)})
	}
	warned := func(when string, want bool) {
		t.Helper()
		if got := ben.sees(r.ID).Seats[1].TakeoverIn; got > 60_000 || (got > 0) != want {
			t.Errorf("%s: the takeover comes in %d ms, want a warning: %v", when, got, want)
		}
	}
	agree().want(409, "not_away")
	warned("at first", false)
	h.clock.Add(2 * time.Minute)
	early := agree().want(409, "not_away")
	expect.Equal(t, early.header.Get("Retry-After"), "60", "Retry-After")
	warned("after the takeover time", true)
	h.clock.Add(59 * time.Second)
	agree().want(409, "not_away")
	ben.call("POST", path+"/commands", map[string]any{"id": "x", "decision": "1-1000", "move": map[string]any{}}).want(409, "stale_decision")
	warned("after a refused command", false)
	h.clock.Add(2 * time.Second)
	agree().want(409, "not_away")

	h.clock.Add(2 * time.Minute)
	agree().want(409, "not_away")
	ben.call("POST", path+"/return", map[string]any{"id": "here"}).want(200, "")
	ben.call("POST", path+"/return", map[string]any{"id": "here-2"}).want(409, "no_change")
	warned("after the player was seen", false)
	h.clock.Add(2 * time.Minute)
	agree().want(409, "not_away")
	h.clock.Add(time.Minute)
	agree().want(200, "")
	expect.Equal(t, ben.sees(r.ID).Seats[1].StandIn, "medium", "playing for Ben after his silence")
}

func TestHandover(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve, joe := h.guest("Ada"), h.guest("Ben"), h.guest("Eve"), h.guest("Joe")
	r := h.started("private", ada, ben)
	path := "/tables/" + r.ID
	eve.call("POST", path+"/handover", nil).want(404, "unknown_table")
	var offer struct {
		Code      string
		ExpiresAt time.Time
	}
	ben.call("POST", path+"/handover", nil).want(200, "").into(&offer)
	if got := offer.ExpiresAt.Sub(h.clock.Now()); got < 6*24*time.Hour || got > 8*24*time.Hour {
		t.Errorf("the offer is valid for %v, want about a week", got)
	}
	claim := map[string]any{"id": "c", "code": offer.Code}
	eve.call("POST", "/tables/"+newID()+"/claim", claim).want(404, "bad_link")
	eve.call("POST", path+"/claim", map[string]any{"id": "c", "code": "1.2.x"}).want(404, "bad_link")
	ada.call("POST", path+"/claim", claim).want(409, "seat_taken")
	eve.call("POST", path+"/claim", claim).want(200, "")
	eve.call("POST", path+"/claim", claim).want(200, "")
	joe.call("POST", path+"/claim", claim).want(404, "bad_link")
	ben.call("GET", path, nil).want(404, "unknown_table")
	expect.Equal(t, eve.sees(r.ID).Seats[1].Player.Name, "Eve", "on seat 1")
	if _, ok := eve.views(r.ID).own(); !ok {
		t.Error("Eve sees no decision of the seat she took over")
	}
}

func TestClaim_TooManyTables(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	for range 5 {
		eve.creates(2, "public")
	}
	var offer struct{ Code string }
	ben.call("POST", "/tables/"+r.ID+"/handover", nil).want(200, "").into(&offer)
	eve.call("POST", "/tables/"+r.ID+"/claim", map[string]any{"id": "c", "code": offer.Code}).want(429, "too_many_tables")
}
