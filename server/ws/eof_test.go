package ws_test

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
)

// firstRead is how much a reader of whole messages reads at first: a connection that ends there ends between two reads.
const firstRead = 512

// A frame that a lost connection broke off is none, even where the connection ends between two reads of it.
func TestSocket_BrokenOff(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	conn, in, _ := h.plain(h.Running(h.registry, 2), "")
	frame := append([]byte{0x81, 0x80 | 126, 0x03, 0xe8, 0, 0, 0, 0}, make([]byte, firstRead)...) // 1000 bytes, masked by zeros
	if _, err := conn.Write(frame); err != nil {
		t.Fatal(err)
	}
	if err := conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		size := int64(head[1])
		if size == 126 {
			if _, err := io.ReadFull(in, head); err != nil {
				t.Fatal(err)
			}
			size = int64(binary.BigEndian.Uint16(head))
		} else if head[0] == 0x88 {
			t.Fatal("the server answered half a frame")
		}
		if _, err := io.CopyN(io.Discard, in, size); err != nil {
			t.Fatal(err)
		}
	}
}

// A client need not wait for the handshake's answer: what comes with the request is read like the rest.
func TestSocket_FrameWithTheRequest(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	frame := `{"t":"takeback","id":"early"}` + "\r\n"
	conn, in, _ := h.plain(h.Running(h.registry, 2), "\r\n"+string([]byte{0x81, 0x80 | byte(len(frame)), 0, 0, 0, 0})+strings.TrimSuffix(frame, "\r\n"))
	for {
		got, err := in.ReadString('}')
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got, `"early"`) {
			break
		}
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}
