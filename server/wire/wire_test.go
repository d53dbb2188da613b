package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var update = flag.Bool("update", false, "write the samples of messages")

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		id   string
		want error
	}{
		"an act":                {`{"t":"act","id":"a","decision":"1-1","move":{"x":1}}`, "a", nil},
		"a take-back":           {`{"t":"takeback","id":"b"}`, "b", nil},
		"members of a newer":    {`{"t":"takeback","id":"b","why":"oops"}`, "b", nil},
		"no decision":           {`{"t":"act","id":"a","move":1}`, "a", wire.ErrIncomplete},
		"no move":               {`{"t":"act","id":"a","decision":"1-1"}`, "a", wire.ErrIncomplete},
		"no id":                 {`{"t":"act","decision":"1-1","move":1}`, "", wire.ErrIncomplete},
		"an id too long":        {`{"t":"takeback","id":"` + strings.Repeat("x", 65) + `"}`, strings.Repeat("x", 65), wire.ErrIncomplete},
		"an id with a space":    {`{"t":"takeback","id":"a b"}`, "a b", wire.ErrIncomplete},
		"a repeated member":     {`{"t":"takeback","id":"a","id":"b"}`, "b", wire.ErrAmbiguous},
		"another case of one":   {`{"t":"takeback","id":"b","ID":"b"}`, "b", wire.ErrAmbiguous},
		"a repeat in the move":  {`{"t":"act","id":"a","decision":"1-1","move":{"x":1,"x":2}}`, "a", wire.ErrAmbiguous},
		"a repeat further in":   {`{"t":"act","id":"a","decision":"1-1","move":{"x":[{"y":1,"\u0079":2}]}}`, "a", wire.ErrAmbiguous},
		"the same in two":       {`{"t":"act","id":"a","decision":"1-1","move":[{"id":1},{"id":1}]}`, "a", nil},
		"names in texts":        {`{"t":"act","id":"a","decision":"1-1","move":["x","x",{"a\"":"x","x":"x"}]}`, "a", nil},
		"invalid UTF-8":         {"{\"t\":\"act\",\"id\":\"a\",\"decision\":\"1-1\",\"move\":\"\xff\"}", "a", wire.ErrAmbiguous},
		"a history":             {`{"t":"takeback","id":"b","seq":42,"head":"00"}`, "b", nil},
		"a negative seq":        {`{"t":"takeback","id":"b","seq":-1,"head":"00"}`, "b", wire.ErrIncomplete},
		"a seq too large":       {`{"t":"takeback","id":"b","seq":1e30,"head":"00"}`, "b", wire.ErrIncomplete},
		"a number for a text":   {`{"t":"act","id":"a","decision":5,"move":1}`, "a", wire.ErrIncomplete},
		"a list for a text":     {`{"t":"act","decision":["1-1"],"move":1,"id":"a"}`, "a", wire.ErrIncomplete},
		"a number as the id":    {`{"t":"act","id":5,"decision":"1-1","move":1}`, "", wire.ErrIncomplete},
		"a number, then more":   {`{"t":"act","id":"a","decision":5,"move":1}{}`, "", wire.ErrBroken},
		"a number and a repeat": {`{"t":"act","id":"a","decision":5,"decision":"1-1","move":1}`, "a", wire.ErrAmbiguous},
		"a ping":                {`{"t":"ping"}`, "", nil},
		"a ping with an id":     {`{"t":"ping","id":"a"}`, "", nil},
		"an unknown tag":        {`{"t":"hello","id":"a"}`, "", wire.ErrBroken},
		"no tag":                {`{"id":"a"}`, "", wire.ErrBroken},
		"not an object":         {`[1]`, "", wire.ErrBroken},
		"half an object":        {`{"t":"act"`, "", wire.ErrBroken},
		"two objects":           {`{"t":"takeback","id":"a"}{}`, "", wire.ErrBroken},
		"nothing":               {``, "", wire.ErrBroken},
		"a tag of another type": {`{"t":5}`, "", wire.ErrBroken},
	} {
		f, err := wire.Decode([]byte(c.in))
		if !errors.Is(err, c.want) || (c.want == nil && err != nil) || f.ID != c.id {
			t.Errorf("%s: got id %q, %v; want %q, %v", name, f.ID, err, c.id, c.want)
		}
	}
}

func TestDecode_History(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]wire.ClientMessage{
		`{"t":"takeback","id":"b","seq":42,"head":"00ff"}`: {T: "takeback", ID: "b", Seq: 42, Head: "00ff"},
		`{"t":"takeback","id":"b","head":"00ff"}`:          {T: "takeback", ID: "b"},
		`{"t":"takeback","id":"b","seq":42}`:               {T: "takeback", ID: "b"},
		`{"t":"takeback","id":"b","seq":0,"head":"00ff"}`:  {T: "takeback", ID: "b"},
	} {
		expect.Deep(t, must.Return(wire.Decode([]byte(in)))(t), want, in)
	}
}

func TestDecode_Watch(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]error{
		`"group":"ab12cd34"`:                                nil,
		`"group":"ab12cd34","at":{"seq":12,"eyes":-2}`:      nil,
		`"group":"ab12cd34","to":2`:                         nil,
		`"group":"short"`:                                   wire.ErrIncomplete,
		`"to":2`:                                            wire.ErrIncomplete,
		`"group":"AB12CD34"`:                                wire.ErrIncomplete,
		`"group":"ab12cd34","to":-1`:                        wire.ErrIncomplete,
		`"group":"ab12cd34","at":{"seq":0,"eyes":0}`:        wire.ErrIncomplete,
		`"group":"ab12cd34","at":{"seq":1048577,"eyes":0}`:  wire.ErrIncomplete,
		`"group":"ab12cd34","at":{"seq":1,"eyes":-3}`:       wire.ErrIncomplete,
		`"group":"ab12cd34","at":{"seq":1,"eyes":16}`:       wire.ErrIncomplete,
		`"group":"` + strings.Repeat("a", 33) + `"`:         wire.ErrIncomplete,
		`"group":"ab12cd34","group":"ab12cd35"`:             wire.ErrAmbiguous,
		`"group":"ab12cd34","at":{"seq":1,"eyes":"a seat"}`: wire.ErrIncomplete,
	} {
		if _, err := wire.Decode([]byte(`{"t":"watch","id":"a",` + in + `}`)); !errors.Is(err, want) || (want == nil && err != nil) {
			t.Errorf("%s: got %v, want %v", in, err, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"t":"act","id":"a","decision":"1-1","move":{"x":1}}`))
	f.Add([]byte(`{"t":"takeback","id":"b"}`))
	f.Add([]byte(`{"T":"act","ID":"a","t":"takeback","decision":"\u0000","move":null}`))
	f.Add([]byte(`{"t":"act","id":"a","decision":"1-1","move":` + strings.Repeat("[", 12_000)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		frame, err := wire.Decode(raw)
		if err == nil && !wire.GoodCommandID(frame.ID) {
			t.Errorf("accepted the id %q", frame.ID)
		}
		if err == nil && !repeatsNothing(json.NewDecoder(bytes.NewReader(raw))) {
			t.Errorf("accepted %q, which repeats a member", raw)
		}
	})
}

// repeatsNothing reads one value and reports whether no object in it repeats a member exactly.
func repeatsNothing(in *json.Decoder) bool {
	token, err := in.Token()
	if err != nil {
		return true
	}
	names := map[json.Token]bool{}
	switch token {
	case json.Delim('{'):
		for in.More() {
			name, err := in.Token()
			if err != nil {
				return true
			}
			if names[name] || !repeatsNothing(in) {
				return false
			}
			names[name] = true
		}
		_, _ = in.Token()
	case json.Delim('['):
		for in.More() {
			if !repeatsNothing(in) {
				return false
			}
		}
		_, _ = in.Token()
	}
	return true
}

// TestSamples compares one sample of each server message with its file, which the web client's tests read too.
func TestSamples(t *testing.T) {
	t.Parallel()
	when := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	seat := engine.Seat(1)
	table := wire.Table{
		ID: "01930000-0000-7000-8000-000000000001", Title: "meduris", State: "running", Visibility: "private",
		Seats: []wire.Seat{
			{Seat: 0, Color: "purple", Player: &wire.Player{ID: "01930000-0000-7000-8000-00000000000a", Name: "Ada"}, Connected: true},
			{Seat: 1, Color: "blue", Player: &wire.Player{ID: "01930000-0000-7000-8000-00000000000b", Name: "Ben"}, Away: true},
		},
		Options: engine.Options{}, Host: "01930000-0000-7000-8000-00000000000a", Seq: 41, Owing: []engine.Seat{1},
		CreatedAt: when, UpdatedAt: when, Commitment: strings.Repeat("0", 64), Invite: "AAAAAAAAAAAAAAAAAAAAAA",
	}
	open, answered, missing := table, true, false
	open.State, open.Seq, open.Owing = "open", 0, []engine.Seat{}
	open.Seats = slices.Clone(table.Seats)
	open.Seats[0].Contributed, open.Seats[1].Contributed = &answered, &missing
	paced := table
	paced.Pace = &wire.Pace{Kind: "live", Bank: 600, Increment: 20, Level: "medium", Extra: 150}
	view, decisions := json.RawMessage(`{"points":[5,7],"canTakeBack":false}`), json.RawMessage(`[{"id":"41-9","seat":1,"kind":"turn","moves":[{"do":"hut","field":3}]}]`)
	const head = "0001b2c3d4e5f60718293a4b5c6d7e8f"
	for name, v := range map[string]any{
		"snapshot":     wire.Snapshot{T: "snapshot", Seq: 41, You: wire.YouAre(engine.SeatViewer(seat)), Table: table, View: view, Decisions: decisions},
		"update":       wire.Update{T: "update", Seq: 42, Events: json.RawMessage(`[{"name":"hut_built","data":{"seat":1,"field":3}}]`), View: view, Decisions: decisions},
		"update_patch": wire.Update{T: "update", Seq: 43, Events: json.RawMessage(`[]`), Patch: json.RawMessage(`[{"op":"replace","path":"/view/points/1","value":8}]`)},
		"update_steps": wire.Update{
			T: "update", Seq: 44, Patch: json.RawMessage(`[{"op":"replace","path":"/decisions","value":[]}]`),
			Steps: []wire.UpdateStep{{
				Event: json.RawMessage(`{"name":"hut_built","data":{"seat":1,"field":3}}`), Patch: json.RawMessage(`[{"op":"replace","path":"/view/points/1","value":9}]`),
			}},
		},
		"result_ok": wire.Accepted("c0ffee00-0000-4000-8000-000000000001", 42),
		"snapshot_restored": wire.Snapshot{
			T: "snapshot", Seq: 11, You: wire.YouAre(engine.SeatViewer(seat)), Table: table, View: view, Decisions: decisions, Head: head, Restored: true,
		},
		"snapshot_clocks": wire.Snapshot{
			T: "snapshot", Seq: 41, You: wire.YouAre(engine.SeatViewer(seat)), Table: paced, View: view, Decisions: decisions,
			Clocks: []engine.Clock{{Seat: 0, Left: 598_000}, {Seat: 1, Left: 61_500, Running: true}}, Time: 1_795_291_200_000, Now: 1_795_291_203_000,
		},
		"update_clocks":  wire.Update{T: "update", Seq: 42, Events: json.RawMessage(`[]`), View: view, Decisions: decisions, Clocks: []engine.Clock{}, Time: 1_795_291_200_000},
		"update_head":    wire.Update{T: "update", Seq: 12, Events: json.RawMessage(`[{"name":"frame.restored","data":{"source":"server"}}]`), View: view, Decisions: decisions, Head: head},
		"result_head":    withHead(wire.Accepted("c0ffee00-0000-4000-8000-000000000001", 42), head),
		"result_refused": wire.Refused("c0ffee00-0000-4000-8000-000000000001", "stale_decision", "that decision is not open any more"),
		"presence":       wire.Presence{T: "presence", Seats: []engine.Seat{0}, Spectators: 3},
		"table":          wire.TableMessage{T: "table", You: wire.YouAre(engine.Spectator()), Table: table},
		"watch": wire.Watch{
			T: "watch", Group: "ab12cd34ef", You: 2, Leader: 1, Members: []wire.WatchMember{{Number: 1, Name: "Ada"}, {Number: 2}}, At: &wire.WatchMoment{Seq: 12, Eyes: -2},
		},
		"table_open": wire.TableMessage{T: "table", You: wire.YouAre(engine.Spectator()), Table: open},
	} {
		got := must.Return(json.MarshalIndent(v, "", "  "))(t)
		got = append(got, '\n')
		path := filepath.Join("testdata", name+".json")
		if *update {
			must.Succeed(t, os.WriteFile(path, got, 0o600))
		}
		want := must.Return(os.ReadFile(path))(t)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func withHead(r wire.Result, head string) wire.Result {
	r.Head = head
	return r
}
