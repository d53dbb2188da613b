package httpapi_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
)

func TestRules(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	var causes engine.Causes
	h.nobody().call("GET", "/titles/toy/rules", nil).want(200, "").into(&causes)
	if len(causes.Events) == 0 || causes.Moves[0] != (engine.Cause{Name: "pick", Rule: "T2"}) {
		t.Errorf("got %+v, want the causes of the toy", causes)
	}
	h.nobody().call("GET", "/titles/chess/rules", nil).want(422, "unknown_title")

	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	path := "/tables/" + r.ID + "/refusals"
	var got wire.Refusals
	eve.call("GET", path, nil).want(200, "").into(&got)
	if got.Decision != "" || len(got.Refusals) != 0 {
		t.Errorf("a spectator got %+v", got)
	}
	ada.call("GET", path, nil).want(200, "").into(&got)
	mine, _ := ada.views(r.ID).own()
	if string(got.Decision) != mine.ID || len(got.Refusals) == 0 || got.Refusals[0].Rule != "T2" {
		t.Errorf("got %+v, want the refusals of decision %s", got, mine.ID)
	}

	// An illegal move is refused with its rule.
	theirs, _ := ben.views(r.ID).own()
	var refused struct{ Rule string }
	ada.call("POST", "/tables/"+r.ID+"/commands", map[string]any{"id": "a", "decision": mine.ID, "move": theirs.Moves[0]}).want(422, "illegal_move").into(&refused)
	expect.Equal(t, refused.Rule, "T2", "the rule")
}
