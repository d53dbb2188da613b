package ws_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/server/wire"
)

// A browser answers the frame that closes, and fails the connection, with no code for its page, where another one follows.
func TestDoor_ClosesWithOneFrame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	address, err := url.Parse(h.url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", uuid.NewString(), address.Host)
	if err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("got status %d, want 101", answer.StatusCode)
	}
	head := make([]byte, 2)
	if _, err := io.ReadFull(reader, head); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, head[1])
	if _, err := io.ReadFull(reader, said); err != nil {
		t.Fatal(err)
	}
	if got := wire.CloseCode(binary.BigEndian.Uint16(said)); head[0] != 0x88 || got != wire.CloseUnknownTable {
		t.Fatalf("got frame %#x with code %d, want %#x with %d", head[0], got, 0x88, wire.CloseUnknownTable)
	}
	// The answer: the same code, masked by zeros.
	if _, err := conn.Write(append([]byte{0x88, 0x82, 0, 0, 0, 0}, said[:2]...)); err != nil {
		t.Fatal(err)
	}
	after, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > 0 {
		t.Errorf("got %x after the frame that closes, want nothing", after)
	}
}
