package table_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// A repeated presence message would reveal that something happened, and how often.
func TestPresence_IsNotRepeated(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	ada := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]}).Close() // no change in presence
	h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	h.Subscribe(r, id, table.SubscribeRequest{})

	var got []wire.Presence
	for len(got) == 0 || got[len(got)-1].Spectators == 0 {
		var p wire.Presence
		must.Succeed(t, json.Unmarshal([]byte(h.Next(ada, "presence").Raw), &p))
		got = append(got, p)
	}
	want := [][]engine.Seat{{0}, {0, 1}, {0, 1}}
	if !slices.EqualFunc(got, want, func(p wire.Presence, seats []engine.Seat) bool { return slices.Equal(p.Seats, seats) }) {
		t.Errorf("got %+v, want the seats %v, and then a spectator", got, want)
	}
}
