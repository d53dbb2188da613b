package httpapi_test

import (
	"testing"

	"nemeton/testkit/expect"
)

type recoveryView struct {
	ID, State string
	Needed    int
	Confirmed []int
	By        struct{ ID, Name string }
}

func (a answer) recovery() recoveryView {
	a.t.Helper()
	var in struct{ Recovery recoveryView }
	a.into(&in)
	return in.Recovery
}

// A person who lost the session says "That seat is mine", and two others at the table confirm it. The tests of package recovery have the rules.
func TestRecovery(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, cleo := h.guest("Ada"), h.guest("Ben"), h.guest("Cleo")
	table := h.started("public", ada, ben, cleo)
	back := h.guest("Ben")
	seat := "/tables/" + table.ID + "/seats/1/recoveries"
	// A browser would shorten the path of a claim with two dots, so that nobody could object to it.
	for _, id := range []string{"", ".", "..", "a/b", "a?b", "%2e", `a\b`} {
		back.call("POST", seat, map[string]any{"id": id}).want(400, "malformed")
	}
	first := back.call("POST", seat, map[string]any{"id": "r"}).want(201, "").recovery()
	if first.ID == "" || first.State != "open" || first.Needed != 2 || first.By.ID != back.id {
		t.Errorf("got %+v, want a claim", first)
	}
	confirm := seat + "/" + first.ID + "/confirm"
	ada.call("POST", seat+"/unknown/confirm", nil).want(404, "bad_link")
	if r := ada.call("POST", confirm, map[string]any{"id": "c"}).want(200, "").recovery(); r.State != "open" || len(r.Confirmed) != 1 {
		t.Errorf("got %+v, want one confirmation", r)
	}
	expect.Equal(t, cleo.call("POST", confirm, map[string]any{"id": "c"}).want(200, "").recovery().State, "moved", "the seat")
	late := map[string]any{"id": "late", "decision": "1-1", "move": map[string]any{"do": "x"}}
	ben.call("POST", "/tables/"+table.ID+"/commands", late).want(403, "not_seated")
	for _, p := range []person{ben, back} {
		var list struct{ Recoveries []recoveryView }
		if p.call("GET", "/me/recoveries", nil).want(200, "").into(&list); len(list.Recoveries) != 1 || list.Recoveries[0].State != "moved" {
			t.Errorf("%s sees %+v, want the claim", p.id, list)
		}
	}
	expect.Equal(t, ben.call("DELETE", seat+"/"+first.ID, nil).want(200, "").recovery().State, "reversed", "the seat back")
	expect.Equal(t, ben.sees(table.ID).Seats[1].Player.ID, ben.id, "the seat with the first session")
}

// The player of a seat that has moved, or gone back, learns it also at a private table. To other people the table is unknown.
func TestRecovery_PrivateTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, cleo, back, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Cleo"), h.guest("Ben"), h.guest("Eve")
	table := h.started("private", ada, ben, cleo)
	seat := "/tables/" + table.ID + "/seats/1/recoveries"
	invite := ada.sees(table.ID).Invite
	claim := back.call("POST", seat, map[string]any{"id": "r", "invite": invite}).want(201, "").recovery()
	for _, p := range []person{ada, cleo} {
		p.call("POST", seat+"/"+claim.ID+"/confirm", map[string]any{"id": "c"}).want(200, "")
	}
	late := map[string]any{"id": "late", "decision": "1-1", "move": map[string]any{"do": "x"}}
	ben.call("POST", "/tables/"+table.ID+"/commands", late).want(403, "not_seated")
	eve.call("POST", "/tables/"+table.ID+"/commands", late).want(404, "unknown_table")
	ben.call("GET", "/tables/"+table.ID, nil).want(404, "unknown_table")
	ben.call("DELETE", seat+"/"+claim.ID, nil).want(200, "")
	back.call("POST", "/tables/"+table.ID+"/commands", late).want(403, "not_seated")
}
