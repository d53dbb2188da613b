package ws_test

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/server/ws/client"
	"nemeton/server/ws/wsconn"
)

func withCompression(c *ws.Config) { c.Compress = true }

// compressAll are the options of a client that compresses all its messages, as browsers do.
var compressAll = wsconn.Options{Compress: true, Threshold: 1}

// offer is the header with which a browser offers compression.
const offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"

// A client that asks for compression gets the same messages, compressed.
func TestSocket_CompressesOnRequest(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	var texts []string
	var bytes []int64
	for _, pack := range []bool{false, true} {
		conn, err := client.Dial(h.context(), client.Options{Pack: pack}, h.url+"/api/v1/tables/"+string(id)+"/socket", nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := conn.Read(h.context())
		if err != nil {
			t.Fatal(err)
		}
		texts, bytes = append(texts, string(text)), append(bytes, conn.Received())
		if err := conn.Close(0); err != nil {
			t.Error(err)
		}
	}
	if texts[0] != texts[1] || !strings.HasPrefix(texts[0], `{"t":"snapshot"`) {
		t.Errorf("got %s\nand compressed %s\nwant the same snapshot", texts[0], texts[1])
	}
	if 3*bytes[1] > 2*bytes[0] {
		t.Errorf("got %d bytes and compressed %d, want a third fewer", bytes[0], bytes[1])
	}
	_, in, extensions := h.plain(id, offer)
	first, err := in.ReadByte()
	if err != nil {
		t.Fatal(err)
	}
	if want := "permessage-deflate; client_no_context_takeover; server_no_context_takeover"; extensions != want || first != 0xc1 {
		t.Errorf("got %q and a first byte of %#x, want %q and %#x", extensions, first, want, 0xc1)
	}
}

func TestSocket_ReadsCompressedCommands(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	conn := h.dialWith(compressAll, id, h.Players[0], "?patch=1")
	h.send(conn, h.act(id, 0, uuid.NewString()))
	if got := string(h.read(conn, "result")["ok"]); got != "true" {
		t.Errorf("got ok %s, want true", got)
	}
}

// A small compressed message that expands to a large one takes no more memory than one message may, and ends the sender's socket.
func TestSocket_DecompressionBomb(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	for size, want := range map[int]wire.CloseCode{wire.MaxMessage + 1: wire.CloseTooLarge, 1 << 20: 1009} {
		conn := h.dialWith(compressAll, id, "", "")
		h.send(conn, strings.Repeat(" ", size))
		if got := h.closed(conn); got != want {
			t.Errorf("%d bytes: closed with %d, want %d", size, got, want)
		}
	}
	h.Step(h.registry, id, 0)
}

// A server without compression does not agree to it, and a compressed frame then breaks the protocol.
func TestSocket_NoCompression(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	conn, in, extensions := h.plain(h.Running(h.registry, 2), offer)
	if extensions != "" {
		t.Errorf("got extensions %q, want none", extensions)
	}
	// a masked text frame with the bit for compression
	if _, err := conn.Write([]byte{0xc1, 0x82, 0, 0, 0, 0, '{', '}'}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v, want the connection closed", err)
	}
}
