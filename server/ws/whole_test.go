package ws_test

import (
	"encoding/binary"
	"io"
	"testing"
)

// firstRead is how much a reader of whole messages reads at first: a connection that ends there ends between two reads.
const firstRead = 512

// A frame that a lost connection broke off is none, even where the connection ends between two reads of it.
func TestSocket_BrokenOff(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	conn, in := h.plain(h.Running(h.registry, 2), "")
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
