package ws_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/server/ws/wsconn"
	"nemeton/testkit/expect"
	"nemeton/testkit/memstore"
	"nemeton/testkit/must"
	"nemeton/testkit/pipenet"
	"nemeton/testkit/tabletest"
	"nemeton/testkit/testsize"
)

// pipes is a server behind pipes, in a bubble of synctest.
type pipes struct {
	*tabletest.Fixture
	t        *testing.T
	registry *table.Registry
	net      *pipenet.Network
}

func inPipes(t *testing.T, test func(*testing.T, pipes)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := pipes{Fixture: tabletest.On(t, memstore.New().Complete()), t: t, net: pipenet.New()}
		h.Moment = time.Now()
		h.registry = h.Registry(func(c *table.Config) { c.Now, c.Poll = time.Now, time.Minute })
		handler := ws.NewHandler(ws.Config{
			Tables: h.registry, Log: zerolog.Nop(),
			TableID: func(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, "/") },
			Identify: func(r *http.Request) (stream.Caller, error) {
				return stream.Caller{Player: store.PlayerID(r.Header.Get("Player"))}, nil
			},
		})
		server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
		go func() { _ = server.Serve(h.net) }()
		t.Cleanup(func() {
			_ = server.Close()
			synctest.Wait()
		})
		test(t, h)
	})
}

// dial opens a socket, and returns its pipe as well.
func (h pipes) dial(id store.TableID, player store.PlayerID) (*wsconn.Conn, net.Conn) {
	h.t.Helper()
	var pipe net.Conn
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		var err error
		pipe, err = h.net.Dial(ctx, network, address)
		return pipe, err
	}}
	header := http.Header{"Player": {string(player)}}
	conn, err := wsconn.Dial(h.t.Context(), &http.Client{Transport: transport}, "http://table/"+string(id), header,
		wsconn.Options{Subprotocol: wire.Subprotocol, ReadLimit: 1 << 20})
	must.Succeed(h.t, err)
	h.t.Cleanup(func() {
		_ = pipe.Close()
		_ = conn.Close(0, "") // ends the goroutine of the connection
	})
	return conn, pipe
}

// A client that answers pings stays connected for days, and still gets the next move.
func TestDays_QuietSocketStays(t *testing.T) {
	testsize.LongOnly(t)
	inPipes(t, func(t *testing.T, h pipes) {
		id := h.Running(h.registry, 2)
		conn, _ := h.dial(id, h.Players[0])
		var received []tabletest.Message
		go func() {
			for {
				raw, err := conn.Read(t.Context())
				if err != nil {
					return
				}
				received = append(received, h.Decode(raw))
			}
		}()
		pass(72 * time.Hour)
		synctest.Wait()
		before := len(received)
		h.Step(h.registry, id, 0)
		synctest.Wait()
		if len(received) != before+1 || received[before].T != "update" || received[before].Seq != 2 {
			t.Errorf("after three days: got %d messages for a move, want its update", len(received)-before)
		}
	})
}

// A client that does not answer pings counts as lost after the silence timeout, and the others are told.
func TestDays_SilentSocketEnds(t *testing.T) {
	inPipes(t, func(t *testing.T, h pipes) {
		id := h.Running(h.registry, 2)
		ben := h.Subscribe(h.registry, id, table.SubscribeRequest{Player: h.Players[1]})
		_, pipe := h.dial(id, h.Players[0])
		go func() { // the client takes all bytes, and sends none
			for buffer := make([]byte, 4096); ; {
				if _, err := pipe.Read(buffer); err != nil {
					return
				}
			}
		}()
		last := func() (raw string) {
			synctest.Wait()
			for {
				messages, err := ben.Take(nil)
				if err != nil || len(messages) == 0 {
					return raw
				}
				raw = string(messages[len(messages)-1].Plain())
			}
		}
		pass(59 * time.Second)
		expect.Contains(t, last(), `"seats":[0,1]`, "after 59 s")
		pass(2 * time.Second)
		expect.Contains(t, last(), `"seats":[1]`, "after 61 s")
	})
}

// pass lets time pass in a bubble.
func pass(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	<-timer.C
}
