package secrecy

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/lifetime"
	"nemeton/server/store"
)

// ServerConfig configures a server under test. Everything from its environment is passed in, so that two servers can get the same.
type ServerConfig struct {
	Database string       // an address of a store
	Listener net.Listener // nil: a port of its own
	Title    engine.Title
	Now      func() time.Time
	NewID    func() string
	Entropy  io.Reader
	// WrapStore wraps the server's store.
	WrapStore func(store.Store) store.Store
	// Middleware wraps the server's handler.
	Middleware func(http.Handler) http.Handler
	Log        io.Writer // of the server
}

// Server is a running server.
type Server struct {
	URL  string       // of the public address, without a trailing slash
	Stop func() error // as a signal does; it returns after everything is closed
	// Metrics returns the metrics as the admin address serves them.
	Metrics func() string
}

// Start starts a server.
type Start func(ServerConfig) (Server, error)

// clock stands still until add is called. All servers of a game share it.
type clock struct{ micros atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.micros.Store(1_800_000_000_000_000)
	return c
}

func (c *clock) now() time.Time      { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *clock) add(d time.Duration) { c.micros.Add(d.Microseconds()) }

// idCounter makes UUIDs that count.
type idCounter struct{ last atomic.Int64 }

func (i *idCounter) next() string {
	n := i.last.Add(1)
	return fmt.Sprintf("%08x-%04x-7000-8000-000000000000", n>>16, n&0xffff)
}

// continueFrom continues with the ids after those of other.
func (i *idCounter) continueFrom(other *idCounter) { i.last.Store(other.last.Load()) }

// entropy is a reader of bytes that follow from a seed. It is safe for concurrent use.
type entropy struct {
	mu sync.Mutex
	r  *rand.ChaCha8
}

func newEntropy(seed, part uint64) *entropy {
	var key [32]byte
	for i := range 8 {
		key[i], key[8+i] = byte(seed>>(8*i)), byte(part>>(8*i))
	}
	return &entropy{r: rand.NewChaCha8(key)}
}

// Read implements io.Reader; it never fails.
func (e *entropy) Read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.r.Read(p)
}

// IsLive reports whether a request is for live messages of a table: a socket or an event stream.
func IsLive(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || strings.HasPrefix(r.URL.Path, "/api/v1/tables/") && strings.HasSuffix(r.URL.Path, "/events")
}

// socketCounter counts open sockets and event streams, so that a test can wait until the server has noticed a lost one.
type socketCounter struct {
	mu      sync.Mutex
	open    int
	changed sync.Cond
}

func newSocketCounter() *socketCounter {
	s := &socketCounter{}
	s.changed.L = &s.mu
	return s
}

func (s *socketCounter) change(by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open += by
	s.changed.Broadcast()
}

// wait waits until n sockets are open.
func (s *socketCounter) wait(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.open != n {
		s.changed.Wait()
	}
}

// middleware counts requests for live messages until they end.
func (s *socketCounter) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !IsLive(r) {
			next.ServeHTTP(w, r)
			return
		}
		s.change(1)
		lifetime.Serve(next, w, r, func() { s.change(-1) })
	})
}
