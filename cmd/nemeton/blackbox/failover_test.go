package blackbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nemeton/server/ws/client"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/testsize"
)

// restTable is a running table of two guests, played over REST.
type restTable struct {
	t      *testing.T
	path   string
	tokens []string
	seq    int
	head   string
	acts   int
}

// newRESTTable starts a table on a node.
func newRESTTable(t *testing.T, p *process, more map[string]any) *restTable {
	t.Helper()
	r := &restTable{t: t}
	for range 2 {
		var guest struct {
			Token string `json:"token"`
		}
		post(t, p.url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		r.tokens = append(r.tokens, guest.Token)
	}
	asked := map[string]any{"title": "meduris", "seats": 2}
	for name, value := range more {
		asked[name] = value
	}
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	post(t, p.url+"/api/v1/tables", r.tokens[0], asked, &made)
	r.path = "/api/v1/tables/" + made.Table.ID
	post(t, p.url+r.path+"/seats", r.tokens[1], map[string]any{}, &struct{}{})
	for _, token := range r.tokens {
		post(t, p.url+r.path+"/contribution", token, map[string]any{"contribution": "5a"}, &struct{}{})
	}
	post(t, p.url+r.path+"/start", r.tokens[0], map[string]any{}, &struct{}{})
	return r
}

// moves makes moves through a node, and remembers the newest entry that was acknowledged.
func (r *restTable) moves(p *process, n int) {
	r.t.Helper()
	for range n {
		if !r.move(p) {
			r.t.Fatal("no seat owes a decision")
		}
	}
}

func (r *restTable) move(p *process) bool {
	r.t.Helper()
	for seat, token := range r.tokens {
		var shown struct {
			Decisions []struct {
				ID    string            `json:"id"`
				Seat  int               `json:"seat"`
				Moves []json.RawMessage `json:"moves"`
			} `json:"decisions"`
		}
		get(r.t, p.url+r.path+"/view", token, &shown)
		for _, d := range shown.Decisions {
			if d.Seat != seat {
				continue
			}
			r.acts++
			var done struct {
				Seq  int    `json:"seq"`
				Head string `json:"head"`
			}
			post(r.t, p.url+r.path+"/commands", token, map[string]any{"id": fmt.Sprint("c", r.acts), "decision": d.ID, "move": d.Moves[r.acts%len(d.Moves)]}, &done)
			r.seq, r.head = done.Seq, done.Head
			return true
		}
	}
	return false
}

// get sends one request and decodes the answer.
func get(t *testing.T, address, token string, answer any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s", address, resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

// watch opens the socket of the first guest. A client that has seen the table names the newest entry that it knows.
func (r *restTable) watch(p *process, seen bool) *client.Conn {
	r.t.Helper()
	address := "ws" + strings.TrimPrefix(p.url, "http") + r.path + "/socket"
	if seen {
		address += fmt.Sprintf("?since=%d&head=%s", r.seq, url.QueryEscape(r.head))
	}
	socket, err := client.Dial(r.t.Context(), client.Options{}, address, http.Header{"Authorization": {"Bearer " + r.tokens[0]}})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = socket.Close(1000) })
	return socket
}

// expectRestored reads messages until the client learns that the table was restored to an entry.
func (r *restTable) expectRestored(socket *client.Conn, seq int) {
	r.t.Helper()
	for {
		raw, err := socket.Read(r.t.Context())
		if err != nil {
			r.t.Fatal(err)
		}
		var m struct {
			T        string `json:"t"`
			Seq      int    `json:"seq"`
			Restored bool   `json:"restored"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			r.t.Fatal(err)
		}
		if m.T == "snapshot" && m.Restored {
			// A node that records the restore first includes its entry.
			if m.Seq != seq && m.Seq != seq+1 {
				r.t.Errorf("restored to entry %d, want %d or the restore after it", m.Seq, seq)
			}
			return
		}
	}
}

// restores counts the entries that record a restore.
func (r *restTable) restores(p *process) int {
	r.t.Helper()
	var log struct {
		Entries []struct {
			Events json.RawMessage `json:"events"`
		} `json:"entries"`
	}
	get(r.t, p.url+r.path+"/log", r.tokens[0], &log)
	n := 0
	for _, e := range log.Entries {
		n += bytes.Count(e.Events, []byte(`"frame.restored"`))
	}
	return n
}

// The standby of an asynchronous primary becomes the primary without the newest moves. Nodes that remember such a table notice it, and so does a node that
// restarted, from a client. The players are told, each loss is recorded once and counted, and the games go on.
func TestFailover_AsynchronousStandbyLostMoves(t *testing.T) {
	t.Parallel()
	if testsize.Get() < testsize.Long {
		t.Skip("two servers take seconds: for long runs")
	}
	pair, err := pgserver.StartPair(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pair.Stop(); err != nil {
			t.Error(err)
		}
	})
	bus := natstest.Start(t)
	admins := [2]string{freeAddress(t), freeAddress(t)}
	node := func(n int) *process { return serveRaced(t, pair.Address, "--nats", bus.URL, "--admin-addr", admins[n]) }
	a, b := node(0), node(1)

	watched, forgotten, kept := newRESTTable(t, a, nil), newRESTTable(t, b, nil), newRESTTable(t, a, nil)
	socket := watched.watch(a, false)
	watched.moves(a, 4)
	forgotten.moves(b, 4)
	kept.moves(a, 4)
	safe := map[*restTable]int{watched: watched.seq, forgotten: forgotten.seq}
	must(t, pair.Part(t.Context()))
	watched.moves(a, 3)
	watched.moves(b, 2)
	forgotten.moves(b, 5)
	must(t, pair.Primary.Halt(t.Context()))
	b.kill() // it remembers the second table, and nobody else does
	must(t, pair.Promote(t.Context()))
	b.restart()
	for _, p := range []*process{a, b} {
		p.await("/readyz?store", 200)
	}

	watched.expectRestored(socket, safe[watched])
	watched.expectRestored(watched.watch(b, true), safe[watched])
	forgotten.expectRestored(forgotten.watch(b, true), safe[forgotten])
	for _, r := range []*restTable{watched, forgotten, kept} {
		r.moves(a, 3)
		r.moves(b, 3)
	}
	for r, want := range map[*restTable]int{watched: 1, forgotten: 1, kept: 0} {
		if got := r.restores(a); got != want {
			t.Errorf("got %d restores, want %d", got, want)
		}
	}
	if got := metric(t, admins[0], "nemeton_restores_total") + metric(t, admins[1], "nemeton_restores_total"); got != 2 {
		t.Errorf("both nodes count %v restores, want 2", got)
	}
	for n, admin := range admins {
		if got := metric(t, admin, "nemeton_lost_histories_total"); got == 0 {
			t.Errorf("node %d counts no lost history", n)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
