package httpapi_test

import (
	"testing"
	"time"

	"nemeton/testkit/expect"
)

func TestPause(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	free := h.started("public", ada, ben)
	ada.call("POST", "/tables/"+free.ID+"/pause", map[string]any{"id": "a"}).want(409, "no_change")
	r := h.startedAt(map[string]any{"kind": "days", "bank": 3600, "increment": 0, "vacation": true}, ada, ben)
	pause := "/tables/" + r.ID + "/pause"
	eve.call("POST", pause, map[string]any{"id": "a"}).want(403, "not_seated")
	ada.call("POST", pause+"/agree", map[string]any{"id": "a", "proposal": 1}).want(409, "stale_decision")
	ada.call("POST", pause, map[string]any{"id": "a"}).want(200, "")
	ben.call("POST", pause, map[string]any{"id": "b"}).want(409, "no_change")
	open := eve.sees(r.ID).Pause
	if open == nil || open.Proposal == nil {
		t.Fatalf("got the pause %+v", open)
	}
	ben.call("POST", pause+"/agree", map[string]any{"id": "c", "proposal": open.Proposal.Seq}).want(200, "")
	if got := eve.sees(r.ID).Pause; got == nil || got.Until == 0 || got.Proposal != nil {
		t.Errorf("after the agreement of both: got %+v", got)
	}
	ben.call("POST", pause, map[string]any{"id": "d"}).want(200, "") // to end it
	ada.call("POST", pause+"/decline", map[string]any{"id": "e", "proposal": eve.sees(r.ID).Pause.Proposal.Seq}).want(200, "")
}

func TestVacation(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := h.startedAt(map[string]any{"kind": "days", "bank": 3600, "increment": 0, "vacation": true}, ada, ben)
	until := h.clock.Now().Add(72 * time.Hour).UTC().Truncate(time.Second)
	for _, bad := range []time.Time{h.clock.Now().Add(-time.Hour), h.clock.Now().Add(61 * 24 * time.Hour)} {
		ben.call("PUT", "/me/vacation", map[string]any{"id": "a", "until": bad}).want(422, "invalid")
	}
	ben.call("PUT", "/me/vacation", map[string]any{"id": "a b", "until": until}).want(400, "malformed")
	ben.call("PUT", "/me/vacation", map[string]any{"id": "a", "until": until}).want(200, "")
	ben.call("PUT", "/me/vacation", map[string]any{"id": "a", "until": until}).want(200, "")
	if got := ada.sees(r.ID).Pause; got == nil || len(got.Away) != 1 || got.Away[0].Seat != 1 || got.Away[0].Until != until.UnixMilli() {
		t.Errorf("got the pause %+v", got)
	}
	var me struct{ Vacation *time.Time }
	ben.call("GET", "/me", nil).want(200, "").into(&me)
	if me.Vacation == nil || !me.Vacation.Equal(until) {
		t.Errorf("got the vacation %v, want %v", me.Vacation, until)
	}
	ben.call("PUT", "/me/vacation", map[string]any{"id": "b"}).want(200, "")
	expect.Equal(t, ada.sees(r.ID).Pause, nil, "after the vacation: the pause")
}
