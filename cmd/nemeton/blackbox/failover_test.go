package blackbox_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"nemeton/client"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/testsize"
)

// watch opens the socket of the first guest. A client that has seen the table names the newest entry that it knows.
func (m *match) watch(p *process, seen bool) *client.Conn {
	m.t.Helper()
	m.at(p.url)
	from := client.SocketOptions{Since: -1}
	if seen {
		from = client.SocketOptions{Since: int(m.acked.Load()), Head: m.head}
	}
	socket := must.Return(m.people[0].Socket(m.t.Context(), m.id, from))(m.t)
	m.t.Cleanup(func() { _ = socket.Close(1000) })
	return socket
}

// expectRestored reads messages until the client learns that the table was restored to an entry.
func (m *match) expectRestored(socket *client.Conn, seq int64) {
	m.t.Helper()
	for {
		raw := must.Return(socket.Read(m.t.Context()))(m.t)
		var got struct {
			T        string `json:"t"`
			Seq      int64  `json:"seq"`
			Restored bool   `json:"restored"`
		}
		must.Succeed(m.t, json.Unmarshal(raw, &got))
		if got.T == "snapshot" && got.Restored {
			// A node that records the restore first includes its entry.
			if got.Seq != seq && got.Seq != seq+1 {
				m.t.Errorf("restored to entry %d, want %d or the restore after it", got.Seq, seq)
			}
			return
		}
	}
}

// restores counts the entries that record a restore.
func (m *match) restores(p *process) int {
	m.t.Helper()
	var log struct {
		Entries []struct {
			Events json.RawMessage `json:"events"`
		} `json:"entries"`
	}
	m.at(p.url)
	must.Succeed(m.t, m.call(0, http.MethodGet, "/log", nil, &log))
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
	pair := must.Return(pgserver.StartPair(t.Context()))(t)
	t.Cleanup(func() {
		expect.Error(t, pair.Stop(), nil)
	})
	bus := natstest.Start(t)
	admins := [2]string{freeAddress(t), freeAddress(t)}
	node := func(n int) *process { return serveRaced(t, pair.Address, "--nats", bus.URL, "--admin-addr", admins[n]) }
	a, b := node(0), node(1)

	watched, forgotten, kept := newMatch(t, a.url, nil), newMatch(t, b.url, nil), newMatch(t, a.url, nil)
	socket := watched.watch(a, false)
	watched.moves(a, 4)
	forgotten.moves(b, 4)
	kept.moves(a, 4)
	safe := map[*match]int64{watched: watched.acked.Load(), forgotten: forgotten.acked.Load()}
	must.Succeed(t, pair.Part(t.Context()))
	watched.moves(a, 3)
	watched.moves(b, 2)
	forgotten.moves(b, 5)
	must.Succeed(t, pair.Primary.Halt(t.Context()))
	b.kill() // it remembers the second table, and nobody else does
	must.Succeed(t, pair.Promote(t.Context()))
	b.restart()
	for _, p := range []*process{a, b} {
		p.await("/readyz?store", 200)
	}

	watched.expectRestored(socket, safe[watched])
	watched.expectRestored(watched.watch(b, true), safe[watched])
	forgotten.expectRestored(forgotten.watch(b, true), safe[forgotten])
	for _, m := range []*match{watched, forgotten, kept} {
		m.moves(a, 3)
		m.moves(b, 3)
	}
	for m, want := range map[*match]int{watched: 1, forgotten: 1, kept: 0} {
		expect.Equal(t, m.restores(a), want, "restores")
	}
	expect.Equal(t, metric(t, admins[0], "nemeton_restores_total")+metric(t, admins[1], "nemeton_restores_total"), 2, "both nodes count restores")
	for n, admin := range admins {
		if got := metric(t, admin, "nemeton_lost_histories_total"); got == 0 {
			t.Errorf("node %d counts no lost history", n)
		}
	}
}
