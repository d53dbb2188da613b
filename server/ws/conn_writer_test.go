package ws_test

import (
	"encoding/binary"
	"io"
	"testing"

	"github.com/google/uuid"

	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/testkit/must"
)

// A browser answers a close frame. A second one would make it report a broken connection without a code to the page.
func TestHandler_SendsOneCloseFrame(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	conn, reader, _ := h.plain(store.TableID(uuid.NewString()), "")
	first, payload := nextFrame(t, reader)
	if first != 0x88 || len(payload) < 2 {
		t.Fatalf("got frame %#x of %d bytes, want a close frame", first, len(payload))
	}
	if got := wire.CloseCode(binary.BigEndian.Uint16(payload)); got != wire.CloseUnknownTable {
		t.Fatalf("got code %d, want %d", got, wire.CloseUnknownTable)
	}
	// the answer: the same code, masked with zeros
	must.Return(conn.Write(append([]byte{0x88, 0x82, 0, 0, 0, 0}, payload[:2]...)))(t)
	after := must.Return(io.ReadAll(reader))(t)
	if len(after) > 0 {
		t.Errorf("got %x after the close frame, want nothing", after)
	}
}
