package blackbox_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// neverReads opens a socket at a table and reads nothing from it.
func neverReads(t *testing.T, address, table string) net.Conn {
	t.Helper()
	var dial net.Dialer
	conn := must.Return(dial.DialContext(t.Context(), "tcp", address))(t)
	t.Cleanup(func() { _ = conn.Close() })
	must.Succeed(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	_, err := fmt.Fprintf(conn, "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nemeton.v1\r\n\r\n", table, address)
	must.Succeed(t, err)
	return conn
}

// Spectators that do not read do not stop the others. A long run plays the game to its end.
func TestLazy_OthersPlayOn(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	p := sharedOn(t, "sqlite")
	address := strings.TrimPrefix(p.url, "http://")
	var readers []net.Conn
	moves, enough := 0, testsize.Pick(60, 60, 10_000)
	sum := run(t, play.Options{URLs: []string{p.url}, Seats: 2, Seed: 6, KeepGuests: true, Watchers: 5, Enough: func() bool { return moves >= enough }, Moved: func(m play.Moment) {
		moves = m.Moves
		if m.Moves%10 == 1 && len(readers) < 5 {
			readers = append(readers, neverReads(t, address, m.Table))
		}
	}})
	logDuration(t, sum.SlowestLag, time.Second, "the slowest update after its move")
	for _, conn := range readers {
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("the socket of a spectator that does not read was refused: %v", err)
		}
		_ = answer.Body.Close()
	}
}
