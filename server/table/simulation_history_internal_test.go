package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/testkit/enginetest/toy"
)

// moment is an entry that was stored once, with the state after it. The store may have lost it since.
type moment struct {
	seq      engine.Seq
	hash     codec.Hash
	head     string // short
	entry    engine.Entry
	fold     *engine.Fold
	events   []engine.Event
	parent   *moment
	children []*moment
	lost     bool
	seen     map[engine.Viewer]*expectation
}

// expectation is the data that a viewer must get of a moment, computed from the log alone.
type expectation struct {
	view, decisions, events string
	update                  string // the message with full content
}

// simHistory is all that was ever stored at one table.
type simHistory struct {
	heads   chance.HeadKey
	root    *moment // before the first entry
	log     []*moment
	byHash  map[codec.Hash]*moment
	byHead  map[string]*moment
	losses  []*loss
	marks   int  // restores of the database
	mustNow bool // the database was restored: the next entry must record it
}

// loss is the loss of some entries.
type loss struct {
	known    map[*live]bool // actors that had a lost entry in memory
	recorded bool
}

func newSimHistory(row store.Table) *simHistory {
	h := &simHistory{heads: row.Secret.HeadKey(string(row.ID)), byHash: map[codec.Hash]*moment{}, byHead: map[string]*moment{}}
	h.root = &moment{fold: engine.NewFold(toy.Title{}), seen: map[engine.Viewer]*expectation{}}
	return h
}

// head is the newest stored moment.
func (h *simHistory) head() *moment {
	if len(h.log) == 0 {
		return h.root
	}
	return h.log[len(h.log)-1]
}

// appended adds an entry that was just stored.
func (h *simHistory) appended(r engine.Record) (*moment, error) {
	parent := h.head()
	m := h.byHash[r.Hash]
	if m == nil { // else the same entry was stored again after a loss
		fold := parent.fold.Clone()
		events, err := fold.Apply(r)
		if err != nil {
			return nil, err
		}
		if err := h.checkProof(parent, r.Entry, events); err != nil {
			return nil, err
		}
		m = &moment{seq: fold.Seq(), hash: r.Hash, head: fold.ShortHead(h.heads), entry: r.Entry, fold: fold, events: events, parent: parent,
			seen: map[engine.Viewer]*expectation{}}
		parent.children = append(parent.children, m)
		h.byHash[m.hash], h.byHead[m.head] = m, m
	}
	if m.parent != parent {
		return nil, fmt.Errorf("it continues entry %d", m.parent.seq)
	}
	m.lost = false
	for _, other := range h.log {
		if other.entry.Command != "" && other.entry.Command == m.entry.Command && other.entry.Seat == m.entry.Seat {
			return nil, fmt.Errorf("command %s is there twice", m.entry.Command)
		}
	}
	h.log = append(h.log, m)
	return m, nil
}

// checkDraw checks that an actor which knew lost entries recorded the restore before it went on.
func (h *simHistory) checkDraw(w *world, m *moment, by *live) {
	if m.restores() {
		h.mustNow = false
		for _, l := range h.losses {
			l.recorded = true
		}
		return
	}
	if h.mustNow && m.entry.Kind != engine.KindStart {
		w.failf("entry %d follows a restore of the database that is not recorded", m.seq)
	}
	for _, l := range h.losses {
		if l.known[by] && !l.recorded && m.entry.Kind != engine.KindStart {
			w.failf("entry %d was stored by a node that knew lost entries, before a restore was recorded", m.seq)
		}
	}
}

// restores reports whether the entry records a restore.
func (m *moment) restores() bool {
	return len(m.entry.Events) > 0 && m.entry.Events[0].Name == engine.SystemEventName(engine.Restored{})
}

// cut removes the entries after seq, which the actors of the nodes may still know.
func (h *simHistory) cut(seq engine.Seq, actors []*live) {
	l := &loss{known: map[*live]bool{}}
	gone := h.log[seq:]
	for _, m := range gone {
		m.lost = true
	}
	h.log = h.log[:seq:seq]
	h.mustNow = h.mustNow && seq > 0 // a mark concerns running tables alone
	for _, a := range actors {
		if a.fold == nil {
			continue
		}
		for m := h.byHash[a.fold.Head()]; m != nil; m = m.parent {
			l.known[a] = l.known[a] || slices.Contains(gone, m)
		}
	}
	h.losses = append(h.losses, l)
}

// find returns the stored entry of a command; nil if there is none.
func (h *simHistory) find(seat engine.Seat, command string) *moment {
	for _, m := range h.log {
		if m.entry.Seat == seat && m.entry.Command == command {
			return m
		}
	}
	return nil
}

// expect computes the content of a moment for a viewer.
func (m *moment) expect(v engine.Viewer) *expectation {
	if e := m.seen[v]; e != nil {
		return e
	}
	e := &expectation{view: "null", decisions: "[]"}
	if m.seq > 0 {
		e.view, e.decisions, e.events = text(m.fold.View(v)), text(m.fold.Decisions(v)), text(m.fold.Redact(m.events, v))
		paused := m.fold.PausedUntil()
		if paused <= m.fold.ClocksAt() {
			paused = 0
		}
		e.update = text(wire.Update{
			T: "update", Paused: paused, Seq: m.seq, Events: json.RawMessage(e.events), View: json.RawMessage(e.view), Decisions: json.RawMessage(e.decisions), Head: m.head, Clocks: m.fold.Clocks(), Time: m.fold.ClocksAt(),
		})
	}
	m.seen[v] = e
	return e
}

// document is the content that patches apply to.
func (e *expectation) document() []byte {
	return []byte(`{"view":` + e.view + `,"decisions":` + e.decisions + `}`)
}

func text(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (m *moment) String() string {
	if m == nil {
		return "nothing"
	}
	return fmt.Sprintf("entry %d (%.4x, lost: %t)", m.seq, m.hash, m.lost)
}
