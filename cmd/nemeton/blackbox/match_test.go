package blackbox_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"nemeton/bench/traffic"
	"nemeton/client"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// match is a table of two guests that one goroutine plays through REST.
type match struct {
	t      *testing.T
	id     string
	people [2]*client.Client // by seat
	n      int
	acked  atomic.Int64 // the seq of the last move that was acknowledged
	head   string       // its head
}

// newMatch starts a table through a node. more are members of the request that creates it.
func newMatch(t *testing.T, url string, more map[string]any) *match {
	t.Helper()
	m := &match{t: t, people: [2]*client.Client{newGuest(t, url), newGuest(t, url)}}
	m.id = must.Return(traffic.Begin(t.Context(), "meduris", more, m.people[:]...))(t)
	return m
}

func newGuest(t *testing.T, url string) *client.Client {
	t.Helper()
	return must.Return(traffic.NewGuest(t.Context(), nil, url, "Ada"))(t)
}

// at lets both people play through a node.
func (m *match) at(url string) {
	for _, p := range m.people {
		p.URL = url
	}
}

// call sends a request about the table, as the player of a seat.
func (m *match) call(seat int, method, rest string, body, into any) error {
	return expect.Second(m.people[seat].Call(m.t.Context(), method, "/tables/"+m.id+rest, body, into))
}

// move answers the first open decision with one of its moves.
func (m *match) move() {
	m.t.Helper()
	for seat, p := range m.people {
		d, owes, err := traffic.Owed(m.t.Context(), p, m.id)
		must.Succeed(m.t, err)
		if !owes {
			continue
		}
		m.n++
		var yes struct {
			Seq  int64
			Head string
		}
		must.Succeed(m.t, m.call(seat, http.MethodPost, "/commands", map[string]any{
			"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", m.n), "decision": d.ID, "move": d.Moves[m.n%len(d.Moves)],
		}, &yes))
		m.acked.Store(yes.Seq)
		m.head = yes.Head
		return
	}
	m.t.Fatal("nobody owes a decision")
}

// moves makes moves through a node.
func (m *match) moves(p *process, n int) {
	m.t.Helper()
	m.at(p.url)
	for range n {
		m.move()
	}
}

// readLog reads the log from its beginning and returns the last seq. The test fails if a seq is missing or repeated.
func (m *match) readLog() (last int64) {
	m.t.Helper()
	for more := true; more; {
		var page struct {
			Entries []struct{ Seq int64 }
			More    bool
		}
		must.Succeed(m.t, m.call(0, http.MethodGet, fmt.Sprintf("/log?since=%d", last), nil, &page))
		for _, e := range page.Entries {
			if last++; e.Seq != last {
				m.t.Fatalf("got entry %d in the log, want %d", e.Seq, last)
			}
		}
		more = page.More
	}
	return last
}
