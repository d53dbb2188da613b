package play_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"nemeton/engine"
)

// fault names a promise that the fake server breaks.
type fault string

// fakeServer serves one trivial title from memory: each round all seats secretly pick a number, then their sums grow; the first to
// reach the goal wins. It follows the protocol except for one fault.
type fakeServer struct {
	t      *testing.T
	server *httptest.Server
	fault  fault

	mu          sync.Mutex
	changed     *sync.Cond
	names       map[string]string // by token; the id is "id-" + token
	tables      map[string]*fakeTable
	generation  int // grows when all sockets are to be dropped
	unavailable int // requests still to be answered with 503
	calls       int
}

func newFake(t *testing.T, f fault) *fakeServer {
	t.Helper()
	s := &fakeServer{t: t, fault: f, names: map[string]string{}, tables: map[string]*fakeTable{}}
	s.changed = sync.NewCond(&s.mu)
	s.server = httptest.NewServer(s.routes())
	t.Cleanup(s.server.Close)
	return s
}

const goal = 12

// fakeTable is a table with the content for every viewer by seq.
type fakeTable struct {
	id, invite    string
	private       bool
	state         string
	seats         []string // tokens
	colors        []string
	now           position
	before        position // the position that a take-back restores
	undo          int      // the seat that may take back; -1: none
	log           []fakeEntry
	answers       map[string]fakeAnswer // by seat and command id
	sockets       map[int]int           // by seat, -1 for spectators
	socketChanges int                   // changes of the number of sockets
	fakeChance
}

type fakeAnswer struct {
	content string
	seq     int
}

// position is the state of the game.
type position struct {
	Sums  []int
	Picks []int // 0: not yet
	IDs   []string
	Away  []bool
}

func (p position) clone() position {
	p.Sums, p.Picks = append([]int{}, p.Sums...), append([]int{}, p.Picks...)
	p.IDs, p.Away = append([]string{}, p.IDs...), append([]bool{}, p.Away...)
	return p
}

func (p position) over() bool {
	for _, s := range p.Sums {
		if s >= goal {
			return true
		}
	}
	return false
}

// fakeEntry is one entry: as exported, and as projected to each viewer (index 0 is the spectator).
type fakeEntry struct {
	Seq      int             `json:"seq"`
	Prev     string          `json:"prev"`
	Kind     string          `json:"kind"`
	Seat     int             `json:"seat"`
	Command  string          `json:"command"`
	Decision string          `json:"decision"`
	Move     json.RawMessage `json:"move"`
	Events   []fakeEvent     `json:"events"`
	Proof    *engine.Proof   `json:"proof,omitempty"`
	Voids    []engine.Void   `json:"voids,omitempty"`

	projections []projection
}

// fakeEvent is an event in the export. It is that of the whole log only where clients read it.
type fakeEvent struct {
	Name string `json:"name"`
	Data any    `json:"data"`
}

type projection struct{ view, decisions, events json.RawMessage }

// append completes an entry and projects it to each viewer.
func (f *fakeServer) append(t *fakeTable, e fakeEntry, publicEvent, ownEvent string) int {
	e.Seq = len(t.log) + 1
	if e.Voids, t.voids = t.voids, nil; f.fault == "lost proof" && e.Seq > 10 {
		e.Proof = nil
	}
	if e.Move == nil {
		e.Move = json.RawMessage("null")
	}
	for viewer := -1; viewer < len(t.seats); viewer++ {
		s := projection{view: t.view(viewer), decisions: t.decisions(f.fault, viewer, e.Seq), events: json.RawMessage("[]")}
		switch {
		case publicEvent != "":
			s.events = json.RawMessage("[" + publicEvent + "]")
		case viewer == e.Seat:
			s.events = json.RawMessage("[" + ownEvent + "]")
		}
		e.projections = append(e.projections, s)
	}
	t.log = append(t.log, e)
	t.note(e)
	f.changed.Broadcast()
	return e.Seq
}

func (t *fakeTable) view(viewer int) json.RawMessage {
	view := map[string]any{"sums": t.now.Sums, "canTakeBack": viewer >= 0 && t.undo == viewer}
	if viewer >= 0 {
		view["pick"] = t.now.Picks[viewer]
	}
	if t.now.over() {
		most, winners := 0, []int{}
		for _, s := range t.now.Sums {
			most = max(most, s)
		}
		for seat, s := range t.now.Sums {
			if s == most {
				winners = append(winners, seat)
			}
		}
		view["outcome"] = map[string]any{"winners": winners, "scores": t.now.Sums}
	}
	return encode(view)
}

func (t *fakeTable) decisions(f fault, viewer, seq int) json.RawMessage {
	list := []map[string]any{}
	for seat, id := range t.now.IDs {
		if id == "" {
			continue
		}
		d := map[string]any{"id": id, "seat": seat, "kind": "pick"}
		if viewer == seat || f == "leaked moves" && seq > 5 {
			d["moves"] = []map[string]int{{"n": 1}, {"n": 2}, {"n": 3}}
		}
		list = append(list, d)
	}
	if f == "no decision" && seq > 5 || f == "hidden decision" && seq > 5 && viewer < 0 && len(list) > 1 {
		list = list[:len(list)/2]
	}
	return encode(list)
}

// openRound opens a decision for every seat.
func (t *fakeTable) openRound(f fault, seq int) {
	for seat := range t.seats {
		t.now.Picks[seat], t.now.IDs[seat] = 0, fmt.Sprintf("%d-%d", seq, seat)
		if f == "used id" {
			t.now.IDs[seat] = fmt.Sprintf("used-%d", seat)
		}
	}
}

// pick applies a legal move.
func (f *fakeServer) pick(t *fakeTable, seat int, in clientMessage, n int) int {
	e := fakeEntry{Kind: "move", Seat: seat, Command: in.ID, Decision: t.now.IDs[seat], Move: in.Move, Proof: in.proof()}
	t.before, t.undo = t.now.clone(), seat
	t.now.Picks[seat], t.now.IDs[seat] = n, ""
	t.now.Away[seat] = false
	public, secret := "", fmt.Sprintf(`{"name":"picked","data":{"n":%d}}`, n)
	for _, p := range t.now.Picks {
		if p == 0 {
			return f.append(t, e, public, secret)
		}
	}
	for s, p := range t.now.Picks {
		t.now.Sums[s] += p
	}
	t.undo = -1
	if public = `{"name":"revealed","data":` + string(encode(t.now.Sums)) + `}`; t.now.over() {
		t.state = "finished"
	} else {
		t.openRound(f.fault, len(t.log)+1)
	}
	return f.append(t, e, public, secret)
}

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// seatOf returns the seat of a token, or -1.
func (t *fakeTable) seatOf(token string) int {
	if token == "" {
		return -1
	}
	return slices.Index(t.seats, token)
}
