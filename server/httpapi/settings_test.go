package httpapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/testkit/expect"
)

func TestChangeTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	r := ada.creates(2, "private")
	path := "/tables/" + r.ID
	bob.sits(r)
	contribute(r, ada, bob)

	got := ada.call("PATCH", path, map[string]any{"options": map[string]int{"hints": 0}, "seats": 3}).want(200, "").tableView()
	if got.Commitment == r.Commitment || len(got.Seats) != 3 || got.Options["hints"] != 0 || got.Seats[0].Contributed || got.Seats[1].Contributed {
		t.Errorf("got %+v, want three seats, no hints, another commitment and no answers", got)
	}
	want := []change{{By: r.Host, Options: map[string]int{"hints": 0}, Seats: 3}}
	if seen := bob.sees(r.ID); !cmp.Equal(seen.Changes, want) || seen.Changed != 1 {
		t.Errorf("Bob sees changes %+v, want %+v", seen.Changes, want)
	}
	for range 2 {
		got = ada.call("PATCH", path, map[string]any{"visibility": "public", "seats": 2}).want(200, "").tableView()
		if got.Visibility != "public" || got.Invite != "" || len(got.Seats) != 2 || got.Changed != 2 {
			t.Errorf("got %+v, want a public table for two, after two changes", got)
		}
	}

	ada.call("PATCH", path, map[string]any{"visibility": "secret"}).want(422, "invalid")
	ada.call("PATCH", path, map[string]any{"options": map[string]any{"hints": "on"}}).want(422, "invalid")

	contribute(r, ada, bob)
	ada.call("POST", path+"/start", nil).want(200, "")
	expect.Equal(t, len(bob.sees(r.ID).Changes), 0, "changes of a running table")
}

// The tests of the lobby have the rules of confirmations.
func TestConfirmRematch(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, bob := h.guest("Ada"), h.guest("Bob")
	first := h.started("private", ada, bob)
	h.finish(first, ada, bob)
	r := bob.call("POST", "/tables/"+first.ID+"/rematch", nil).want(201, "").tableView()
	path := "/tables/" + r.ID
	confirmed := func(when string, want bool) {
		t.Helper()
		seats := bob.sees(r.ID).Seats
		if a, b := seats[0].Confirmed, seats[1].Confirmed; a == nil || b == nil || *a != want || !*b {
			t.Errorf("%s: got %v and %v, want Ada %v and Bob true", when, a, b, want)
		}
	}
	confirmed("at first", false)
	contribute(r, bob)
	ada.call("POST", path+"/contribution", map[string]any{"contribution": "5a", "confirm": false}).want(200, "")
	confirmed("after an answer without a confirmation", false)
	bob.call("POST", path+"/start", nil).want(409, "not_confirmed")
	ada.call("POST", path+"/confirm", nil).want(200, "")
	confirmed("after the confirmation", true)
	bob.call("PATCH", path, map[string]any{"options": map[string]int{"hints": 0}}).want(200, "")
	contribute(r, ada, bob)
	confirmed("after an answer", true)
	expect.Equal(t, bob.call("POST", path+"/start", nil).want(200, "").tableView().Seats[0].Confirmed, nil, "a running table shows confirmations")
}
