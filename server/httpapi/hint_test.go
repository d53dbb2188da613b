package httpapi_test

import (
	"encoding/json"
	"testing"
)

func TestHint(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	open := func(hints int) tableView {
		r := ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2, "options": map[string]int{"hints": hints}}).want(201, "").tableView()
		ben.sits(r)
		return r
	}
	start := func(r tableView) { ada.call("POST", "/tables/"+r.ID+"/start", nil).want(200, "") }
	noHints := open(0)
	start(noHints)
	ada.call("POST", "/tables/"+noHints.ID+"/hint", nil).want(403, "not_allowed")

	r := open(1)
	ada.call("POST", "/tables/"+r.ID+"/hint", nil).want(409, "stale_decision")
	start(r)
	eve.call("POST", "/tables/"+r.ID+"/hint", nil).want(403, "not_seated")
	h.nobody().call("POST", "/tables/"+r.ID+"/hint", nil).want(401, "unauthenticated")
	var hint struct {
		Decision string
		Index    int
		Move     json.RawMessage
		Reason   struct{ Key string }
	}
	ada.call("POST", "/tables/"+r.ID+"/hint", nil).want(200, "").into(&hint)
	if hint.Reason.Key != "best_found" {
		t.Errorf("got the reason %q", hint.Reason.Key)
	}
	if got := ada.sees(r.ID).Seq; got != 1 {
		t.Errorf("got seq %d: a hint must not store anything", got)
	}
	// The suggested move can be played.
	ada.call("POST", "/tables/"+r.ID+"/commands", map[string]any{"id": "x", "decision": hint.Decision, "move": hint.Move}).want(200, "")
}
