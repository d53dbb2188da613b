package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/testkit/must"
)

// slowly starts a server with the settings of the program, shortened by change, and sends bytes as a hostile client would. It returns the bytes
// that come back until the server ends the connection.
func slowly(t *testing.T, change func(*http.Server), sends string) string {
	t.Helper()
	s := wiring.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, "answered")
	}), zerolog.Nop())
	change(s)
	l := must.Return(wiring.Listen(context.Background(), "127.0.0.1:0"))(t)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	var d net.Dialer
	conn := must.Return(d.DialContext(context.Background(), "tcp", l.Addr().String()))(t)
	defer func() { _ = conn.Close() }()
	must.Return(io.WriteString(conn, sends))(t)
	must.Succeed(t, conn.SetReadDeadline(time.Now().Add(hangs)))
	got, err := io.ReadAll(conn)
	if ne, ok := err.(net.Error); ok && ne.Timeout() { //nolint:errorlint // the connection's own error
		t.Fatalf("the server still waits after %q", got)
	}
	return string(got)
}

// A client that sends its header or body too slowly, or a huge header, loses its connection.
func TestServer_SlowClients(t *testing.T) {
	t.Parallel()
	const soon = 50 * time.Millisecond
	for name, c := range map[string]struct {
		change func(*http.Server)
		sends  string
	}{
		"a header that does not end":           {func(s *http.Server) { s.ReadHeaderTimeout = soon }, "GET / HTTP/1.1\r\nHost: x\r\nX-A: b"},
		"a body that does not come":            {func(s *http.Server) { s.ReadTimeout = soon }, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"},
		"a connection that sends nothing more": {func(s *http.Server) { s.IdleTimeout = soon }, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slowly(t, c.change, c.sends)
		})
	}
	t.Run("a huge header", func(t *testing.T) {
		t.Parallel()
		got := slowly(t, func(*http.Server) {}, "GET / HTTP/1.1\r\nHost: x\r\nX-A: "+strings.Repeat("a", 40<<10)+"\r\n\r\n")
		if !strings.HasPrefix(got, "HTTP/1.1 431") {
			t.Errorf("got %.80q, want 431", got)
		}
	})
	s := wiring.NewServer(http.NotFoundHandler(), zerolog.Nop())
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= s.ReadHeaderTimeout || s.WriteTimeout <= 0 || s.IdleTimeout <= 0 || s.MaxHeaderBytes > 64<<10 {
		t.Errorf("got a server without limits: %+v", s)
	}
}
