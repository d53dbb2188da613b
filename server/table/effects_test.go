package table_test

import (
	"encoding/json"
	"slices"
	"testing"

	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// told is a decision as a viewer receives it.
type told struct {
	ID      string            `json:"id"`
	Seat    int               `json:"seat"`
	Kind    string            `json:"kind"`
	Moves   []json.RawMessage `json:"moves,omitempty"`
	Effects [][]any           `json:"effects,omitempty"`
}

func decisionsOf(t *testing.T, raw json.RawMessage) (list []told) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(raw, &list))
	return list
}

// A seat that asks gets a list of effects for each of its moves. All others get the same bytes as before.
func TestEffects_OnlyForASeatThatAsks(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	asks := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0], Effects: true})
	plain := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	spectator := h.Subscribe(r, id, table.SubscribeRequest{Effects: true})
	tag, seen := "snapshot", 0
	for n := 0; ; n++ {
		with, without, public := h.Next(asks, tag), h.Next(plain, tag), h.Next(spectator, tag)
		list := decisionsOf(t, with.Decisions)
		for i, d := range list {
			if len(d.Effects) != len(d.Moves) || (d.Seat == 0) != (len(d.Moves) > 0) {
				t.Fatalf("decision of seat %d: %d effects of %d moves", d.Seat, len(d.Effects), len(d.Moves))
			}
			if slices.ContainsFunc(d.Effects, func(e []any) bool { return len(e) > 0 }) {
				seen++
			}
			list[i].Effects = nil
		}
		if got := marshal(t, list); got != string(without.Decisions) {
			t.Fatalf("without their effects the decisions are %s, but a socket that asks for none gets %s", got, without.Decisions)
		}
		for _, d := range decisionsOf(t, public.Decisions) {
			if d.Effects != nil || d.Moves != nil {
				t.Fatalf("a spectator gets %s", public.Decisions)
			}
		}
		if _, ok := h.Step(r, id, n*7); !ok {
			break
		}
		tag = "update"
	}
	if seen == 0 {
		t.Error("no decision had any effect")
	}
}
