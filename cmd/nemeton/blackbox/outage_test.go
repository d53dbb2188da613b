package blackbox_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/server/store/postgres/pgtest"
)

// wire is a way to Postgres that can be cut and mended.
type wire struct {
	network, address string // of the real one
	listener         net.Listener

	mu   sync.Mutex
	cut  bool
	open map[net.Conn]struct{}
}

// newWire gives the address of the database through a wire.
func newWire(t *testing.T, database string) (*wire, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{network: "tcp", address: u.Host, open: map[net.Conn]struct{}{}}
	query := u.Query()
	if dir := query.Get("host"); dir != "" {
		port := query.Get("port")
		if port == "" {
			port = "5432"
		}
		w.network, w.address = "unix", filepath.Join(dir, ".s.PGSQL."+port)
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	}
	var listen net.ListenConfig
	if w.listener, err = listen.Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.listener.Close()
		w.set(true)
	})
	go w.serve()
	u.Host = w.listener.Addr().String()
	return w, u.String()
}

func (w *wire) serve() {
	for {
		from, err := w.listener.Accept()
		if err != nil {
			return
		}
		var dial net.Dialer
		to, err := dial.DialContext(context.Background(), w.network, w.address)
		if err != nil || !w.keep(from, to) {
			_ = from.Close()
			continue
		}
		for _, pair := range [][2]net.Conn{{from, to}, {to, from}} {
			go func() {
				_, _ = io.Copy(pair[0], pair[1])
				_ = pair[0].Close()
				_ = pair[1].Close()
			}()
		}
	}
}

func (w *wire) keep(conns ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		if w.open[c] = struct{}{}; w.cut {
			_ = c.Close()
		}
	}
	return !w.cut
}

// set cuts the wire or mends it.
func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for c := range w.open {
		_ = c.Close()
		delete(w.open, c)
	}
}

func TestOutage_PostgresGoesAndComesBack(t *testing.T) {
	t.Parallel()
	way, database := newWire(t, pgtest.New(t))
	p := serve(t, database)
	cuts := 0
	sum := run(t, play.Options{URLs: []string{p.url}, Seats: 2, Seed: 8, Moved: func(m play.Moment) {
		if m.Moves%70 != 0 {
			return
		}
		cuts++
		way.set(true)
		p.await("/readyz", http.StatusServiceUnavailable)
		if got := p.status("/healthz"); got != http.StatusOK {
			t.Errorf("/healthz without a store: got %d, want 200", got)
		}
		if cuts%2 == 1 { // now and then the players run into it
			time.AfterFunc(300*time.Millisecond, func() { way.set(false) })
			return
		}
		way.set(false)
		p.await("/readyz", http.StatusOK)
	}})
	if cuts == 0 || sum.Outages == 0 {
		t.Errorf("cuts and outages met: got %d and %d, want some", cuts, sum.Outages)
	}
	p.await("/readyz", http.StatusOK)
}
