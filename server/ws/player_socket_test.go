package ws_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"nemeton/client"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// messages are the messages for one player.
type messages struct {
	mu        sync.Mutex // guards all below
	message   []byte
	wake, end func()
}

func (s *messages) Take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.message
}

func (s *messages) Close() {}

func (s *messages) send(message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.message = []byte(message)
	s.wake()
}

// playerServer serves sockets of players.
type playerServer struct {
	url      string
	handler  *ws.PlayerHandler
	opened   chan *messages
	attended chan store.PlayerID
}

func newPlayerServer(t *testing.T) *playerServer {
	t.Helper()
	p := &playerServer{opened: make(chan *messages, 10), attended: make(chan store.PlayerID, 10)}
	p.handler = ws.NewPlayerHandler(ws.PlayerConfig{
		Identify: func(r *http.Request) (stream.Caller, error) {
			return stream.Caller{Player: store.PlayerID(r.Header.Get("X-Player"))}, nil
		},
		Begin: func(_ stream.Caller, wake, end func()) stream.Messages {
			s := &messages{wake: wake, end: end}
			p.opened <- s
			return s
		},
		Attend: func(_ context.Context, c stream.Caller) { p.attended <- c.Player },
	})
	server := httptest.NewServer(p.handler)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *playerServer) dial(t *testing.T, player string, query ...string) *client.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	c := must.Return(client.Dial(ctx, client.Options{}, strings.Replace(p.url, "http", "ws", 1)+strings.Join(query, ""), http.Header{"X-Player": {player}}))(t)
	t.Cleanup(func() { _ = c.Close(1000) })
	return c
}

func read(t *testing.T, c *client.Conn) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	raw, err := c.Read(ctx)
	return string(raw), err
}

func TestPlayerSocket_SendsEachChange(t *testing.T) {
	t.Parallel()
	p := newPlayerServer(t)
	c := p.dial(t, "ada")
	s := <-p.opened
	for n := range 20 {
		want := fmt.Sprintf(`{"n":%d}`, n)
		s.send(want)
		s.send(want) // the same again is not sent
		expect.Equal(t, must.Return(read(t, c))(t), want)
	}
}

func TestPlayerSocket_Attention(t *testing.T) {
	t.Parallel()
	p := newPlayerServer(t)
	c := p.dial(t, "ada")
	for _, m := range []string{`{"t":"attention","here":false}`, `{"t":"later"}`, `{"t":"attention","here":true}`} {
		must.Succeed(t, c.Write(t.Context(), []byte(m)))
	}
	if got := <-p.attended; got != "ada" || len(p.attended) > 0 {
		t.Errorf("got attention of %q and %d more, want one of ada", got, len(p.attended))
	}
}

func TestPlayerSocket_AnswersAttention(t *testing.T) {
	t.Parallel()
	p := newPlayerServer(t)
	c := p.dial(t, "ada", "/?ping=1")
	expect.Equal(t, must.Return(read(t, c))(t), `{"t":"pong"}`)
	for range 2 {
		must.Succeed(t, c.Write(t.Context(), []byte(`{"t":"attention","here":true}`)))
		expect.Equal(t, must.Return(read(t, c))(t), `{"t":"pong"}`)
	}
	// Others get no answer.
	plain := p.dial(t, "ben")
	must.Succeed(t, plain.Write(t.Context(), []byte(`{"t":"attention","here":true}`)))
	<-p.attended
	<-p.opened
	(<-p.opened).send(`{"n":1}`)
	expect.Equal(t, must.Return(read(t, plain))(t), `{"n":1}`)
}

func TestPlayerSocket_Closes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		player string
		end    func(p *playerServer, c *client.Conn)
		want   wire.CloseCode
	}{
		"a stranger":            {"", func(*playerServer, *client.Conn) {}, wire.CloseNotAllowed},
		"an ended session":      {"ada", func(p *playerServer, _ *client.Conn) { (<-p.opened).end() }, wire.CloseRevoked},
		"a node that stops":     {"ada", func(p *playerServer, _ *client.Conn) { <-p.opened; p.handler.Drain() }, wire.CloseDraining},
		"an unreadable message": {"ada", func(_ *playerServer, c *client.Conn) { _ = c.Write(context.Background(), []byte("x")) }, wire.CloseBroken},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlayerServer(t)
			conn := p.dial(t, c.player)
			c.end(p, conn)
			_, err := read(t, conn)
			expect.Equal(t, client.Closed(err), int(c.want), "closed with", err)
		})
	}
	p := newPlayerServer(t)
	p.handler.Drain()
	expect.Equal(t, client.Closed(expect.Second(read(t, p.dial(t, "ada")))), int(wire.CloseDraining), "at a node that has stopped")
}
