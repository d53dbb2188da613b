package ws

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// maskBit is the bit of a masked frame in its second byte.
const maskBit = 0x80

func clientFrame(first byte, payload []byte, mask [4]byte) []byte {
	frame := appendFrame(nil, first, payload)
	head := len(frame) - len(payload)
	frame[1] |= maskBit
	masked := append(append([]byte(nil), frame[:head]...), mask[:]...)
	for i, b := range payload {
		masked = append(masked, b^mask[i%4])
	}
	return masked
}

// connTo returns the server's end of a connection, and the client's end with the extensions that were agreed on.
func connTo(t *testing.T, offer string) (c *conn, client net.Conn, in *bufio.Reader, extensions string) {
	t.Helper()
	conns := make(chan *conn, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := upgrade(w, r, true); ok {
			conns <- c
		}
	}))
	t.Cleanup(server.Close)
	var dialer net.Dialer
	client = must.Return(dialer.DialContext(t.Context(), "tcp", server.Listener.Addr().String()))(t)
	t.Cleanup(func() { _ = client.Close() })
	in, extensions = handshake(t, client, offer)
	c = <-conns
	t.Cleanup(c.end)
	return c, client, in, extensions
}

// handshake opens a WebSocket connection over a network connection.
func handshake(t testing.TB, client net.Conn, offer string) (in *bufio.Reader, extensions string) {
	t.Helper()
	must.Succeed(t, client.SetDeadline(time.Now().Add(5*time.Minute)))
	if offer != "" {
		offer = "Sec-WebSocket-Extensions: " + offer + "\r\n"
	}
	_, err := fmt.Fprintf(client, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: %s\r\n%s\r\n", wire.Subprotocol, offer)
	must.Succeed(t, err)
	in = bufio.NewReader(client)
	res, err := http.ReadResponse(in, nil)
	must.Succeed(t, err)
	_ = res.Body.Close()
	if got := res.Header.Get("Sec-WebSocket-Protocol"); res.StatusCode != http.StatusSwitchingProtocols || got != wire.Subprotocol {
		t.Fatalf("got status %d and protocol %q", res.StatusCode, got)
	}
	return in, res.Header.Get("Sec-WebSocket-Extensions")
}

// Messages of all sizes arrive whole, in any pieces, with control frames between their fragments.
func TestConn_Read(t *testing.T) {
	t.Parallel()
	c, client, in, _ := connTo(t, "")
	go func() { _, _ = io.Copy(io.Discard, in) }() // the pongs
	r := rand.New(rand.NewPCG(1, 2))
	var want [][]byte
	var stream []byte
	for _, size := range []int{0, 1, 3, 125, 126, 127, 1000, chunkSize - 8, chunkSize, chunkSize + 1, readLimit} {
		for parts := 1; parts <= 3; parts++ {
			message := []byte(strings.Repeat("0123456789abcdef", size/16+1)[:size])
			want = append(want, message)
			first := byte(textOp)
			for part := range parts {
				payload := message[size*part/parts : size*(part+1)/parts]
				if part == parts-1 {
					first |= finalBit
				}
				mask := [4]byte{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())}
				stream = append(stream, clientFrame(first, payload, mask)...)
				stream = append(stream, clientFrame([2]byte{pingByte, pongByte}[part%2], payload[:min(len(payload), 125)], mask)...)
				first = 0
			}
		}
	}
	go func() {
		for len(stream) > 0 {
			n := min(len(stream), 1+r.IntN(3*chunkSize)>>r.IntN(14))
			_, _ = client.Write(stream[:n])
			stream = stream[n:]
		}
	}()
	for i, message := range want {
		got, text, err := c.read()
		if err != nil || !text || !bytes.Equal(got, message) {
			t.Fatalf("message %d of %d bytes: got %d bytes, text %v, %v", i, len(message), len(got), text, err)
		}
	}
}

// An unread pong, or a message that is not read to its end by the client, does not outlive the connection.
func TestConn_EndReleases(t *testing.T) {
	t.Parallel()
	c, client, _, _ := connTo(t, "")
	must.Return(client.Write(clientFrame(textByte, []byte("hello"), [4]byte{1, 2, 3, 4})))(t)
	if got, _, err := c.read(); err != nil || string(got) != "hello" {
		t.Fatalf("got %s, %v", got, err)
	}
	c.drop()
	expect.Error(t, expect.Third(c.read()), errEnded, "(the end of the connection)")
	c.end()
	c.ping() // nothing happens
}
