package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/client"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/play"
	"nemeton/testkit/acmetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, acmetest.Leaks()...) }

// hangs is the longest wait before a test fails. A slow machine must not reach it.
const hangs = 10 * time.Minute

// running is the whole program in this process, on a free port.
type running struct {
	url, admin string
	stop       func() error // cancels the context of Run, as a signal does, and returns the result of Run
}

func start(t *testing.T, database string, change ...func(*wiring.Config)) running {
	t.Helper()
	cfg := wiring.Config{
		Addr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Database: database, Log: zerolog.Nop(), Environment: wiring.NewEnvironment(),
	}
	for _, c := range change {
		c(&cfg)
	}
	a := must.Return(wiring.New(context.Background(), cfg))(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	r := running{url: "http://" + a.Addr().String(), admin: "http://" + a.AdminListener.Addr().String()}
	stopped := false
	r.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(hangs):
			t.Fatalf("the server did not stop within %v", hangs)
			return nil
		}
	}
	t.Cleanup(func() {
		expect.Error(t, r.stop(), nil)
		http.DefaultClient.CloseIdleConnections()
	})
	return r
}

func database(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "test.db") }

// ask sends one request and decodes the answer into out, unless out is nil.
func ask(t *testing.T, method, url, token string, body any, out any) (int, []byte) {
	t.Helper()
	raw := must.Return(json.Marshal(body))(t)
	r := must.Return(http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(raw)))(t)
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(r)
	must.Succeed(t, err)
	defer func() { _ = res.Body.Close() }()
	text := must.Return(io.ReadAll(res.Body))(t)
	if out != nil {
		must.Succeed(t, json.Unmarshal(text, out), method, url, string(text))
	}
	return res.StatusCode, text
}

func TestApp_Endpoints(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	for path, want := range map[string]int{
		"/healthz": 200, "/readyz": 200, "/api/v1/titles": 200, "/api/v1/openapi.json": 200, "/api/v1/metrics": 404,
	} {
		expect.Equal(t, expect.First(ask(t, "GET", r.url+path, "", nil, nil)), want, path)
	}
	// The public address answers an unknown path with the client's page at most.
	if _, text := ask(t, "GET", r.url+"/metrics", "", nil, nil); strings.Contains(string(text), "nemeton_sockets_open") {
		t.Error("metrics are served on the public address")
	}
	status, text := ask(t, "GET", r.admin+"/metrics", "", nil, nil)
	for _, name := range []string{"nemeton_http_request_seconds", "nemeton_tables_in_memory", "nemeton_sockets_open", "go_goroutines"} {
		if status != 200 || !strings.Contains(string(text), name) {
			t.Errorf("got %d without %s from /metrics", status, name)
		}
	}
}

// seatedSocket creates a guest with a table and opens the guest's socket there, until the test ends.
func seatedSocket(ctx context.Context, t *testing.T, url string) (token, table string, socket *client.Conn) {
	t.Helper()
	var ada struct{ Token string }
	ask(t, "POST", url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &ada)
	var made struct{ Table struct{ ID string } }
	ask(t, "POST", url+"/api/v1/tables", ada.Token, map[string]any{"title": "meduris", "seats": 2}, &made)
	header := http.Header{"Authorization": {"Bearer " + ada.Token}}
	socket = must.Return(client.Dial(ctx, client.Options{}, url+"/api/v1/tables/"+made.Table.ID+"/socket", header))(t)
	t.Cleanup(func() { _ = socket.Close(0) })
	return ada.Token, made.Table.ID, socket
}

// A stop closes sockets with a code that means reconnect, and a restart finds what was stored.
func TestApp_StopAndRestart(t *testing.T) {
	t.Parallel()
	db := database(t)
	r := start(t, db)
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	token, table, socket := seatedSocket(ctx, t, r.url)
	if _, err := socket.Read(ctx); err != nil { // the snapshot: the socket is served
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		for {
			if _, err := socket.Read(ctx); err != nil {
				ended <- err
				return
			}
		}
	}()
	must.Succeed(t, r.stop())
	expect.Equal(t, client.Closed(<-ended), 4503, "close code")

	r = start(t, db)
	var mine struct{ Tables []struct{ ID string } }
	ask(t, "GET", r.url+"/api/v1/tables?mine=1", token, nil, &mine)
	if len(mine.Tables) != 1 || mine.Tables[0].ID != table {
		t.Errorf("got tables %+v after the restart, want the one created before", mine.Tables)
	}
}

// The black-box tests play whole games. This one plays with the race detector in the client as well. A long run plays to the end.
func TestApp_Play(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	for _, pace := range []string{"", "live:600+20", "days:259200+43200"} {
		t.Run("pace "+pace, func(t *testing.T) {
			t.Parallel()
			playsAt(t, play.Options{URLs: []string{r.url}, Pace: pace})
		})
	}
	t.Run("by event streams", func(t *testing.T) {
		t.Parallel()
		playsAt(t, play.Options{URLs: []string{r.url}, Events: true})
	})
}

func playsAt(t *testing.T, o play.Options) {
	t.Helper()
	moves, enough := 0, testsize.Pick(20, 40, 10_000)
	o.Title, o.Seats, o.Games, o.Seed, o.Timeout, o.Lag = "meduris", 2, 1, 1, hangs, hangs
	o.Moved, o.Enough = func(m play.Moment) { moves = m.Moves }, func() bool { return moves >= enough }
	sum := must.Return(play.Run(context.Background(), o))(t)
	if sum.Moves < 20 {
		t.Errorf("got %+v, want at least 20 moves", sum)
	}
}

// counter returns the bytes 0, 1, 2, ... as entropy.
type counter struct{ next byte }

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = c.next
		c.next++
	}
	return len(p), nil
}

// All entropy comes from the injected environment: the same bytes produce the same commitment.
func TestApp_Environment(t *testing.T) {
	t.Parallel()
	commitment := func(entropy io.Reader) string {
		w := wiring.NewEnvironment()
		w.Entropy = entropy
		var ids atomic.Uint32 // a commitment covers the table's id, too
		w.NewID = func() string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", ids.Add(1)) }
		a, err := wiring.New(context.Background(), wiring.Config{
			Addr: "127.0.0.1:0", Database: database(t), Log: zerolog.Nop(), Environment: w,
		})
		must.Succeed(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- a.Run(ctx) }()
		url := "http://" + a.Addr().String() + "/api/v1"
		var ada struct{ Token string }
		ask(t, "POST", url+"/players", "", map[string]any{"name": "Ada"}, &ada)
		var made struct{ Table struct{ Commitment string } }
		ask(t, "POST", url+"/tables", ada.Token, map[string]any{"title": "meduris", "seats": 2}, &made)
		cancel()
		expect.Error(t, <-ended, nil)
		return made.Table.Commitment
	}
	first, second, other := commitment(&counter{}), commitment(&counter{}), commitment(rand.Reader)
	if first == "" || first != second || first == other {
		t.Errorf("got commitments %s, %s and %s, want the first two equal", first, second, other)
	}
}
