package limit_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"nemeton/server/limit"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// timeout is the longest wait before a test fails. A slow machine must not reach it.
const timeout = 5 * time.Minute

// safeMeter counts refusals from several goroutines.
type safeMeter struct {
	mu      sync.Mutex
	refused map[string]int
}

func (m *safeMeter) Limited(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refused == nil {
		m.refused = map[string]int{}
	}
	m.refused[name]++
}

func (m *safeMeter) of(name limit.Name) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.refused[string(name)]
}

// dialFrom connects from an address of this machine. It skips the test where the system has only one loopback address.
func dialFrom(t *testing.T, from, to string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(context.Background(), "tcp", to)
	if err != nil {
		t.Skipf("no connection from %s: %v", from, err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	must.Succeed(t, conn.SetDeadline(time.Now().Add(timeout)))
	return conn
}

// isClosed waits until the other end closes the connection without an answer.
func isClosed(conn net.Conn) bool {
	n, err := conn.Read(make([]byte, 1))
	return n == 0 && err != nil
}

// Connections count until they are closed, and those above the limit are closed at once. Other addresses are served.
func TestListener(t *testing.T) {
	t.Parallel()
	var m safeMeter
	inner := must.Return(net.Listen("tcp", "127.0.0.1:0"))(t)
	l := limit.NewLimiter(limit.Limits{AddressConnections: 2}, time.Now, &m).Listener(inner, func(a netip.Addr) bool {
		return a == netip.MustParseAddr("127.0.0.9")
	})
	t.Cleanup(func() { _ = l.Close() })
	accepted := make(chan net.Conn, 16)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	to := inner.Addr().String()
	dialFrom(t, "127.0.0.2", to)
	dialFrom(t, "127.0.0.2", to)
	first, second := <-accepted, <-accepted
	if !isClosed(dialFrom(t, "127.0.0.2", to)) || m.of(limit.AddressConnections) != 1 {
		t.Errorf("got %d refusals, want the third connection closed", m.of(limit.AddressConnections))
	}
	dialFrom(t, "127.0.0.3", to) // another address
	defer func(other net.Conn) { _ = other.Close() }(<-accepted)
	for range 4 { // an exempt address
		dialFrom(t, "127.0.0.9", to)
		defer func(proxy net.Conn) { _ = proxy.Close() }(<-accepted)
	}
	for range 2 { // closing twice counts once
		_ = first.Close()
	}
	dialFrom(t, "127.0.0.2", to)
	third := <-accepted
	if !isClosed(dialFrom(t, "127.0.0.2", to)) {
		t.Error("one closed connection must make room for one")
	}
	_ = second.Close()
	_ = third.Close()
}

// A connection that a handler has taken over, as sockets do, counts until it is closed.
func TestListener_Hijacked(t *testing.T) {
	t.Parallel()
	var m safeMeter
	inner := must.Return(net.Listen("tcp", "127.0.0.1:0"))(t)
	taken := make(chan net.Conn, 1)
	server := &http.Server{ReadHeaderTimeout: timeout, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		taken <- conn
	})}
	t.Cleanup(func() { _ = server.Close() })
	l := limit.NewLimiter(limit.Limits{AddressConnections: 1}, time.Now, &m).Listener(inner, func(netip.Addr) bool { return false })
	go func() { _ = server.Serve(l) }()
	ask := func() net.Conn {
		conn := dialFrom(t, "127.0.0.1", inner.Addr().String())
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		return conn
	}
	ask()
	socket := <-taken
	if !isClosed(ask()) {
		t.Error("a socket must count")
	}
	_ = socket.Close()
	ask()
	_ = (<-taken).Close()
}

// Without the limit, the listener stays as it is.
func TestListener_NoLimit(t *testing.T) {
	t.Parallel()
	var m safeMeter
	inner := &net.TCPListener{}
	expect.Equal(t, limit.NewLimiter(limit.Limits{}, time.Now, &m).Listener(inner, nil), net.Listener(inner), "the listener itself")
}
