//go:build !race

// Whole games of all titles take minutes with the race detector: make test plays them without.

package table_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/tabletest"
)

// pair is one audience on two sockets: one is told whole views, the other patches.
type pair struct {
	name           string
	whole, patched *tabletest.Subscriber
	doc            []byte // what the patches made so far
}

// content is what patches apply to.
type content struct {
	View      json.RawMessage `json:"view"`
	Decisions json.RawMessage `json:"decisions"`
}

// spelled is the JSON of a value of the test's own.
func spelled(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// follow reads one update on both sockets, and tells how long the two frames were.
func (p *pair) follow(t *testing.T, h *tabletest.Fixture) (whole, patched int) {
	t.Helper()
	w, u := h.Next(p.whole, "update"), h.Next(p.patched, "update")
	if u.Patch == nil {
		p.doc = spelled(t, content{u.View, u.Decisions})
	} else {
		patch, err := jsonpatch.DecodePatch(u.Patch)
		if err == nil {
			p.doc, err = patch.Apply(p.doc)
		}
		if err != nil {
			t.Fatalf("%s, seq %d: %v: %s", p.name, u.Seq, err, u.Patch)
		}
	}
	var got, want any
	if json.Unmarshal(p.doc, &got) != nil || json.Unmarshal(spelled(t, content{w.View, w.Decisions}), &want) != nil {
		t.Fatalf("%s, seq %d: no JSON", p.name, u.Seq)
	}
	if w.Seq != u.Seq || string(w.Events) != string(u.Events) || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: the patch of %s makes\n%s\nand the whole is\n%s", p.name, u.Raw, p.doc, w.Raw)
	}
	return len(w.Raw), len(u.Raw)
}

func TestUpdate_PatchesMakeTheWhole(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			r := h.Registry(func(c *table.Config) { c.Title = catalog.Find })
			seats := info.MinSeats
			id := h.Running(r, seats, func(row *store.Table) {
				options, err := engine.Options{}.Complete(info.Options)
				if err != nil {
					t.Fatal(err)
				}
				row.Title, row.Options, row.Seats = info.ID, options, nil
				for i, color := range info.ColorsFor(seats)[:seats] {
					row.Seats = append(row.Seats, store.Seat{Color: color, Player: h.Players[i]})
				}
			})
			audiences := []*pair{{name: "a spectator"}}
			for seat := range seats {
				audiences = append(audiences, &pair{name: fmt.Sprintf("seat %d", seat)})
			}
			for i, p := range audiences {
				var w table.SubscribeRequest
				if i > 0 {
					w.Player = h.Players[i-1]
				}
				p.whole = h.Subscribe(r, id, w)
				w.Patch = true
				p.patched = h.Subscribe(r, id, w)
				first := h.Next(p.patched, "snapshot")
				p.doc = spelled(t, content{first.View, first.Decisions})
				h.Next(p.whole, "snapshot")
			}
			var whole, patched, told int
			for n := 0; ; n++ {
				if _, ok := h.Step(r, id, n*7); !ok {
					break
				}
				for _, p := range audiences {
					w, u := p.follow(t, h)
					whole, patched, told = whole+w, patched+u, told+1
				}
			}
			t.Logf("%d updates of %d bytes whole, %d as patches", told, whole/told, patched/told)
			if patched*2 > whole {
				t.Errorf("updates take %d bytes as patches and %d whole, want less than half", patched/told, whole/told)
			}
		})
	}
}
