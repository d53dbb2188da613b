package events_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/server/events"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// A proxy may keep the stream of a client that vanished. Its player counts as away after a minute, as at a socket.
func TestEvents_VanishedClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := tabletest.On(t, memstore.New().Complete())
		registry := f.Registry(func(c *table.Config) { c.Poll, c.Recheck = time.Hour, time.Hour })
		id := f.Running(registry, 2)
		handler := events.NewHandler(events.Config{
			Tables: registry, TableID: func(*http.Request) string { return string(id) },
			Identify: func(*http.Request) (stream.Caller, error) { return stream.Caller{Player: f.Players[0]}, nil },
		})
		watcher := f.Subscribe(registry, id, table.SubscribeRequest{})
		until := func(part string) {
			for {
				raw := must.Return(watcher.Next(context.Background()))(t)
				if strings.HasPrefix(string(raw), `{"t":"presence"`) && strings.Contains(string(raw), part) {
					return
				}
			}
		}
		began := time.Now()
		proxy := httptest.NewRecorder() // it takes all that comes
		handler.ServeHTTP(proxy, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", nil))
		if !strings.HasSuffix(proxy.Body.String(), "event: next\ndata: {}\n\n") {
			t.Fatalf("the stream ended with %q", proxy.Body)
		}
		until(`"seats":[0]`)
		until(`"seats":[]`)
		if away := time.Since(began); away > time.Minute {
			t.Errorf("the player counted as present for %s, want a minute at most", away)
		}
	})
}

// The number of spectators changes for a moment with each new stream, so theirs are long.
func TestEvents_SpectatorStreamIsLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := tabletest.On(t, memstore.New().Complete())
		registry := f.Registry(func(c *table.Config) { c.Poll, c.Recheck = time.Hour, time.Hour })
		id := f.Running(registry, 2)
		handler := events.NewHandler(events.Config{
			Tables: registry, TableID: func(*http.Request) string { return string(id) },
			Identify: func(*http.Request) (stream.Caller, error) { return stream.Caller{}, nil },
		})
		began := time.Now()
		proxy := httptest.NewRecorder()
		handler.ServeHTTP(proxy, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", nil))
		if lived := time.Since(began); !strings.HasSuffix(proxy.Body.String(), "event: next\ndata: {}\n\n") || lived < 8*time.Minute || lived > 10*time.Minute {
			t.Errorf("the stream ended after %s with %q", lived, proxy.Body)
		}
	})
}
