package events_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"nemeton/client"
	"nemeton/server/apperr"
	"nemeton/server/events"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// messages are the messages for one player.
type messages struct {
	wake, end func()
	closed    chan struct{}

	mu      sync.Mutex // guards message
	message []byte
}

func (s *messages) Take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.message
}

func (s *messages) Close() { close(s.closed) }

func (s *messages) send(message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.message = []byte(message)
	s.wake()
}

// playerServer serves the event streams of players. The name of a player is their token, and "expired" is a wrong one.
type playerServer struct {
	t       *testing.T
	handler *events.PlayerHandler
	open    stream.Open
	opened  chan *messages
	url     string
}

func newPlayerServer(t *testing.T) *playerServer {
	t.Helper()
	p := &playerServer{t: t, opened: make(chan *messages, 10)}
	p.handler = events.NewPlayerHandler(events.PlayerConfig{
		Identify: func(r *http.Request) (stream.Caller, error) {
			name := r.Header.Get("X-Player")
			if name == "expired" {
				return stream.Caller{}, apperr.New(apperr.Unauthenticated, "the session has ended")
			}
			return stream.Caller{Player: store.PlayerID(name)}, nil
		},
		Begin: func(_ stream.Caller, wake, end func()) stream.Messages {
			s := &messages{wake: wake, end: end, closed: make(chan struct{})}
			p.opened <- s
			return s
		},
		Open: &p.open,
	})
	server := httptest.NewServer(p.handler)
	t.Cleanup(server.Close)
	t.Cleanup(p.handler.Drain)
	p.url = server.URL
	return p
}

func (p *playerServer) context() context.Context {
	ctx, cancel := context.WithTimeout(p.t.Context(), timeout)
	p.t.Cleanup(cancel)
	return ctx
}

func (p *playerServer) dial(player, query string) *client.EventStream {
	p.t.Helper()
	c := must.Return(client.DialEvents(p.context(), nil, p.url+"/me/socket"+query, http.Header{"X-Player": {player}}))(p.t)
	p.t.Cleanup(func() { _ = c.Close(0) })
	return c
}

func (p *playerServer) closed(c *client.EventStream) wire.CloseCode {
	p.t.Helper()
	raw, err := c.Read(p.context())
	if err == nil {
		p.t.Errorf("got the message %s, want the end", raw)
		return 0
	}
	return wire.CloseCode(client.Closed(err))
}

func TestPlayerEvents_SendsEachChange(t *testing.T) {
	t.Parallel()
	p := newPlayerServer(t)
	c := p.dial("ada", "")
	s := <-p.opened
	for n := range 20 {
		want := fmt.Sprintf(`{"n":%d}`, n)
		s.send(want)
		s.send(want) // the same again is not sent
		expect.Equal(t, string(must.Return(c.Read(p.context()))(t)), want)
	}
	expect.Equal(t, expect.First(p.open.Count()), 1, "open streams")
	_ = c.Close(0)
	<-s.closed
}

func TestPlayerEvents_CloseCodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		player string
		end    func(*playerServer, *messages) // nil: the stream is refused
		want   wire.CloseCode
	}{
		"nobody":              {"", nil, wire.CloseNotAllowed},
		"a wrong token":       {"expired", nil, wire.CloseNotAllowed},
		"a session ends":      {"ada", func(_ *playerServer, s *messages) { s.end() }, wire.CloseRevoked},
		"a server that stops": {"ada", func(p *playerServer, _ *messages) { p.handler.Drain() }, wire.CloseDraining},
		"an address gets banned": {"ada", func(p *playerServer, _ *messages) {
			p.open.Close(wire.CloseBanned, func(stream.Caller) bool { return true })
		}, wire.CloseBanned},
	} {
		p := newPlayerServer(t)
		conn := p.dial(c.player, "")
		if c.end != nil {
			c.end(p, <-p.opened)
		}
		if got := p.closed(conn); got != c.want || len(p.opened) > 0 {
			t.Errorf("%s: got code %d and %d more streams, want %d", name, got, len(p.opened), c.want)
		}
	}
	p := newPlayerServer(t)
	p.handler.Drain()
	expect.Equal(t, p.closed(p.dial("ada", "")), wire.CloseDraining, "a stream at a server that stops: code")
}

// With the parameter for, the stream of a player ends after its first news, too.
func TestPlayerEvents_Poll(t *testing.T) {
	t.Parallel()
	p := newPlayerServer(t)
	go func() { (<-p.opened).send(`{"n":1}`) }()
	req := must.Return(http.NewRequestWithContext(p.context(), http.MethodGet, p.url+"?for=30", nil))(t)
	req.Header.Set("X-Player", "ada")
	res, err := http.DefaultClient.Do(req)
	must.Succeed(t, err)
	defer func() { _ = res.Body.Close() }()
	var text strings.Builder
	must.Succeed(t, res.Write(&text))
	if got := text.String(); !strings.Contains(got, "data: {\"n\":1}\n\n") || !strings.Contains(got, "event: next\ndata: {}\n\n") {
		t.Errorf("got %q, want a message and the end", got)
	}
}
