package blackbox_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/play"
)

// lazy opens a socket of a table, and never reads what it is told.
func lazy(t *testing.T, address, table string) net.Conn {
	t.Helper()
	var dial net.Dialer
	conn, err := dial.DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nemeton.v1\r\n\r\n", table, address)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Spectators who do not read cost the others nothing.
func TestLazy_OthersPlayOn(t *testing.T) {
	t.Parallel()
	p := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"))
	address := strings.TrimPrefix(p.url, "http://")
	var readers []net.Conn
	sum := run(t, play.Options{URLs: []string{p.url}, Seats: 2, Seed: 6, KeepGuests: true, Watchers: 5, Moved: func(m play.Moment) {
		if m.Moves%10 == 1 && len(readers) < 5 {
			readers = append(readers, lazy(t, address, m.Table))
		}
	}})
	promptly(t, sum.SlowestLag, time.Second, "the slowest update after its move")
	for _, conn := range readers {
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("a lazy reader was never let in: %v", err)
		}
		_ = answer.Body.Close()
	}
}
