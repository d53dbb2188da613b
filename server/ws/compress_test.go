package ws_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"
	"github.com/klauspost/compress/flate"

	"nemeton/client"
	"nemeton/server/wire"
	"nemeton/server/ws"
	"nemeton/server/ws/wsconn"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
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
	var sizes []int64
	for _, pack := range []bool{false, true} {
		conn := must.Return(client.Dial(h.context(), client.Options{Pack: pack}, h.url+"/api/v1/tables/"+string(id)+"/socket", nil))(t)
		text := must.Return(conn.Read(h.context()))(t)
		texts, sizes = append(texts, string(text)), append(sizes, conn.Received())
		expect.Error(t, conn.Close(0), nil)
	}
	if texts[0] != texts[1] || !strings.HasPrefix(texts[0], `{"t":"snapshot"`) {
		t.Errorf("got %s\nand compressed %s\nwant the same snapshot", texts[0], texts[1])
	}
	if 3*sizes[1] > 2*sizes[0] {
		t.Errorf("got %d bytes and compressed %d, want a third fewer", sizes[0], sizes[1])
	}
	_, in, extensions := h.plain(id, offer)
	first := must.Return(in.ReadByte())(t)
	if want := "permessage-deflate; client_no_context_takeover"; extensions != want || first != 0xc1 {
		t.Errorf("got %q and a first byte of %#x, want %q and %#x", extensions, first, want, 0xc1)
	}
}

// inflater reads the messages of a socket as a browser does: compressed ones refer to all compressed ones before.
type inflater struct {
	t      *testing.T
	in     *bufio.Reader
	window []byte
	bytes  int // of compressed messages, since the snapshot
}

func (r *inflater) next() string {
	r.t.Helper()
	first, payload := nextFrame(r.t, r.in)
	if first == 0x81 {
		return string(payload)
	}
	if first != 0xc1 {
		r.t.Fatalf("got a first byte of %#x, want a text message", first)
	}
	r.bytes += len(payload)
	end := "\x00\x00\xff\xff\x01\x00\x00\xff\xff" // the end that is not sent, and a final block
	got := must.Return(io.ReadAll(flate.NewReaderDict(io.MultiReader(bytes.NewReader(payload), strings.NewReader(end)), r.window)))(r.t)
	r.window = append(r.window, got...)
	return string(got)
}

// Messages that refer to earlier ones arrive as they would without compression: at a seat, whose results are between its updates, at a
// spectator, and at one who came later.
func TestSocket_CompressesWithEarlierMessages(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	open := func(more string) *inflater {
		_, in, _ := h.plain(id, offer+more)
		r := &inflater{t: t, in: in}
		if got := r.next(); !strings.HasPrefix(got, `{"t":"snapshot"`) {
			t.Fatalf("got %s, want a snapshot", got)
		}
		r.bytes = 0
		return r
	}
	conn, in, _ := h.plain(id, offer+"Authorization: Bearer "+string(h.Players[0])+"\r\n")
	seat := &inflater{t: t, in: in}
	// A socket whose snapshot has not arrived may get a later state as its snapshot, without the update.
	dial := func() *wsconn.Conn {
		conn := h.dial(id, "", "")
		h.read(conn, "snapshot")
		return conn
	}
	compressed, plain := []*inflater{open("")}, []*wsconn.Conn{dial()}
	moves, size := 0, 0
	for more := true; more && moves < 40; moves++ {
		if moves == 10 {
			compressed, plain = append(compressed, open("")), append(plain, dial())
		}
		// a command that is refused, so that the seat gets a result
		command := fmt.Sprintf(`{"t":"act","id":"no-%d","decision":"0-0","move":1}`, moves)
		must.Return(conn.Write(append([]byte{0x81, 0x80 | byte(len(command)), 0, 0, 0, 0}, command...)))(t)
		for !strings.Contains(seat.next(), fmt.Sprintf(`"no-%d"`, moves)) {
		}
		if _, more = h.Step(h.registry, id, moves); !more {
			break
		}
		var want string
		for i, r := range compressed {
			for want = "{}"; !strings.HasPrefix(want, `{"t":"update"`); {
				raw := must.Return(plain[i].Read(h.context()))(t)
				want = string(raw)
			}
			got := ""
			for !strings.HasPrefix(got, `{"t":"update"`) {
				got = r.next()
			}
			if got != want {
				t.Fatalf("move %d: got %s\nwant %s", moves, got, want)
			}
		}
		size += len(want)
	}
	if moves < 5 || 2*compressed[0].bytes > size {
		t.Errorf("got %d bytes for %d moves of %d bytes, want half at most", compressed[0].bytes, moves, size)
	}
}

func TestSocket_ReadsCompressedCommands(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	conn := h.dialWith(compressAll, id, h.Players[0], "?patch=1")
	h.send(conn, h.act(id, 0, uuid.NewString()))
	expect.Equal(t, string(h.read(conn, "result")["ok"]), "true", "ok")
}

// A small compressed message that expands to a large one takes no more memory than one message may, and ends the sender's socket.
func TestSocket_DecompressionBomb(t *testing.T) {
	t.Parallel()
	h := newServer(t, withCompression)
	id := h.Running(h.registry, 2)
	for size, want := range map[int]wire.CloseCode{wire.MaxMessage + 1: wire.CloseTooLarge, 1 << 20: 1009} {
		conn := h.dialWith(compressAll, id, "", "")
		h.send(conn, strings.Repeat(" ", size))
		expect.Equal(t, h.closed(conn), want, size, "bytes: closed with")
	}
	h.Step(h.registry, id, 0)
}

// A server without compression does not agree to it, and a compressed frame then breaks the protocol.
func TestSocket_NoCompression(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	conn, in, extensions := h.plain(h.Running(h.registry, 2), offer)
	expect.Equal(t, extensions, "", "extensions")
	// a masked text frame with the bit for compression
	must.Return(conn.Write([]byte{0xc1, 0x82, 0, 0, 0, 0, '{', '}'}))(t)
	if _, err := io.Copy(io.Discard, in); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v, want the connection closed", err)
	}
}
