package blackbox_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/server/ws/client"
	"nemeton/testkit/pgtest"
)

// Two processes on one database know of each other's moves by polling alone. The first one dies in mid-game.
func TestNodes_TwoOnOnePostgres(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	first, second := serve(t, database), serve(t, database)
	killed := false
	sum := run(t, play.Options{URLs: []string{first.url, second.url}, Seats: 2, Seed: 3, Pause: 15 * time.Millisecond, Moved: func(m play.Moment) {
		if m.Moves >= 100 && !killed {
			first.kill()
			killed = true
		}
	}})
	if !killed || len(sum.Games) != 1 {
		t.Errorf("killed %v, games %d", killed, len(sum.Games))
	}
	// The poll is every second at most; before the kill, viewers of the second process depend on it.
	promptly(t, sum.SlowestLag, time.Second, "the slowest update after its move")
}

// A viewer at a process that nobody else uses hears of moves by polling alone.
func TestNodes_IdleOneKeepsItsViewersCurrent(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	busy, idle := serve(t, database), serve(t, database)
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
	socket, err := client.Dial(t.Context(), "ws"+strings.TrimPrefix(idle.url, "http")+path+"/socket", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.Close(1000) }()
	if _, err := socket.Read(t.Context()); err != nil { // the snapshot: from here on it is told
		t.Fatal(err)
	}
	post(t, busy.url+path+"/seats", guests[1].Token, map[string]any{}, &struct{}{})
	post(t, busy.url+path+"/start", guests[0].Token, map[string]any{}, &struct{}{})
	began := time.Now()
	for {
		raw, err := socket.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), `"t":"update","seq":1,`) {
			break
		}
	}
	promptly(t, time.Since(began), 2*time.Second, "the news of the start")
}

func TestNodes_SecondOnOneFileIsRefused(t *testing.T) {
	t.Parallel()
	database := "sqlite:" + filepath.Join(t.TempDir(), "nemeton.db")
	first := serve(t, database)
	out, err := command(t, "serve", "--addr", "127.0.0.1:0", "--database", database).CombinedOutput()
	if exitCode(err) != 1 || !strings.Contains(string(out), "another process") {
		t.Errorf("got exit code %d and\n%s\nwant 1 and a word of the other process", exitCode(err), out)
	}
	if got := first.status("/readyz"); got != 200 {
		t.Errorf("the first one's /readyz: got %d, want 200", got)
	}
	first.kill()
	next := serve(t, database)
	if got := next.status("/readyz"); got != 200 {
		t.Errorf("/readyz after the first one's death: got %d, want 200", got)
	}
}
