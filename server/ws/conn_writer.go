package ws

import (
	"bufio"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"nemeton/server/ws/eof"
)

// First bytes of frames (RFC 6455, 5.2): a whole text, and the last one of all.
const (
	text    = 0x81
	packed  = 0xc1 // a whole text, packed
	closing = 0x88
)

// outletWriter hands out a connection with an outlet on it.
type outletWriter struct {
	http.ResponseWriter
	out *outlet
}

// Hijack takes the connection over.
func (w *outletWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	w.out = newOutlet(conn)
	if n := buffers.Reader.Buffered(); n > 0 {
		ahead, _ := buffers.Peek(n) // it has them
		w.out.ahead = append(w.out.ahead, ahead...)
	}
	return w.out, small(w.out), nil
}

// Room for what is read and written by way of the library, in bytes: most sockets are silent for hours, and each keeps its own. A frame that is larger is
// read past the buffer; the library writes frames of control alone, of 127 bytes at most, each in one piece.
const (
	inBytes  = 512
	outBytes = 128
)

func small(conn net.Conn) *bufio.ReadWriter {
	return bufio.NewReadWriter(bufio.NewReaderSize(conn, inBytes), bufio.NewWriterSize(conn, outBytes))
}

// outlet is a connection's writing side. Texts go past the library, which wakes a goroutine of its own twice for each frame: they take one call of
// the system, which does not wait where the connection takes no more. The library writes what controls the connection, each such frame with
// one write.
type outlet struct {
	net.Conn
	ahead   []byte             // what came with the request, and is to be read first
	raw     syscall.RawConn    // nil: it cannot be asked without waiting
	attempt func(uintptr) bool // writes what, once
	begun   bool               // try left a frame half written, and mu locked; known to whoever carries texts alone

	mu   sync.Mutex // held by whoever writes, until the frame is whole; guards all below
	over bool       // nothing may follow: the frame that closes was written, or a frame was broken off
	what []byte     // for attempt
	n    int        // how much of it attempt wrote
	err  error      // why it wrote no more
}

func newOutlet(conn net.Conn) *outlet {
	o := &outlet{Conn: conn}
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			o.raw = raw
		}
	}
	o.attempt = func(fd uintptr) bool {
		for {
			o.n, o.err = writeOnce(fd, o.what)
			if !errors.Is(o.err, syscall.EINTR) {
				return true
			}
		}
	}
	return o
}

// Read is the library's way too.
func (o *outlet) Read(p []byte) (int, error) {
	if len(o.ahead) > 0 {
		n := copy(p, o.ahead)
		o.ahead = o.ahead[n:]
		return n, nil
	}
	return eof.Read(o.Conn, p)
}

// Write is the library's way. Nothing follows the frame that closes: the library answers the other side's answer to it with a second one, and
// Chromium then takes the whole close for a broken connection, of whatever code: it would come back where the code says not to.
func (o *outlet) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return len(p), nil
	}
	o.over = len(p) > 0 && p[0] == closing
	return o.Conn.Write(p)
}

// try writes of whole frames what goes without waiting. What is left is to be finished, by one who may wait.
func (o *outlet) try(frames []byte) (left []byte, err error) {
	if o.raw == nil || !o.mu.TryLock() {
		return frames, nil
	}
	defer func() {
		if !o.begun {
			o.mu.Unlock()
		}
	}()
	if o.over {
		return nil, nil
	}
	o.what, o.n, o.err = frames, 0, nil
	err = errors.Join(o.raw.Write(o.attempt), o.err)
	o.what = nil
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return frames, nil
	case err != nil:
		o.over = true
		return nil, err
	}
	o.begun = o.n < len(frames)
	return frames[o.n:], nil
}

// errLate is that the other side did not take a frame in time.
var errLate = errors.New("a frame was not read in time")

// finish writes what try left. After an error the connection is of no more use; it is errLate where a time is over.
func (o *outlet) finish(left []byte, within time.Duration) error {
	if !o.begun {
		o.mu.Lock()
	}
	o.begun = false
	defer o.mu.Unlock()
	if o.over {
		return nil
	}
	var late atomic.Bool
	watch := time.AfterFunc(within, func() {
		late.Store(true)
		_ = o.Close()
	})
	_, err := o.Conn.Write(left)
	watch.Stop()
	if late.Load() {
		err = errLate
	}
	o.over = err != nil
	return err
}

// appendFrame appends a text's frame as the server sends it; first is text or packed.
func appendFrame(to []byte, first byte, payload []byte) []byte {
	switch n := len(payload); {
	case n < 126:
		to = append(to, first, byte(n))
	case n < 1<<16:
		to = binary.BigEndian.AppendUint16(append(to, first, 126), uint16(n))
	default:
		to = binary.BigEndian.AppendUint64(append(to, first, 127), uint64(n))
	}
	return append(to, payload...)
}
