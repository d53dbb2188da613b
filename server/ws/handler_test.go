package ws_test

import (
	"bufio"
	"context"
	"encoding/binary"
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

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/server/ws/wsconn"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// timeout is the longest wait before a test fails. A slow machine must not reach it.
const timeout = 5 * time.Minute

// testServer is a fixture with a server in front of its registry.
type testServer struct {
	*tabletest.Fixture
	t        *testing.T
	registry *table.Registry
	url      string
}

// newServer starts a server that takes a player's id as their token.
func newServer(t *testing.T, change ...func(*ws.Config)) testServer {
	t.Helper()
	return newServerOf(t, func(*table.Config) {}, change...)
}

// newServerOf is newServer with changes to the registry.
func newServerOf(t *testing.T, tables func(*table.Config), change ...func(*ws.Config)) testServer {
	t.Helper()
	h := testServer{Fixture: tabletest.New(t), t: t}
	// The store knows no sessions of these callers, and a check of them would end their sockets.
	h.registry = h.Registry(func(c *table.Config) { c.Recheck = time.Hour }, tables)
	cfg := ws.Config{
		Tables: h.registry, Log: zerolog.Nop(),
		TableID: func(r *http.Request) string { return r.PathValue("id") },
		Identify: func(r *http.Request) (stream.Caller, error) {
			token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if given && token == "" {
				return stream.Caller{}, apperr.New(apperr.Unauthenticated, "invalid token")
			}
			return stream.Caller{Player: store.PlayerID(token), Session: "session of " + token}, nil
		},
	}
	for _, c := range change {
		c(&cfg)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /api/v1/tables/{id}/socket", ws.NewHandler(cfg))
	server := httptest.NewUnstartedServer(mux)
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		// The system may buffer megabytes for a client that does not read. The tests need not fill them.
		expect.Error(t, conn.(*net.TCPConn).SetWriteBuffer(32<<10), nil)
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// dial opens a socket as the player (empty: anonymous) and closes it with the test.
func (h testServer) dial(id store.TableID, player store.PlayerID, query string) *wsconn.Conn {
	h.t.Helper()
	return h.dialWith(wsconn.Options{}, id, player, query)
}

func (h testServer) dialWith(o wsconn.Options, id store.TableID, player store.PlayerID, query string) *wsconn.Conn {
	h.t.Helper()
	o.Subprotocol, o.ReadLimit = wire.Subprotocol, 1<<20
	header := http.Header{}
	if player != "" {
		header.Set("Authorization", "Bearer "+string(player))
	}
	conn := must.Return(wsconn.Dial(h.context(), nil, h.url+"/api/v1/tables/"+string(id)+"/socket"+query, header, o))(h.t)
	h.t.Cleanup(func() { _ = conn.Close(0, "") })
	return conn
}

// plain opens a spectator's socket without the library, with additional header lines. It returns the agreed extensions.
func (h testServer) plain(id store.TableID, more string) (conn *net.TCPConn, in *bufio.Reader, extensions string) {
	h.t.Helper()
	var dialer net.Dialer
	plain := must.Return(dialer.DialContext(h.context(), "tcp", strings.TrimPrefix(h.url, "http://")))(h.t)
	conn, _ = plain.(*net.TCPConn)
	h.t.Cleanup(func() { _ = conn.Close() })
	must.Succeed(h.t, conn.SetDeadline(time.Now().Add(timeout)))
	_, err := fmt.Fprintf(conn, "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: %s\r\n%s\r\n", id, wire.Subprotocol, more)
	must.Succeed(h.t, err)
	in = bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	must.Succeed(h.t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSwitchingProtocols {
		h.t.Fatalf("got %d, want a socket", res.StatusCode)
	}
	return conn, in, res.Header.Get("Sec-WebSocket-Extensions")
}

// nextFrame reads one unmasked WebSocket frame of less than 64 KB. first is 0 at the end of the connection.
func nextFrame(t *testing.T, in *bufio.Reader) (first byte, payload []byte) {
	t.Helper()
	head := make([]byte, 2)
	if _, err := io.ReadFull(in, head); err == io.EOF {
		return 0, nil
	} else if err != nil {
		t.Fatal(err)
	}
	first, size := head[0], int(head[1])
	if size == 126 {
		must.Return(io.ReadFull(in, head))(t)
		size = int(binary.BigEndian.Uint16(head))
	}
	payload = make([]byte, size)
	must.Return(io.ReadFull(in, payload))(t)
	return first, payload
}

func (h testServer) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	h.t.Cleanup(cancel)
	return ctx
}

// read waits for the next message with the tag.
func (h testServer) read(conn *wsconn.Conn, tag string) map[string]json.RawMessage {
	h.t.Helper()
	for {
		raw := must.Return(conn.Read(h.context()))(h.t, "waiting for", tag)
		var f map[string]json.RawMessage
		must.Succeed(h.t, json.Unmarshal(raw, &f))
		if string(f["t"]) == `"`+tag+`"` {
			return f
		}
	}
}

// closed reads to the end and returns the close code.
func (h testServer) closed(conn *wsconn.Conn) wire.CloseCode {
	h.t.Helper()
	for {
		if _, err := conn.Read(h.context()); err != nil {
			return wire.CloseCode(wsconn.CloseCode(err))
		}
	}
}

func (h testServer) send(conn *wsconn.Conn, message string) {
	h.t.Helper()
	must.Succeed(h.t, conn.Write(h.context(), []byte(message)))
}

// act returns the command that answers the seat's first decision.
func (h testServer) act(id store.TableID, seat engine.Seat, command string) string {
	h.t.Helper()
	for _, d := range h.View(h.registry, id, engine.SeatViewer(seat)).Decisions {
		if d.Seat == seat {
			return `{"t":"act","id":"` + command + `","decision":"` + string(d.ID) + `","move":` + string(d.Moves[0]) + `}`
		}
	}
	h.t.Fatalf("seat %d owes no decision", seat)
	return ""
}

func TestSocket_Play(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	id := h.Running(h.registry, 2)
	player, spectator := h.dial(id, h.Players[0], ""), h.dial(id, "", "")
	expect.Equal(t, string(h.read(player, "snapshot")["you"]), `{"seat":0}`, "you")
	expect.Equal(t, string(h.read(spectator, "snapshot")["you"]), `{"spectator":true}`, "you")
	frame := h.act(id, 0, "c1")
	h.send(player, frame)
	for _, conn := range []*wsconn.Conn{player, spectator} {
		expect.Equal(t, string(h.read(conn, "update")["seq"]), "2", "update")
	}
	for range 2 { // the second, equal command gets the same answer
		r := h.read(player, "result")
		if string(r["ok"]) != "true" || string(r["seq"]) != "2" || string(r["id"]) != `"c1"` {
			t.Errorf("got result %s %s %s", r["id"], r["ok"], r["seq"])
		}
		h.send(player, frame)
	}
	h.send(spectator, frame)
	expect.Contains(t, string(h.read(spectator, "result")["error"]), "not_seated", "a spectator acts")
	h.send(player, `{"t":"takeback","id":"c2"}`)
	for {
		r := h.read(player, "result")
		if string(r["id"]) == `"c2"` {
			if string(r["ok"]) != "true" || string(r["seq"]) != "3" {
				t.Errorf("take-back: got %s, error %s", r["ok"], r["error"])
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
	h := newServer(t)
	id := h.Running(h.registry, 2)
	private := h.Running(h.registry, 2, func(x *store.Table) { x.Visibility, x.Invite = store.Private, "right" })
	big := `{"t":"takeback","id":"` + strings.Repeat("x", wire.MaxMessage) + `"}`
	for name, c := range map[string]struct {
		conn *wsconn.Conn
		send string
		want wire.CloseCode
	}{
		"an unknown table":              {h.dial(store.TableID(uuid.NewString()), "", ""), "", wire.CloseUnknownTable},
		"a private table":               {h.dial(private, "", ""), "", wire.CloseUnknownTable},
		"a wrong invite":                {h.dial(private, h.Players[3], "?invite=wrong"), "", wire.CloseNotAllowed},
		"a wrong invite, no table":      {h.dial(store.TableID(uuid.NewString()), "", "?invite=wrong"), "", wire.CloseNotAllowed},
		"since is not a number":         {h.dial(id, "", "?since=soon"), "", wire.CloseBroken},
		"not JSON":                      {h.dial(id, "", ""), "hello", wire.CloseBroken},
		"an unknown tag":                {h.dial(id, "", ""), `{"t":"shout","id":"a"}`, wire.CloseBroken},
		"a message above the limit":     {h.dial(id, "", ""), big, wire.CloseTooLarge},
		"a message far above the limit": {h.dial(id, "", ""), big + big, 1009},
	} {
		if c.send != "" {
			h.send(c.conn, c.send)
		}
		expect.Equal(t, h.closed(c.conn), c.want, name, "code")
	}

	t.Run("a binary message", func(t *testing.T) {
		t.Parallel()
		conn, in, _ := h.plain(id, "")
		must.Return(conn.Write([]byte{0x82, 0x82, 0, 0, 0, 0, '{', '}'}))(t)
		first, payload := nextFrame(t, in)
		for first == 0x81 {
			first, payload = nextFrame(t, in)
		}
		if got := wire.CloseCode(binary.BigEndian.Uint16(payload)); first != 0x88 || got != wire.CloseBroken {
			t.Errorf("got frame %#x with code %d, want a close frame with %d", first, got, wire.CloseBroken)
		}
	})
	t.Run("a revoked session", func(t *testing.T) {
		t.Parallel()
		conn := h.dial(id, h.Players[1], "")
		h.read(conn, "snapshot")
		h.registry.EndSession("session of " + string(h.Players[1]))
		expect.Equal(t, h.closed(conn), wire.CloseRevoked, "code")
	})
}

func TestSocket_ServerStops(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	conn := h.dial(h.Running(h.registry, 2), "", "")
	h.read(conn, "snapshot")
	h.registry.Drain()
	expect.Equal(t, h.closed(conn), wire.CloseDraining, "code")
}

func TestSocket_TooFast(t *testing.T) {
	t.Parallel()
	acts := atomic.Int32{}
	h := newServer(t, func(c *ws.Config) {
		c.Act = func(by stream.Caller) (time.Duration, bool) {
			return time.Millisecond, by.Player != "" && acts.Add(1) <= 3
		}
	})
	id := h.Running(h.registry, 2)
	for range 2 { // the limit is the player's, not the socket's
		conn := h.dial(id, h.Players[0], "")
		for range 2 {
			h.send(conn, `{"t":"takeback","id":"again"}`)
			got := strings.Contains(string(h.read(conn, "result")["error"]), "too_fast")
			expect.Equal(t, got, acts.Load() > 3, "act", acts.Load(), "too_fast")
		}
	}
}

// Pings are answered, also those of spectators. They are announced only on request, and cost tokens only if they are frequent.
func TestSocket_Ping(t *testing.T) {
	t.Parallel()
	acts := atomic.Int32{}
	h := newServer(t, func(c *ws.Config) {
		c.Act = func(stream.Caller) (time.Duration, bool) { return time.Millisecond, acts.Add(1) <= 1 }
	})
	id := h.Running(h.registry, 2)
	for _, player := range []store.PlayerID{h.Players[0], ""} {
		conn := h.dial(id, player, "?ping=1")
		h.read(conn, "snapshot")
		h.read(conn, "pong")
		acts.Store(0)
		h.send(conn, `{"t":"ping"}`)
		h.read(conn, "pong")
		expect.Equal(t, acts.Load(), 0, "tokens for the first ping")
		for range 20 {
			h.send(conn, `{"t":"ping"}`)
			h.read(conn, "pong")
		}
		if acts.Load() == 0 {
			t.Error("got no token for 20 pings at once, want some")
		}
	}
}

// A client that reads but answers no ping loses its connection.
func TestSocket_SilentClientIsClosed(t *testing.T) {
	t.Parallel()
	h := newServer(t, func(c *ws.Config) { c.Ping, c.Silence = 10*time.Millisecond, 200*time.Millisecond })
	_, in, _ := h.plain(h.Running(h.registry, 2), "") // no library, so there are no pongs
	if _, err := io.Copy(io.Discard, in); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got a connection that is still open after %v without an answer to a ping, want its end", timeout)
	}
}

// Reads are throttled, pings included. Messages within the burst arrive at once, later ones in time.
func TestSocket_Throttled(t *testing.T) {
	t.Parallel()
	h := newServer(t, func(c *ws.Config) { c.Bytes = 1 })
	id := h.Running(h.registry, 2)
	conn := h.dial(id, h.Players[0], "")
	h.read(conn, "snapshot")
	began := time.Now()
	for range 9 { // of 1000 bytes each: more than the burst of twice 4096
		h.send(conn, `{"t":"takeback","id":"x","pad":"`+strings.Repeat("x", 1000)+`"}`)
	}
	for range 9 {
		h.read(conn, "result")
	}
	if took := time.Since(began); took < 50*time.Millisecond {
		t.Errorf("nine thousand bytes were read within %v, want them throttled", took)
	}
	began = time.Now()
	go func() { // reads the answers to the pings
		for {
			if _, err := conn.Read(h.context()); err != nil {
				return
			}
		}
	}()
	for range 60 {
		must.Succeed(t, conn.Ping(h.context()))
	}
	if took := time.Since(began); took < 500*time.Millisecond {
		t.Errorf("sixty pings were answered within %v, want them throttled", took)
	}
}
