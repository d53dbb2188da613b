package events_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/client"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/apperr"
	"nemeton/server/events"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/ws"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// timeout is the longest wait before a test fails. A slow machine must not reach it.
const timeout = 5 * time.Minute

// testServer serves sockets and event streams of one registry. It takes a player's id as their token.
type testServer struct {
	*tabletest.Fixture
	t        *testing.T
	registry *table.Registry
	open     stream.Open
	server   *httptest.Server
}

func newServer(t *testing.T, timing events.Timing, change ...func(*httptest.Server)) *testServer {
	t.Helper()
	h := &testServer{Fixture: tabletest.New(t), t: t}
	titles := append(catalog.Titles(), toy.Title{})
	h.registry = h.Registry(func(c *table.Config) {
		c.Recheck = time.Hour // the store knows no sessions of these callers
		c.Node.Reads = engine.ReadsOf(titles)
		c.Title = func(id string) (engine.Title, bool) {
			for _, title := range titles {
				if title.Info().ID == id {
					return title, true
				}
			}
			return nil, false
		}
	})
	identify := func(r *http.Request) (stream.Caller, error) {
		token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if given && token == "" {
			return stream.Caller{}, apperr.New(apperr.Unauthenticated, "invalid token")
		}
		return stream.Caller{Player: store.PlayerID(token), Session: "session of " + token}, nil
	}
	id := func(r *http.Request) string { return r.PathValue("id") }
	mux := http.NewServeMux()
	mux.Handle("GET /api/v1/tables/{id}/socket", ws.NewHandler(ws.Config{Tables: h.registry, Log: zerolog.Nop(), TableID: id, Identify: identify}))
	mux.Handle("GET /api/v1/tables/{id}/events", events.NewHandler(events.Config{Tables: h.registry, TableID: id, Identify: identify, Open: &h.open, Timing: timing}))
	h.server = httptest.NewUnstartedServer(mux)
	for _, c := range change {
		c(h.server)
	}
	if h.server.URL == "" {
		h.server.Start()
	}
	t.Cleanup(h.server.Close)
	t.Cleanup(h.registry.Drain) // the server waits for its streams
	return h
}

func (h *testServer) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	h.t.Cleanup(cancel)
	return ctx
}

// reader is a socket or an event stream.
type reader interface {
	Read(ctx context.Context) ([]byte, error)
}

func headerOf(player store.PlayerID) http.Header {
	header := http.Header{}
	if player != "" {
		header.Set("Authorization", "Bearer "+string(player))
	}
	return header
}

func (h *testServer) address(id store.TableID, query string) string {
	return h.server.URL + "/api/v1/tables/" + string(id) + "/socket" + query
}

// stream opens an event stream as the player (empty: anonymous) and closes it with the test.
func (h *testServer) stream(id store.TableID, player store.PlayerID, query string, more ...string) *client.EventStream {
	h.t.Helper()
	header := headerOf(player)
	for i := 0; i+1 < len(more); i += 2 {
		header.Set(more[i], more[i+1])
	}
	conn := must.Return(client.DialEvents(h.context(), h.server.Client(), h.address(id, query), header))(h.t)
	h.t.Cleanup(func() { _ = conn.Close(0) })
	return conn
}

// socket opens a socket in the same way.
func (h *testServer) socket(id store.TableID, player store.PlayerID, query string) *client.Conn {
	h.t.Helper()
	conn := must.Return(client.Dial(h.context(), client.Options{}, h.address(id, query), headerOf(player)))(h.t)
	h.t.Cleanup(func() { _ = conn.Close(0) })
	return conn
}

// until reads messages up to one with the text, and returns all of them.
func (h *testServer) until(from reader, text string) (messages []string) {
	h.t.Helper()
	for {
		raw := must.Return(from.Read(h.context()))(h.t, "waiting for", text, "after", messages)
		if messages = append(messages, string(raw)); strings.Contains(string(raw), text) {
			return messages
		}
	}
}

// closed reads to the end and returns the close code.
func (h *testServer) closed(conn *client.EventStream) int {
	h.t.Helper()
	for {
		_, err := conn.Read(h.context())
		if errors.Is(err, context.DeadlineExceeded) {
			h.t.Fatal("the stream does not end")
		}
		if err != nil {
			return client.Closed(err)
		}
	}
}
