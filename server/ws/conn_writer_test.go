package ws_test

import (
	"encoding/binary"
	"io"
	"testing"

	"github.com/google/uuid"

	"nemeton/server/store"
	"nemeton/server/wire"
)

// A browser answers the frame that closes, and fails the connection, with no code for its page, where another one follows.
func TestDoor_ClosesWithOneFrame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	conn, reader, _ := h.plain(store.TableID(uuid.NewString()), "")
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
