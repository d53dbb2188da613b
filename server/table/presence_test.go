package table_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

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

// The size of a crowd is broadcast at intervals, and its final value always is.
func TestPresence_Crowd(t *testing.T) {
	t.Parallel()
	const crowd, counted = 100, 32 // arrivals up to this size are broadcast one by one
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	ada := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	began := time.Now()
	for range crowd {
		h.Subscribe(r, id, table.SubscribeRequest{})
	}
	messages := 0
	for p := (wire.Presence{}); p.Spectators < crowd; messages++ {
		must.Succeed(t, json.Unmarshal([]byte(h.Next(ada, "presence").Raw), &p))
	}
	if most := 2 + counted + int(time.Since(began)/(500*time.Millisecond)); messages > most {
		t.Errorf("got %d presence messages while %d arrived, want at most %d", messages, crowd, most)
	}
	newcomer := h.Subscribe(r, id, table.SubscribeRequest{})
	var p wire.Presence
	if err := json.Unmarshal([]byte(h.Next(newcomer, "presence").Raw), &p); err != nil || p.Spectators != crowd+1 {
		t.Errorf("a new spectator got %+v, %v; want %d spectators", p, err, crowd+1)
	}
}
