package ws_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/server/ws/wsconn"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const circle = "ab12cd34ef"

// watches sends a watch with more members, and returns the code of the refusal; empty if it was accepted.
func (h testServer) watches(conn *wsconn.Conn, group, more string) string {
	h.t.Helper()
	h.send(conn, fmt.Sprintf(`{"t":"watch","id":"w","group":%q%s}`, group, more))
	result := h.read(conn, "result")
	var refused struct {
		Code string `json:"code"`
	}
	if raw := result["error"]; raw != nil {
		must.Succeed(h.t, json.Unmarshal(raw, &refused))
	}
	return refused.Code
}

// seesWatch reads states of the group until one of them is the wanted one, because a member gets each change.
func (h testServer) seesWatch(conn *wsconn.Conn, want wire.Watch) {
	h.t.Helper()
	want.T, want.Group = "watch", circle
	var got wire.Watch
	for range 10 {
		raw := must.Return(json.Marshal(h.read(conn, "watch")))(h.t)
		got = wire.Watch{}
		must.Succeed(h.t, json.Unmarshal(raw, &got))
		if cmp.Equal(got, want) {
			return
		}
	}
	h.t.Fatalf("got %+v, want %+v", got, want)
}

func (h testServer) finished() store.TableID {
	h.t.Helper()
	id := h.Running(h.registry, 2)
	h.PlayOut(h.registry, id)
	return id
}

func TestWatch_OneLeads(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	id := h.finished()
	one, two := h.dial(id, h.Players[0], ""), h.dial(id, "", "")
	name := must.Return(h.Store.Player(context.Background(), h.Players[0]))(t)
	ada, nobody := wire.WatchMember{Number: 1, Name: name.Name}, wire.WatchMember{Number: 2}
	both := []wire.WatchMember{ada, nobody}
	first, second := &wire.WatchMoment{Seq: 3, Eyes: -1}, &wire.WatchMoment{Seq: 4, Eyes: -2}

	if got := h.watches(one, circle, `,"at":{"seq":3,"eyes":-1}`); got != "" {
		t.Fatalf("the first member: %s", got)
	}
	if got := h.watches(two, circle, `,"at":{"seq":9,"eyes":0}`); got != "" {
		t.Fatalf("the second member: %s", got)
	}
	// The moment of a member who does not lead changes nothing.
	h.seesWatch(one, wire.Watch{You: 1, Leader: 1, Members: both, At: first})
	for _, at := range []string{`{"seq":1000,"eyes":-1}`, `{"seq":3,"eyes":2}`} {
		expect.Equal(t, h.watches(one, circle, `,"at":`+at), "malformed", "a moment that the replay does not have: "+at)
	}
	expect.Equal(t, h.watches(two, circle, `,"to":2`), "not_allowed", "a member who does not lead took the lead")
	expect.Equal(t, h.watches(one, circle, `,"to":7`), "not_allowed", "the lead passed to nobody")
	if got := h.watches(one, circle, `,"to":2`); got != "" {
		t.Fatalf("passing the lead: %s", got)
	}
	if got := h.watches(two, circle, `,"at":{"seq":4,"eyes":-2}`); got != "" {
		t.Fatalf("showing a moment: %s", got)
	}
	h.seesWatch(one, wire.Watch{You: 1, Leader: 2, Members: both, At: second})
	_ = two.Close(1000, "")
	alone := wire.Watch{You: 1, Leader: 1, Members: []wire.WatchMember{ada}, At: second}
	h.seesWatch(one, alone)

	expect.Equal(t, h.watches(h.dial(id, "", ""), circle, `,"to":1`), "not_allowed", "a stranger to the group passed the lead on")
	h.send(one, fmt.Sprintf(`{"t":"watch","id":"w","group":%q}`, circle))
	h.seesWatch(one, alone)
}

func TestWatch_OnlyTheGroupAndOnlyAfterTheEnd(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	over, running := h.finished(), h.Running(h.registry, 2)
	player := h.dial(running, h.Players[0], "")
	expect.Equal(t, h.watches(player, circle, `,"at":{"seq":1,"eyes":1}`), "table_running", "at a running table")
	expect.Equal(t, h.View(h.registry, running, engine.Spectator()).Seq, 1, "the running table is at entry")
	one, other := h.dial(over, h.Players[0], ""), h.dial(over, h.Players[1], "")
	for conn, group := range map[*wsconn.Conn]string{one: circle, other: "another1"} {
		if got := h.watches(conn, group, ""); got != "" {
			t.Fatal(got)
		}
	}
	if got := h.watches(one, circle, `,"at":{"seq":2,"eyes":0}`); got != "" {
		t.Fatal(got)
	}
	// The next state of the other group comes from its own message.
	h.send(other, `{"t":"watch","id":"w","group":"another1","at":{"seq":5,"eyes":1}}`)
	for {
		var w wire.Watch
		raw := must.Return(json.Marshal(h.read(other, "watch")))(t)
		must.Succeed(t, json.Unmarshal(raw, &w))
		if w.Group != "another1" || len(w.Members) != 1 {
			t.Fatalf("another group got %+v", w)
		}
		if w.At != nil {
			break
		}
	}
}
