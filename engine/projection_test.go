package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestView_JSON(t *testing.T) {
	t.Parallel()
	type empty struct{}
	type full struct {
		N int `json:"n"`
	}
	type parted struct {
		Mine  int  `json:"mine,omitempty"`
		N     int  `json:"n" view:"shared"`
		Ours  *int `json:"ours,omitempty" view:"shared"`
		Yours int  `json:"yours"`
	}
	out := &engine.Outcome{Winners: []engine.Seat{1}, Scores: []int{0, 3}}
	for name, c := range map[string]struct {
		view engine.View
		want string
	}{
		"engine members come last":   {engine.View{Title: full{1}}, `{"n":1,"canTakeBack":false}`},
		"what all share comes first": {engine.View{Title: parted{Yours: 2, N: 1}, Away: []engine.Seat{3}}, `{"n":1,"away":[3],"yours":2,"canTakeBack":false}`},
		"behind a pointer":           {engine.View{Title: &full{1}}, `{"n":1,"canTakeBack":false}`},
		"a title without members":    {engine.View{Title: empty{}, CanTakeBack: true}, `{"canTakeBack":true}`},
		"with those away":            {engine.View{Title: full{1}, Away: []engine.Seat{0, 2}}, `{"away":[0,2],"n":1,"canTakeBack":false}`},
		"finished":                   {engine.View{Title: full{1}, Outcome: out}, `{"outcome":{"winners":[1],"scores":[0,3]},"n":1,"canTakeBack":false}`},
		"a list is no view":          {engine.View{Title: []int{1}}, ""},
		"a number is no view":        {engine.View{Title: 7}, ""},
		"nothing is no view":         {engine.View{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(c.view)
			if string(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
}

func TestDecisions_ShowMovesToTheirSeatAlone(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	for s := engine.NoSeat; s < 3; s++ {
		for _, d := range tb.f.Decisions(engine.SeatViewer(s)) {
			expect.Equal(t, len(d.Moves) > 0, (d.Seat == s), "viewer", s, "decision of seat", d.Seat, "moves")
		}
	}
	raw, err := json.Marshal(tb.f.Decisions(engine.Spectator()))
	if err != nil || strings.Contains(string(raw), "moves") {
		t.Errorf("a spectator is given %s, %v: want no moves", raw, err)
	}
	tb.play("0end")
	expect.Equal(t, string(expect.First(json.Marshal(tb.f.Decisions(engine.Spectator())))), "[]", "after the end")
}

func TestRedact_SystemEvents(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 0back 1left 1home")
	person := func(seat int) string { return codec.Hash(tb.f.Start().Names[seat]).String() }
	const declined = `{"declined":true,"device":"","chain":"","signature":""}`
	want := []string{
		`[{"name":"frame.started","data":{"table":"t","title":"tally","setup":{"colors":["a","b"],"options":{}},` +
			`"commitment":"` + tb.f.Start().Commitment.String() + `","contributions":["",""],"chance":2,"created":0,` +
			`"names":["` + person(0) + `","` + person(1) + `"],"bots":["",""],"answers":[` + declined + `,` + declined + `]}}]`,
		`[{"name":"did","data":{"seat":0,"what":"free","pips":0}}]`,
		`[{"name":"frame.taken_back","data":{"seat":0,"to":1}}]`,
		`[{"name":"frame.left","data":{"seat":1}}]`,
		`[{"name":"frame.returned","data":{"seat":1}}]`,
	}
	for i, r := range tb.log {
		events := must.Return(tb.f.Decode(r.Entry))(t)
		raw := must.Return(json.Marshal(tb.f.Redact(events, engine.Spectator())))(t)
		expect.Equal(t, strings.Replace(string(raw), `"options":null`, `"options":{}`, 1), want[i], "entry", i+1)
	}
}

func TestViewer(t *testing.T) {
	t.Parallel()
	var zero engine.Viewer
	if zero != engine.Spectator() || zero != engine.SeatViewer(engine.NoSeat) || zero.Is(engine.NoSeat) || zero.Is(0) {
		t.Error("the zero viewer is not just a spectator")
	}
	if s, ok := engine.SeatViewer(2).Seat(); s != 2 || !ok || !engine.SeatViewer(2).Is(2) || engine.SeatViewer(2).Is(1) {
		t.Errorf("the viewer of seat 2: got %d, %v", s, ok)
	}
	expect.Equal(t, zero.String()+", "+engine.SeatViewer(0).String(), "spectator, seat 0", "names")
}
