package blackbox_test

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/bench/traffic"
	"nemeton/client"
	"nemeton/play"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// Two processes on one database learn of each other's moves by polling only. The first one is killed during the game. A long run plays the game to
// its end.
func TestNodes_TwoOnOnePostgres(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := pgtest.New(t)
	first, second := serveRaced(t, database), serveRaced(t, database)
	killed := false
	moves, killAt, enough := 0, testsize.Pick(20, 40, 100), testsize.Pick(40, 80, 10_000)
	sum := run(t, play.Options{URLs: []string{first.url, second.url}, Seats: 2, Seed: 3, Pause: 15 * time.Millisecond, Enough: func() bool { return moves >= enough }, Moved: func(m play.Moment) {
		moves = m.Moves
		if moves >= killAt && !killed {
			first.kill()
			killed = true
		}
	}})
	if !killed || sum.Moves < killAt+20 {
		t.Errorf("got killed %v and %d moves, want at least 20 moves after the kill at %d", killed, sum.Moves, killAt)
	}
	// The poll interval is at most one second. Before the kill, viewers at the second process depend on the poll.
	logDuration(t, sum.SlowestLag, time.Second, "the slowest update after its move")
}

// A viewer at a process without players receives moves by polling only.
func TestNodes_IdleOneKeepsItsViewersCurrent(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	busy := sharedOn(t, "postgres")
	idle := serve(t, shared["postgres"].database)
	host, other := newGuest(t, busy.url), newGuest(t, busy.url)
	table := must.Return(traffic.CreateTable(t.Context(), host, "meduris", 2, nil))(t)
	socket := must.Return((&client.Client{URL: idle.url}).Socket(t.Context(), table, client.SocketOptions{Since: -1}))(t)
	defer func() { _ = socket.Close(1000) }()
	if _, err := socket.Read(t.Context()); err != nil { // the snapshot
		t.Fatal(err)
	}
	must.Return(other.Sit(t.Context(), table, ""))(t)
	must.Succeed(t, traffic.Start(t.Context(), table, host, other))
	began := time.Now()
	for {
		raw := must.Return(socket.Read(t.Context()))(t)
		if strings.Contains(string(raw), `"t":"update","seq":1,`) {
			break
		}
	}
	logDuration(t, time.Since(began), 2*time.Second, "the update about the start")
}

// While a node of an older program runs, moves go on, and nobody can pause a table with an entry that this node could not read.
func TestNodes_PausesWaitForOlderPrograms(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := pgtest.New(t)
	rows := newVandal(t, database)
	rows.does(`INSERT INTO nodes (id, reads, touched_at) VALUES ('older', '{"frame":1,"meduris":1}', 1e18)`)
	p := serve(t, database)
	m := newMatch(t, p.url, map[string]any{"pace": map[string]any{"kind": "days", "bank": 259200, "increment": 43200}})
	m.moves(p, 2)
	pause := func() error { return m.call(0, http.MethodPost, "/pause", map[string]any{"id": "p"}, nil) }
	if refused := (*client.Error)(nil); !errors.As(pause(), &refused) || refused.Status != http.StatusServiceUnavailable || refused.RetryAfter == 0 || refused.Code != "upgrading" {
		t.Errorf("got %+v, want a refusal until the older node has ended", refused)
	}
	m.moves(p, 2)
	rows.does("DELETE FROM nodes WHERE id = 'older'")
	expect.Error(t, pause(), nil, "after the end of the older node")
}

func TestNodes_SecondOnOneFileIsRefused(t *testing.T) {
	t.Parallel()
	database := "sqlite:" + filepath.Join(t.TempDir(), "nemeton.db")
	first := serve(t, database)
	out, err := command(t, "serve", "--addr", "127.0.0.1:0", "--database", database).CombinedOutput()
	if exitCode(err) != 1 || !strings.Contains(string(out), "another process") {
		t.Errorf("got exit code %d and\n%s\nwant 1 and a message about the other process", exitCode(err), out)
	}
	expect.Equal(t, first.status("/readyz"), 200, "the first one's /readyz")
	first.kill()
	next := serve(t, database)
	expect.Equal(t, next.status("/readyz"), 200, "/readyz after the first one's death")
}
