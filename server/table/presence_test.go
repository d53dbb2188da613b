package table_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/server/table"
	"nemeton/server/table/tabletest"
	"nemeton/server/wire"
)

// A presence frame that says what the one before said would tell that something happened, and how often.
func TestPresence_IsNotRepeated(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	ada := h.Watch(r, id, table.Watch{Player: h.Players[0]})
	h.Watch(r, id, table.Watch{Player: h.Players[0]}).Close() // the same people are here all the time
	h.Watch(r, id, table.Watch{Player: h.Players[0]})
	h.Watch(r, id, table.Watch{Player: h.Players[1]})
	h.Watch(r, id, table.Watch{})

	var got []wire.Presence
	for len(got) == 0 || got[len(got)-1].Spectators == 0 {
		var p wire.Presence
		if err := json.Unmarshal([]byte(h.Next(ada, "presence").Raw), &p); err != nil {
			t.Fatal(err)
		}
		got = append(got, p)
	}
	want := [][]engine.Seat{{0}, {0, 1}, {0, 1}}
	if !slices.EqualFunc(got, want, func(p wire.Presence, seats []engine.Seat) bool { return slices.Equal(p.Seats, seats) }) {
		t.Errorf("got %+v, want the seats %v, and a spectator at last", got, want)
	}
}
