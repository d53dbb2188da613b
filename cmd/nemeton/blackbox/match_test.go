package blackbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"
	"testing"

	"nemeton/testkit/must"
)

// match is a table of two guests that one goroutine plays through REST.
type match struct {
	t      *testing.T
	url    string
	id     string
	tokens [2]string
	n      int
	acked  atomic.Int64 // the seq of the last move that was acknowledged
	head   string       // its head
}

// newMatch starts a table through a node. more are members of the request that creates it.
func newMatch(t *testing.T, url string, more map[string]any) *match {
	t.Helper()
	m := &match{t: t, url: url}
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	for i := range m.tokens {
		var guest struct {
			Token string `json:"token"`
		}
		post(t, url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		if m.tokens[i] = guest.Token; i == 0 {
			asked := map[string]any{"title": "meduris", "seats": 2}
			maps.Copy(asked, more)
			post(t, url+"/api/v1/tables", guest.Token, asked, &made)
			m.id = made.Table.ID
		}
	}
	post(t, m.path("/seats"), m.tokens[1], map[string]any{}, &struct{}{})
	for _, token := range m.tokens {
		post(t, m.path("/contribution"), token, map[string]any{"contribution": "5a"}, &struct{}{})
	}
	post(t, m.path("/start"), m.tokens[0], map[string]any{}, &struct{}{})
	return m
}

func (m *match) path(rest string) string { return m.url + "/api/v1/tables/" + m.id + rest }

// get requests a path of the table as the player of a seat.
func (m *match) get(seat int, rest string, into any) {
	m.t.Helper()
	req := must.Return(http.NewRequestWithContext(m.t.Context(), http.MethodGet, m.path(rest), http.NoBody))(m.t)
	req.Header.Set("Authorization", "Bearer "+m.tokens[seat])
	resp, err := http.DefaultClient.Do(req)
	must.Succeed(m.t, err)
	defer func() { _ = resp.Body.Close() }()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode != http.StatusOK {
		m.t.Fatalf("GET %s: %d, %v", rest, resp.StatusCode, err)
	}
}

// move answers the first open decision with one of its moves.
func (m *match) move() {
	m.t.Helper()
	for seat := range m.tokens {
		var now struct {
			Decisions []struct {
				ID    string            `json:"id"`
				Seat  int               `json:"seat"`
				Moves []json.RawMessage `json:"moves"`
			} `json:"decisions"`
		}
		m.get(seat, "/view", &now)
		for _, d := range now.Decisions {
			if d.Seat != seat {
				continue
			}
			m.n++
			var yes struct {
				Seq  int64  `json:"seq"`
				Head string `json:"head"`
			}
			post(m.t, m.path("/commands"), m.tokens[seat], map[string]any{
				"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", m.n), "decision": d.ID, "move": d.Moves[m.n%len(d.Moves)],
			}, &yes)
			m.acked.Store(yes.Seq)
			m.head = yes.Head
			return
		}
	}
	m.t.Fatal("nobody owes a decision")
}

// moves makes moves through a node.
func (m *match) moves(p *process, n int) {
	m.t.Helper()
	m.url = p.url
	for range n {
		m.move()
	}
}

// readLog reads the log from its beginning and returns the last seq. The test fails if a seq is missing or repeated.
func (m *match) readLog() (last int64) {
	m.t.Helper()
	for more := true; more; {
		var page struct {
			Entries []struct {
				Seq int64 `json:"seq"`
			} `json:"entries"`
			More bool `json:"more"`
		}
		m.get(0, fmt.Sprintf("/log?since=%d", last), &page)
		for _, e := range page.Entries {
			if last++; e.Seq != last {
				m.t.Fatalf("got entry %d in the log, want %d", e.Seq, last)
			}
		}
		more = page.More
	}
	return last
}

// post sends one request and decodes the answer.
func post(t *testing.T, url, token string, body, answer any) {
	t.Helper()
	raw := must.Return(json.Marshal(body))(t)
	req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(raw)))(t)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	must.Succeed(t, err)
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode/100 != 2 {
		t.Fatalf("POST %s: %s", url, resp.Status)
	}
	must.Succeed(t, json.NewDecoder(resp.Body).Decode(answer))
}
