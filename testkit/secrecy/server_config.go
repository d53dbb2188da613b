package secrecy

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/lifetime"
	"nemeton/server/store"
)

// ServerConfig is what a server is made of here. All that comes from outside is given, so that two servers may have the same of it.
type ServerConfig struct {
	Database string       // an address of a store
	Store    store.Store  // the store itself, in place of one at an address; nil: that at the address
	Listener net.Listener // where it serves; nil: on a port of its own
	Title    engine.Title
	Now      func() time.Time
	NewID    func() string
	Entropy  io.Reader
	// WrapStore stands before the server's store.
	WrapStore func(store.Store) store.Store
	// Middleware stands before the server's door.
	Middleware func(http.Handler) http.Handler
	Log        io.Writer // of the server
}

// Server is a whole server that runs.
type Server struct {
	URL  string       // of the public address, without a slash at its end
	Stop func() error // as a signal does; it returns once all is closed
	// Metrics gives them as they are told to who runs the server.
	Metrics func() string
}

// Start starts a whole server.
type Start func(ServerConfig) (Server, error)

// clock stands until it is moved. All worlds of a game share it.
type clock struct{ micros atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.micros.Store(1_800_000_000_000_000)
	return c
}

func (c *clock) now() time.Time      { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *clock) add(d time.Duration) { c.micros.Add(d.Microseconds()) }

// ids are UUIDs that count.
type idCounter struct{ last atomic.Int64 }

func (i *idCounter) next() string {
	n := i.last.Add(1)
	return fmt.Sprintf("%08x-%04x-7000-8000-000000000000", n>>16, n&0xffff)
}

// continueFrom counts on from where other stands.
func (i *idCounter) continueFrom(other *idCounter) { i.last.Store(other.last.Load()) }

// entropy gives the bytes that follow from a seed; to several at once.
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

// socketCounter counts open sockets, so that a test can wait until the server has noticed that one is gone.
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

// wait returns once n are open.
func (s *socketCounter) wait(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.open != n {
		s.changed.Wait()
	}
}

// middleware counts the requests for sockets until those have ended.
func (s *socketCounter) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			next.ServeHTTP(w, r)
			return
		}
		s.change(1)
		lifetime.Serve(next, w, r, func() { s.change(-1) })
	})
}
