package events_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/events"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/wire"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// A stream has the messages of a socket in the same order, for each viewer and with each kind of beginning.
func TestEvents_SameMessagesAsSocket(t *testing.T) {
	t.Parallel()
	for _, title := range append(catalog.Titles(), toy.Title{}) {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			h := newServer(t, events.Timing{Life: time.Hour}) // no stream ends during the test
			id := h.Running(h.registry, 2, func(x *store.Table) {
				info := title.Info()
				x.Title = info.ID
				x.Options, _ = engine.Options{}.Complete(info.Options)
				for i, color := range info.ColorsFor(2)[:2] {
					x.Seats[i].Color = color
				}
			})
			for n := range 6 {
				h.Step(h.registry, id, n)
			}
			type pair struct {
				name             string
				socket, streamed reader
			}
			for _, player := range h.Players[:2] { // they stay
				h.until(h.socket(id, player, ""), "presence")
			}
			var pairs []pair
			for _, query := range []string{"?chat=1", "?patch=1", "?since=0", "?since=4&patch=1", "?since=7", "?since=99"} {
				for i, player := range []store.PlayerID{h.Players[0], h.Players[1], ""} {
					pairs = append(pairs, pair{fmt.Sprintf("viewer %d with %s", i, query), h.socket(id, player, query), h.stream(id, player, query)})
				}
			}
			// All know of a guest who comes and goes; from here on both have the same messages.
			settle := func(spectators int) map[string][2][]string {
				guest := h.stream(id, "", "")
				all := map[string][2][]string{}
				came := fmt.Sprintf(`"spectators":%d}`, spectators+1)
				for _, p := range pairs {
					all[p.name] = [2][]string{h.until(p.socket, came), h.until(p.streamed, came)}
				}
				_ = guest.Close(0)
				gone := fmt.Sprintf(`"spectators":%d}`, spectators)
				for _, p := range pairs {
					both := all[p.name]
					both[0] = append(both[0], h.until(p.socket, gone)...)
					both[1] = append(both[1], h.until(p.streamed, gone)...)
					all[p.name] = both
				}
				return all
			}
			const spectators = 12
			for name, both := range settle(spectators) {
				// The two opened at different moments, so they saw different people come.
				if a, b := withoutPresence(both[0]), withoutPresence(both[1]); !slices.Equal(a, b) {
					t.Errorf("%s begins with\n%s\non the stream, want\n%s", name, strings.Join(b, "\n"), strings.Join(a, "\n"))
				}
			}
			for n := range 12 {
				h.Step(h.registry, id, n*5)
			}
			for name, both := range settle(spectators) {
				if !slices.Equal(both[0], both[1]) || len(both[0]) < 4 {
					t.Errorf("%s: got\n%s\non the stream, want\n%s", name, strings.Join(both[1], "\n"), strings.Join(both[0], "\n"))
				}
			}
		})
	}
}

func withoutPresence(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(m string) bool { return strings.HasPrefix(m, `{"t":"presence"`) })
}

// rawStream is a stream without the client.
type rawStream struct {
	*bufio.Reader
	header http.Header
	proto  int
}

// raw opens a stream without the client.
func (h *testServer) raw(id store.TableID, query string, header http.Header) rawStream {
	h.t.Helper()
	req := must.Return(http.NewRequestWithContext(h.context(), http.MethodGet, h.server.URL+"/api/v1/tables/"+string(id)+"/events"+query, nil))(h.t)
	req.Header = header
	res, err := h.server.Client().Do(req)
	must.Succeed(h.t, err)
	h.t.Cleanup(func() { _ = res.Body.Close() })
	return rawStream{bufio.NewReader(res.Body), res.Header, res.ProtoMajor}
}

func TestEvents_Form(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{Beat: time.Millisecond})
	id := h.Running(h.registry, 2)
	seq := h.play(id, 3)
	in := h.raw(id, "", http.Header{"Accept": {"text/event-stream"}, "Accept-Encoding": {"gzip"}})
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Encoding": ""} {
		expect.Equal(t, in.header.Get(name), want, name)
	}
	for _, want := range []string{"retry: 1000", "", fmt.Sprintf("id: %d", seq), `data: {"t":"snapshot",`, "", `data: {"t":"presence",`, "", ":", "", ":", ""} {
		line, err := in.ReadString('\n')
		if line = strings.TrimSuffix(line, "\n"); err != nil || line != want && (len(want) < 8 || !strings.HasPrefix(line, want)) {
			t.Fatalf("got the line %q (%v), want %q", line, err, want)
		}
	}
}

// play makes moves and returns the newest seq.
func (h *testServer) play(id store.TableID, moves int) (seq uint64) {
	h.t.Helper()
	for n := range moves {
		sent, ok := h.Step(h.registry, id, n)
		if !ok {
			h.t.Fatal("the game is over")
		}
		seq = uint64(sent.Seq)
	}
	return seq
}

// Last-Event-ID wins over since. Both resume without a gap.
func TestEvents_Resume(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{})
	id := h.Running(h.registry, 2)
	seq := h.play(id, 4)
	for _, c := range []struct {
		query, last string
		from        uint64
	}{{"?since=2", "", 2}, {"?since=1", "3", 3}, {"", "2", 2}, {"?since=soon", "3", 3}} {
		var more []string
		if c.last != "" {
			more = []string{"Last-Event-ID", c.last}
		}
		var got []string
		for _, m := range h.until(h.stream(id, h.Players[0], c.query, more...), `{"t":"presence"`) {
			got = append(got, m[:min(len(m), len(`{"t":"update","seq":1`))])
		}
		var want []string
		for n := c.from + 1; n <= seq; n++ {
			want = append(want, fmt.Sprintf(`{"t":"update","seq":%d`, n))
		}
		if got = got[:len(got)-2]; !slices.Equal(got, want) { // without table and presence
			t.Errorf("with %q and the id %q: got %q, want %q", c.query, c.last, got, want)
		}
	}
}

func TestEvents_CloseCodes(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{})
	id := h.Running(h.registry, 2)
	private := h.Running(h.registry, 2, func(x *store.Table) { x.Visibility, x.Invite = store.Private, "right" })
	for name, c := range map[string]struct {
		id     store.TableID
		player store.PlayerID
		query  string
		last   string
		want   wire.CloseCode
	}{
		"an unknown table":              {store.TableID(h.NewID()), "", "", "", wire.CloseUnknownTable},
		"a private table":               {private, "", "", "", wire.CloseUnknownTable},
		"a wrong invite":                {private, h.Players[3], "?invite=wrong", "", wire.CloseNotAllowed},
		"since is not a number":         {id, "", "?since=soon", "", wire.CloseBroken},
		"Last-Event-ID is not a number": {id, "", "?since=1", "-1", wire.CloseBroken},
	} {
		conn := h.stream(c.id, c.player, c.query, "Last-Event-ID", c.last)
		expect.Equal(t, wire.CloseCode(h.closed(conn)), c.want, name, "code")
	}
	watched := h.stream(private, "", "?invite=right")
	h.until(watched, "snapshot")
	player := h.stream(id, h.Players[1], "")
	h.until(player, "snapshot")
	h.registry.EndSession("session of " + string(h.Players[1]))
	expect.Equal(t, wire.CloseCode(h.closed(player)), wire.CloseRevoked, "a revoked session: code")
	banned := h.stream(id, h.Players[0], "")
	h.until(banned, "snapshot")
	h.open.Close(wire.CloseBanned, func(c stream.Caller) bool { return c.Player == h.Players[0] })
	expect.Equal(t, wire.CloseCode(h.closed(banned)), wire.CloseBanned, "a banned address: code")
	h.registry.Drain()
	expect.Equal(t, wire.CloseCode(h.closed(watched)), wire.CloseDraining, "a server that stops: code")
}

// A client that reads nothing is closed, and play goes on.
func TestEvents_ReaderStops(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{Write: 50 * time.Millisecond, Beat: 20 * time.Microsecond}, func(s *httptest.Server) {
		s.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
			if err := conn.(*net.TCPConn).SetWriteBuffer(4 << 10); err != nil { // the system may buffer megabytes
				t.Error(err)
			}
			return ctx
		}
	})
	id := h.Running(h.registry, 2)
	var dialer net.Dialer
	conn := must.Return(dialer.DialContext(h.context(), "tcp", strings.TrimPrefix(h.server.URL, "http://")))(t)
	defer func() { _ = conn.Close() }()
	must.Succeed(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	watcher := h.socket(id, h.Players[0], "")
	h.until(watcher, "presence")
	must.Return(fmt.Fprintf(conn, "GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\n\r\n", id))(t)
	h.until(watcher, `"spectators":1}`)
	h.Meter.WaitForSlowReader() // comments fill the buffers
	h.until(watcher, `"spectators":0}`)
	h.Step(h.registry, id, 0)
}

// An old stream ends with the event that asks for the next one. Meanwhile its player stays present.
func TestEvents_Life(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{Life: time.Millisecond})
	id := h.Running(h.registry, 2)
	watcher := h.socket(id, h.Players[1], "")
	h.until(watcher, `"seats":[1]`)
	var text strings.Builder
	in := h.raw(id, "", headerOf(h.Players[0]))
	must.Return(in.WriteTo(&text))(t)
	if !strings.HasSuffix(text.String(), "event: next\ndata: {}\n\n") || strings.Contains(text.String(), "event: close") {
		t.Errorf("an old stream ended with %q", text.String())
	}
	h.until(watcher, `"seats":[0,1]`)
	guest := h.socket(id, "", "")
	if got := h.until(watcher, `"spectators":1}`); len(got) != 1 || !strings.Contains(got[0], `"seats":[0,1]`) {
		t.Errorf("the player of an old stream is away at once: %q", got)
	}
	_ = guest.Close(0)
}

// With the parameter for, a stream ends after its first news, so that a proxy that holds responses back passes it on.
func TestEvents_Poll(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{})
	id := h.Running(h.registry, 2)
	read := func(query string) string {
		var text strings.Builder
		in := h.raw(id, query, nil)
		must.Return(in.WriteTo(&text))(t)
		return text.String()
	}
	if got := read("?for=30"); !strings.Contains(got, `{"t":"snapshot"`) || !strings.HasSuffix(got, "event: next\ndata: {}\n\n") {
		t.Errorf("got %q, want a snapshot and the end", got)
	}
	seq := h.play(id, 2)
	expect.Contains(t, read(fmt.Sprintf("?for=30&since=%d", seq-1)), fmt.Sprintf(`{"t":"update","seq":%d`, seq), "the missed update")
	if got := read(fmt.Sprintf("?for=1&since=%d", seq)); !strings.Contains(got, `{"t":"table"`) || strings.Contains(got, `"t":"update"`) {
		t.Errorf("got %q, want no news", got)
	}
	done := make(chan string)
	go func() { done <- read(fmt.Sprintf("?for=30&since=%d", seq)) }()
	h.Step(h.registry, id, 0)
	expect.Contains(t, <-done, `"t":"update"`, "the new update")
}

// A stream lives longer than the server's time for a request. HTTP/2 has timeouts of its own for it.
func TestEvents_RequestTimeouts(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	// A busy machine gets the handshake and the request done in this time.
	const requestTime = 10 * time.Second
	for proto, tls := range map[int]bool{1: false, 2: true} {
		t.Run(fmt.Sprintf("HTTP/%d", proto), func(t *testing.T) {
			t.Parallel()
			h := newServer(t, events.Timing{}, func(s *httptest.Server) {
				s.Config.ReadTimeout, s.Config.WriteTimeout = requestTime, requestTime
				if s.EnableHTTP2 = tls; tls {
					s.StartTLS()
				}
			})
			id := h.Running(h.registry, 2)
			body := h.raw(id, "", headerOf(h.Players[0]))
			if body.proto != proto {
				t.Fatalf("got HTTP/%d", body.proto)
			}
			in := bufio.NewScanner(body)
			in.Buffer(nil, 1<<20)
			for in.Scan() && !strings.Contains(in.Text(), "presence") {
			}
			<-time.After(requestTime + time.Second)
			h.Step(h.registry, id, 0)
			for in.Scan() {
				if strings.Contains(in.Text(), `"t":"update"`) {
					return
				}
			}
			t.Errorf("the stream ended: %v", in.Err())
		})
	}
}

// The header alone is no stream.
func TestEvents_Head(t *testing.T) {
	t.Parallel()
	h := newServer(t, events.Timing{})
	id := h.Running(h.registry, 2)
	w := httptest.NewRecorder()
	events.NewHandler(events.Config{
		Tables: h.registry, TableID: func(*http.Request) string { return string(id) },
		Identify: func(*http.Request) (stream.Caller, error) { return stream.Caller{}, nil },
	}).ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodHead, "/", nil))
	if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "data") {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
}
