package blackbox_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	var guests [2]struct {
		Token string `json:"token"`
	}
	for i := range guests {
		post(t, busy.url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guests[i])
	}
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	post(t, busy.url+"/api/v1/tables", guests[0].Token, map[string]any{"title": "meduris", "seats": 2}, &made)
	path := "/api/v1/tables/" + made.Table.ID
	socket := must.Return(client.Dial(t.Context(), client.Options{}, "ws"+strings.TrimPrefix(idle.url, "http")+path+"/socket", nil))(t)
	defer func() { _ = socket.Close(1000) }()
	if _, err := socket.Read(t.Context()); err != nil { // the snapshot
		t.Fatal(err)
	}
	post(t, busy.url+path+"/seats", guests[1].Token, map[string]any{}, &struct{}{})
	for _, guest := range guests {
		post(t, busy.url+path+"/contribution", guest.Token, map[string]any{"contribution": "5a"}, &struct{}{})
	}
	post(t, busy.url+path+"/start", guests[0].Token, map[string]any{}, &struct{}{})
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
	pause := func() *http.Response {
		t.Helper()
		req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodPost, m.path("/pause"), strings.NewReader(`{"id":"p"}`)))(t)
		req.Header = http.Header{"Authorization": {"Bearer " + m.tokens[0]}, "Content-Type": {"application/json"}}
		res, err := http.DefaultClient.Do(req)
		must.Succeed(t, err)
		return res
	}
	refused := pause()
	raw, err := io.ReadAll(refused.Body)
	_ = refused.Body.Close()
	if err != nil || refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" || !strings.Contains(string(raw), `"upgrading"`) {
		t.Errorf("got %s, Retry-After %q and %s (%v)", refused.Status, refused.Header.Get("Retry-After"), raw, err)
	}
	m.moves(p, 2)
	rows.does("DELETE FROM nodes WHERE id = 'older'")
	accepted := pause()
	_ = accepted.Body.Close()
	expect.Equal(t, accepted.StatusCode, http.StatusOK, "after the end of the older node", accepted.Status)
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
