//go:build !race

// Whole games of all titles take minutes with the race detector: make test runs them without it.

package table_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/client"
	"nemeton/engine/catalog"
	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// pair is one audience on three sockets: one receives full content, one patches, and one patches with steps.
type pair struct {
	name                   string
	full, patched, stepped *tabletest.Subscriber
	doc                    []byte       // the content after all patches so far
	state                  client.State // the same with steps
}

// content is the document that patches apply to.
type content struct {
	View      json.RawMessage `json:"view"`
	Decisions json.RawMessage `json:"decisions"`
}

// follow reads one update on both sockets and returns the sizes of the two messages.
func (p *pair) follow(t *testing.T, h *tabletest.Fixture) (full, patched, stepped int) {
	t.Helper()
	w, u, s := h.Next(p.full, "update"), h.Next(p.patched, "update"), h.Next(p.stepped, "update")
	if u.Patch == nil {
		p.doc = []byte(marshal(t, content{u.View, u.Decisions}))
	} else {
		patch, err := jsonpatch.DecodePatch(u.Patch)
		if err == nil {
			p.doc, err = patch.Apply(p.doc)
		}
		must.Succeed(t, err, p.name, u.Seq, string(u.Patch))
	}
	var got, want any
	if json.Unmarshal(p.doc, &got) != nil || json.Unmarshal([]byte(marshal(t, content{w.View, w.Decisions})), &want) != nil {
		t.Fatalf("%s, seq %d: invalid JSON", p.name, u.Seq)
	}
	if w.Seq != u.Seq || string(w.Events) != string(u.Events) || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: after the patch of %s the content is\n%s\nbut the full update is\n%s", p.name, u.Raw, p.doc, w.Raw)
	}
	must.Succeed(t, p.state.Apply(client.Message{Tag: "update", Raw: []byte(s.Raw)}), p.name, s.Raw)
	var steps any
	if json.Unmarshal(p.state.Document, &steps) != nil || !reflect.DeepEqual(steps, want) || marshal(t, p.state.Events) != string(w.Events) {
		t.Fatalf("%s: after the steps of %s the content is\n%s\nbut the full update is\n%s", p.name, s.Raw, p.state.Document, w.Raw)
	}
	if s.Events != nil || s.Patch == nil || len(p.state.Steps) != len(p.state.Events) {
		t.Fatalf("%s: got %s, want a step for each event", p.name, s.Raw)
	}
	return len(w.Raw), len(u.Raw), len(s.Raw)
}

func TestUpdate_PatchesGiveTheFullContent(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			seats := info.MinSeats
			r, id := runningTitle(t, h, info, seats)
			audiences := []*pair{{name: "a spectator"}}
			for seat := range seats {
				audiences = append(audiences, &pair{name: fmt.Sprintf("seat %d", seat)})
			}
			for i, p := range audiences {
				var w table.SubscribeRequest
				if i > 0 {
					w.Player, w.Effects = h.Players[i-1], i%2 == 1
				}
				p.full = h.Subscribe(r, id, w)
				w.Patch = true
				p.patched = h.Subscribe(r, id, w)
				first := h.Next(p.patched, "snapshot")
				p.doc = []byte(marshal(t, content{first.View, first.Decisions}))
				h.Next(p.full, "snapshot")
				w.Steps = true
				p.stepped = h.Subscribe(r, id, w)
				must.Succeed(t, p.state.Apply(client.Message{Tag: "snapshot", Raw: []byte(h.Next(p.stepped, "snapshot").Raw)}))
			}
			var full, patched, stepped, updates int
			for n := 0; ; n++ {
				if _, ok := h.Step(r, id, n*7); !ok {
					break
				}
				for _, p := range audiences {
					w, u, s := p.follow(t, h)
					full, patched, stepped, updates = full+w, patched+u, stepped+s, updates+1
				}
			}
			t.Logf("%d updates of %d bytes in full, %d as patches, %d with steps", updates, full/updates, patched/updates, stepped/updates)
			if patched*2 > full {
				t.Errorf("updates take %d bytes as patches and %d in full, want less than half", patched/updates, full/updates)
			}
		})
	}
}
