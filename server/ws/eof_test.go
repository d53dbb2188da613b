package ws_test

import (
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// sent is the number of bytes that arrive of a message of 1000 bytes.
const sent = 512

// A part of a message is not taken for a whole one if the connection ends between two reads of it.
func TestSocket_ConnectionEndsInsideMessage(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	conn, in, _ := h.plain(h.Running(h.registry, 2), "")
	frame := append([]byte{0x81, 0x80 | 126, 0x03, 0xe8, 0, 0, 0, 0}, make([]byte, sent)...) // 1000 bytes, masked with zeros
	must.Return(conn.Write(frame))(t)
	must.Succeed(t, conn.CloseWrite())
	for {
		switch first, _ := nextFrame(t, in); first {
		case 0:
			return
		case 0x88:
			t.Fatal("the server answered a part of a message")
		}
	}
}

// A client may send messages before it gets the handshake's answer. Bytes that arrive with the request are read like others.
func TestSocket_MessageWithTheRequest(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	frame := `{"t":"takeback","id":"early"}` + "\r\n"
	conn, in, _ := h.plain(h.Running(h.registry, 2), "\r\n"+string([]byte{0x81, 0x80 | byte(len(frame)), 0, 0, 0, 0})+strings.TrimSuffix(frame, "\r\n"))
	for {
		got := must.Return(in.ReadString('}'))(t)
		if strings.Contains(got, `"early"`) {
			break
		}
	}
	expect.Error(t, conn.Close(), nil)
}
