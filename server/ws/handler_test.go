package ws_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"nhooyr.io/websocket"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/testkit/tabletest"
)

// hangs is the longest wait before a test fails. A slow machine must not reach it.
const hangs = 5 * time.Minute

// hall is a house with a door.
type hall struct {
	*tabletest.Fixture
	t        *testing.T
	registry *table.Registry
	url      string
}

// newHall opens a door that takes the player's id for a token.
func newHall(t *testing.T, change ...func(*ws.Config)) hall {
	t.Helper()
	h := hall{Fixture: tabletest.New(t), t: t}
	h.registry = h.Registry()
	cfg := ws.Config{
		Tables: h.registry, Log: zerolog.Nop(),
		TableID: func(r *http.Request) string { return r.PathValue("id") },
		Identify: func(r *http.Request) (ws.Caller, error) {
			token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if given && token == "" {
				return ws.Caller{}, apperr.New(apperr.Unauthenticated, "who are you?")
			}
			return ws.Caller{Player: store.PlayerID(token), Session: "session of " + token}, nil
		},
	}
	for _, c := range change {
		c(&cfg)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /api/v1/tables/{id}/socket", ws.NewHandler(cfg))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// dial opens a socket as the player (empty: nobody) and ends it with the test.
func (h hall) dial(id store.TableID, player store.PlayerID, query string) *websocket.Conn {
	h.t.Helper()
	return h.dialWith(websocket.DialOptions{}, id, player, query)
}

func (h hall) dialWith(opts websocket.DialOptions, id store.TableID, player store.PlayerID, query string) *websocket.Conn {
	h.t.Helper()
	opts.Subprotocols, opts.HTTPHeader = []string{wire.Subprotocol}, http.Header{}
	if player != "" {
		opts.HTTPHeader.Set("Authorization", "Bearer "+string(player))
	}
	//nolint:bodyclose // the library closes what it upgraded
	conn, _, err := websocket.Dial(h.context(), h.url+"/api/v1/tables/"+string(id)+"/socket"+query, &opts)
	if err != nil {
		h.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	h.t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// plain opens a spectator's socket without the library, with more lines for the header. It tells which extensions were agreed on.
func (h hall) plain(id store.TableID, more string) (conn *net.TCPConn, in *bufio.Reader, extensions string) {
	h.t.Helper()
	var dialer net.Dialer
	plain, err := dialer.DialContext(h.context(), "tcp", strings.TrimPrefix(h.url, "http://"))
	if err != nil {
		h.t.Fatal(err)
	}
	conn, _ = plain.(*net.TCPConn)
	h.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(hangs)); err != nil {
		h.t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: %s\r\n%s\r\n", id, wire.Subprotocol, more)
	if err != nil {
		h.t.Fatal(err)
	}
	in = bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSwitchingProtocols {
		h.t.Fatalf("got %d, want a socket", res.StatusCode)
	}
	return conn, in, res.Header.Get("Sec-WebSocket-Extensions")
}

func (h hall) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	h.t.Cleanup(cancel)
	return ctx
}

// read returns the next frame with the tag.
func (h hall) read(conn *websocket.Conn, tag string) map[string]json.RawMessage {
	h.t.Helper()
	for {
		_, raw, err := conn.Read(h.context())
		if err != nil {
			h.t.Fatalf("waiting for %q: %v", tag, err)
		}
		var f map[string]json.RawMessage
		if err := json.Unmarshal(raw, &f); err != nil {
			h.t.Fatal(err)
		}
		if string(f["t"]) == `"`+tag+`"` {
			return f
		}
	}
}

// closed reads to the end and returns the close code.
func (h hall) closed(conn *websocket.Conn) wire.CloseCode {
	h.t.Helper()
	for {
		if _, _, err := conn.Read(h.context()); err != nil {
			return wire.CloseCode(websocket.CloseStatus(err))
		}
	}
}

func (h hall) send(conn *websocket.Conn, frame string) {
	h.t.Helper()
	if err := conn.Write(h.context(), websocket.MessageText, []byte(frame)); err != nil {
		h.t.Fatal(err)
	}
}

// act is the frame that answers the seat's first decision.
func (h hall) act(id store.TableID, seat engine.Seat, command string) string {
	h.t.Helper()
	for _, d := range h.View(h.registry, id, engine.SeatViewer(seat)).Decisions {
		if d.Seat == seat {
			return `{"t":"act","id":"` + command + `","decision":"` + string(d.ID) + `","move":` + string(d.Moves[0]) + `}`
		}
	}
	h.t.Fatalf("seat %d owes nothing", seat)
	return ""
}

func TestSocket_Play(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	id := h.Running(h.registry, 2)
	player, spectator := h.dial(id, h.Players[0], ""), h.dial(id, "", "")
	if got := string(h.read(player, "snapshot")["you"]); got != `{"seat":0}` {
		t.Errorf("got you %s", got)
	}
	if got := string(h.read(spectator, "snapshot")["you"]); got != `{"spectator":true}` {
		t.Errorf("got you %s", got)
	}
	frame := h.act(id, 0, "c1")
	h.send(player, frame)
	for _, conn := range []*websocket.Conn{player, spectator} {
		if got := string(h.read(conn, "update")["seq"]); got != "2" {
			t.Errorf("got update %s, want 2", got)
		}
	}
	for range 2 { // the second sending gets the first answer
		r := h.read(player, "result")
		if string(r["ok"]) != "true" || string(r["seq"]) != "2" || string(r["id"]) != `"c1"` {
			t.Errorf("got result %s %s %s", r["id"], r["ok"], r["seq"])
		}
		h.send(player, frame)
	}
	h.send(spectator, frame)
	if got := string(h.read(spectator, "result")["error"]); !strings.Contains(got, "not_seated") {
		t.Errorf("a spectator acts: got %s", got)
	}
	h.send(player, `{"t":"takeback","id":"c2"}`)
	for {
		r := h.read(player, "result")
		if string(r["id"]) == `"c2"` {
			if string(r["ok"]) != "true" || string(r["seq"]) != "3" {
				t.Errorf("the pick is taken back: got %s, error %s", r["ok"], r["error"])
			}
			break
		}
	}
	h.send(player, `{"t":"act","id":"c3"}`)
	if r := h.read(player, "result"); string(r["id"]) != `"c3"` || !strings.Contains(string(r["error"]), "malformed") {
		t.Errorf("an act without a move: got %s %s", r["id"], r["error"])
	}
}

func TestSocket_CloseCodes(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	id := h.Running(h.registry, 2)
	private := h.Running(h.registry, 2, func(x *store.Table) { x.Visibility, x.Invite = store.Private, "right" })
	big := `{"t":"takeback","id":"` + strings.Repeat("x", wire.MaxMessage) + `"}`
	for name, c := range map[string]struct {
		conn *websocket.Conn
		send string
		want wire.CloseCode
	}{
		"an unknown table":       {h.dial(store.TableID(uuid.NewString()), "", ""), "", wire.CloseUnknownTable},
		"a private table":        {h.dial(private, "", ""), "", wire.CloseUnknownTable},
		"a wrong invite":         {h.dial(private, h.Players[3], "?invite=wrong"), "", wire.CloseNotAllowed},
		"a wrong invite of none": {h.dial(store.TableID(uuid.NewString()), "", "?invite=wrong"), "", wire.CloseNotAllowed},
		"since is no number":     {h.dial(id, "", "?since=soon"), "", wire.CloseBroken},
		"no JSON":                {h.dial(id, "", ""), "hello", wire.CloseBroken},
		"an unknown tag":         {h.dial(id, "", ""), `{"t":"shout","id":"a"}`, wire.CloseBroken},
		"a frame somewhat large": {h.dial(id, "", ""), big, wire.CloseTooLarge},
		"a frame far too large":  {h.dial(id, "", ""), big + big, wire.CloseCode(websocket.StatusMessageTooBig)},
	} {
		if c.send != "" {
			h.send(c.conn, c.send)
		}
		if got := h.closed(c.conn); got != c.want {
			t.Errorf("%s: got code %d, want %d", name, got, c.want)
		}
	}

	t.Run("a binary frame", func(t *testing.T) {
		t.Parallel()
		conn := h.dial(id, "", "")
		if err := conn.Write(h.context(), websocket.MessageBinary, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if got := h.closed(conn); got != wire.CloseBroken {
			t.Errorf("got code %d, want %d", got, wire.CloseBroken)
		}
	})
	t.Run("a session signed out", func(t *testing.T) {
		t.Parallel()
		conn := h.dial(id, h.Players[1], "")
		h.read(conn, "snapshot")
		h.registry.EndSession("session of " + string(h.Players[1]))
		if got := h.closed(conn); got != wire.CloseRevoked {
			t.Errorf("got code %d, want %d", got, wire.CloseRevoked)
		}
	})
}

func TestSocket_ServerStops(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	conn := h.dial(h.Running(h.registry, 2), "", "")
	h.read(conn, "snapshot")
	h.registry.Drain()
	if got := h.closed(conn); got != wire.CloseDraining {
		t.Errorf("got code %d, want %d", got, wire.CloseDraining)
	}
}

func TestSocket_OtherOrigin(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	id := h.Running(h.registry, 2)
	host := strings.TrimPrefix(h.url, "http://")
	for _, origin := range []string{
		"https://elsewhere.example", "null", "http://" + host + ".elsewhere.example", "http://sub." + host, "http://127.0.0.1:1", "http://elsewhere.example/" + host,
		"http://" + host + "@elsewhere.example",
	} {
		header := http.Header{"Origin": {origin}}
		//nolint:bodyclose // a refusal's body is read by the library
		_, res, err := websocket.Dial(h.context(), h.url+"/api/v1/tables/"+string(id)+"/socket", &websocket.DialOptions{HTTPHeader: header})
		if err == nil || res == nil || res.StatusCode != http.StatusForbidden {
			t.Errorf("from %s: got %v, %v; want 403", origin, res, err)
		}
	}
}

func TestSocket_TooFast(t *testing.T) {
	t.Parallel()
	acts := atomic.Int32{}
	h := newHall(t, func(c *ws.Config) {
		c.Act = func(by ws.Caller) (time.Duration, bool) {
			return time.Millisecond, by.Player != "" && acts.Add(1) <= 3
		}
	})
	id := h.Running(h.registry, 2)
	for range 2 { // the limit is the player's, not the socket's
		conn := h.dial(id, h.Players[0], "")
		for range 2 {
			h.send(conn, `{"t":"takeback","id":"again"}`)
			got := strings.Contains(string(h.read(conn, "result")["error"]), "too_fast")
			if want := acts.Load() > 3; got != want {
				t.Errorf("act %d: got too_fast %v, want %v", acts.Load(), got, want)
			}
		}
	}
}

// A client that reads but answers no ping loses its connection.
func TestSocket_SilenceEndsIt(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(c *ws.Config) { c.Ping, c.Silence = 10*time.Millisecond, 200*time.Millisecond })
	_, in, _ := h.plain(h.Running(h.registry, 2), "") // no library, so there are no pongs
	if _, err := io.Copy(io.Discard, in); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got a connection that is still open after %v without an answer to a ping, want its end", hangs)
	}
}

// Of a socket no more is read than it may send, pings included; what is within that comes through at once, and a frame too long for it in time.
func TestSocket_Paced(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(c *ws.Config) { c.Bytes = 1 })
	id := h.Running(h.registry, 2)
	conn := h.dial(id, h.Players[0], "")
	h.read(conn, "snapshot")
	began := time.Now()
	for range 9 { // of 1000 bytes each: twice 4096 at once, and the rest later
		h.send(conn, `{"t":"takeback","id":"x","pad":"`+strings.Repeat("x", 1000)+`"}`)
	}
	for range 9 {
		h.read(conn, "result")
	}
	if took := time.Since(began); took < 50*time.Millisecond {
		t.Errorf("nine thousand bytes were read within %v, want them paced", took)
	}
	began = time.Now()
	conn.CloseRead(h.context()) // reads the answers
	for range 60 {
		if err := conn.Ping(h.context()); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(began); took < 500*time.Millisecond {
		t.Errorf("sixty pings were answered within %v, want them paced", took)
	}
}
