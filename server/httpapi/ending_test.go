package httpapi_test

import (
	"strings"
	"testing"
)

func TestConcede(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	path := "/tables/" + r.ID + "/concede"
	eve.call("POST", path, map[string]any{"id": "a"}).want(403, "not_seated")
	ben.call("POST", path, map[string]any{"id": "a b"}).want(400, "malformed")
	ben.call("POST", path, map[string]any{"id": "a"}).want(200, "")
	ben.call("POST", path, map[string]any{"id": "a"}).want(200, "")
	ada.call("POST", path, map[string]any{"id": "b"}).want(409, "table_finished")
	got := eve.sees(r.ID)
	if got.State != "finished" || got.Ended != "concession" || !got.Seats[1].Conceded || len(got.Winners) != 1 || got.Winners[0] != 0 {
		t.Errorf("after Ben's concession: %+v", got)
	}
	ada.call("GET", "/tables/"+r.ID+"/export", nil).want(200, "")
	ada.call("POST", "/tables/"+r.ID+"/rematch", nil).want(201, "")
}

// A seat that was conceded has nothing to hand over.
func TestHandOver_AfterAConcession(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	r := h.started("public", ada, h.guest("Ben"), h.guest("Eve"))
	ada.call("POST", "/tables/"+r.ID+"/handover", nil).want(200, "")
	ada.call("POST", "/tables/"+r.ID+"/concede", map[string]any{"id": "a"}).want(200, "")
	ada.call("POST", "/tables/"+r.ID+"/handover", nil).want(409, "conceded")
}

// All commands of a socket take proofs by REST, too.
func TestCommands_Proofs(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := h.started("public", ada, ben)
	unknown := strings.Repeat("ab", 32)
	for _, path := range []string{"/takeback", "/concede", "/stop", "/stop/agree", "/stop/decline"} {
		body := map[string]any{"id": "a" + strings.ReplaceAll(path, "/", "-"), "proposal": 1, "device": unknown, "reveal": unknown, "index": 1}
		if path == "/concede" || path == "/stop" { // the others have nothing to act on
			ada.call("POST", "/tables/"+r.ID+path, body).want(409, "bad_proof")
		}
		body["reveal"] = "no hex"
		ada.call("POST", "/tables/"+r.ID+path, body).want(400, "malformed")
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	stop := "/tables/" + r.ID + "/stop"
	eve.call("POST", stop, map[string]any{"id": "a"}).want(403, "not_seated")
	ada.call("POST", stop+"/agree", map[string]any{"id": "a", "proposal": 1}).want(409, "stale_decision")
	ada.call("POST", stop, map[string]any{"id": "a"}).want(200, "")
	open := eve.sees(r.ID).Stop
	if open == nil || open.By != 0 {
		t.Fatalf("the proposal: %+v", open)
	}
	ben.call("POST", stop+"/agree", map[string]any{"id": "b"}).want(400, "malformed")
	ben.call("POST", stop+"/decline", map[string]any{"id": "b", "proposal": open.Seq}).want(200, "")
	ben.call("POST", stop, map[string]any{"id": "c"}).want(200, "")
	ada.call("POST", stop+"/agree", map[string]any{"id": "d", "proposal": eve.sees(r.ID).Stop.Seq}).want(200, "")
	if got := eve.sees(r.ID); got.State != "finished" || got.Ended != "agreement" || len(got.Winners) != 0 || got.Stop != nil {
		t.Errorf("after the agreement of both: %+v", got)
	}
	ben.call("POST", "/tables/"+r.ID+"/rematch", nil).want(201, "")
}
