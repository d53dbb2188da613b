//go:build unix

package ws

import (
	"bytes"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// connPair returns both ends of a connection with small buffers.
func connPair(t *testing.T) (ours *net.TCPConn, theirs net.Conn) {
	t.Helper()
	var listen net.ListenConfig
	l := must.Return(listen.Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	defer func() { _ = l.Close() }()
	dial := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4<<10) })
	}}
	theirs = must.Return(dial.DialContext(t.Context(), "tcp", l.Addr().String()))(t)
	conn := must.Return(l.Accept())(t)
	t.Cleanup(func() { _, _ = conn.Close(), theirs.Close() })
	ours, ok := conn.(*net.TCPConn)
	if !ok {
		t.Fatalf("got a %T, want a TCP connection", conn)
	}
	must.Succeed(t, ours.SetWriteBuffer(4<<10))
	return ours, theirs
}

// blocked returns a connWriter that has written a part of a large frame, because the other end does not read. It also returns the
// frame and the rest of it.
func blocked(t *testing.T, conn net.Conn) (w *connWriter, frame, left []byte) {
	t.Helper()
	w = &connWriter{}
	w.init(conn)
	frame = appendFrame(nil, textByte, bytes.Repeat([]byte("0123456789abcdef"), 1<<16))
	left, err := w.tryWrite(frame)
	if err != nil || len(left) == 0 || len(left) == len(frame) {
		t.Fatalf("got %d of %d bytes left, %v; want a part of them", len(left), len(frame), err)
	}
	return w, frame, left
}

// A partly written frame is finished before a control frame follows.
func TestConnWriter_FramesStayWhole(t *testing.T) {
	t.Parallel()
	ours, theirs := connPair(t)
	w, frame, left := blocked(t, ours)
	ping := pingFrame
	wrote := make(chan error, 2)
	go func() { wrote <- w.writeControl(ping, time.Minute) }()
	go func() { wrote <- w.finish(left, time.Minute) }()
	got := make([]byte, len(frame)+len(ping))
	must.Return(io.ReadFull(theirs, got))(t)
	for range 2 {
		expect.Error(t, <-wrote, nil)
	}
	expect.Equal(t, string(got), string(append(frame, ping...)), "the bytes are not the message followed by the ping")
	// Afterwards non-blocking writes work again.
	if left, err := w.tryWrite([]byte{textByte, 0}); err != nil || len(left) > 0 {
		t.Errorf("got %d bytes left, %v; want all written", len(left), err)
	}
}

func TestConnWriter_Timeout(t *testing.T) {
	t.Parallel()
	ours, _ := connPair(t)
	w, _, left := blocked(t, ours)
	expect.Error(t, w.finish(left, 10*time.Millisecond), errWriteTimeout)
	if left, err := w.tryWrite([]byte{textByte, 0}); err != nil || len(left) > 0 {
		t.Errorf("after a partial frame: got %d bytes left, %v; want nothing written, and no error", len(left), err)
	}
}

func TestAppendFrame(t *testing.T) {
	t.Parallel()
	for size, head := range map[int][]byte{
		0: {0x81, 0}, 125: {0x81, 125}, 126: {0x81, 126, 0, 126}, 1<<16 - 1: {0x81, 126, 0xff, 0xff}, 1 << 16: {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0},
	} {
		payload := bytes.Repeat([]byte("x"), size)
		if got := appendFrame([]byte("before"), textByte, payload); !bytes.Equal(got, append(append([]byte("before"), head...), payload...)) {
			t.Errorf("%d bytes: got a frame that begins with %x, want %x", size, got[6:16], head)
		}
	}
}
