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
)

// First bytes of WebSocket frames (RFC 6455, 5.2).
const (
	textByte       = 0x81 // a whole text message
	compressedByte = 0xc1 // a whole text message, compressed
	closeByte      = 0x88
)

// connWriterHijacker hijacks a connection and wraps it in a connWriter.
type connWriterHijacker struct {
	http.ResponseWriter
	out *connWriter
}

// Hijack implements http.Hijacker.
func (w *connWriterHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	w.out = newConnWriter(conn)
	if n := buffers.Reader.Buffered(); n > 0 {
		early, _ := buffers.Peek(n) // cannot fail for n buffered bytes
		w.out.early = append(w.out.early, early...)
	}
	return w.out, smallBuffers(w.out), nil
}

// Sizes of the library's buffers, in bytes. Each socket keeps its own for as long as it is open, most of the time unused. The library
// reads larger frames past the buffer. It writes only control frames, of at most 127 bytes. Gain: 7.4 KB per socket, compared with the
// buffers of net/http of 4 KB each.
const (
	readBuffer  = 512
	writeBuffer = 128
)

func smallBuffers(conn net.Conn) *bufio.ReadWriter {
	return bufio.NewReadWriter(bufio.NewReaderSize(conn, readBuffer), bufio.NewWriterSize(conn, writeBuffer))
}

// connWriter is a connection that writes messages without blocking. They bypass the library, which wakes a goroutine of its own
// twice per message, and take one system call; see writerPool for the gain. The library still writes control frames, each with one
// call of Write.
type connWriter struct {
	net.Conn
	early     []byte             // received with the request, to be read first
	raw       syscall.RawConn    // nil: non-blocking writes are not available
	writeOnce func(uintptr) bool // writes pending, once
	partial   bool               // tryWrite wrote a part of a frame and left mu locked; used only by the goroutine that sends messages

	mu      sync.Mutex // held until the frame is complete; guards all below
	ended   bool       // nothing may follow: a close frame was written, or a frame was broken off
	pending []byte     // input of writeOnce
	n       int        // the number of bytes that writeOnce wrote
	err     error      // of writeOnce
}

func newConnWriter(conn net.Conn) *connWriter {
	w := &connWriter{Conn: conn}
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			w.raw = raw
		}
	}
	w.writeOnce = func(fd uintptr) bool {
		for {
			w.n, w.err = writeOnce(fd, w.pending)
			if !errors.Is(w.err, syscall.EINTR) {
				return true
			}
		}
	}
	return w
}

// Read is used by the library.
func (w *connWriter) Read(p []byte) (int, error) {
	if len(w.early) > 0 {
		n := copy(p, w.early)
		w.early = w.early[n:]
		return n, nil
	}
	return w.Conn.Read(p)
}

// Write is used by the library. It drops everything after a close frame: the library answers the other end's answer with a second
// close frame. Chromium takes that for a broken connection without a code, and its page would reconnect even if the code forbids it.
func (w *connWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return len(p), nil
	}
	w.ended = len(p) > 0 && p[0] == closeByte
	return w.Conn.Write(p)
}

// tryWrite writes as much of complete frames as possible without blocking. It returns the rest, which the caller must pass to finish.
func (w *connWriter) tryWrite(frames []byte) (left []byte, err error) {
	if w.raw == nil || !w.mu.TryLock() {
		return frames, nil
	}
	defer func() {
		if !w.partial {
			w.mu.Unlock()
		}
	}()
	if w.ended {
		return nil, nil
	}
	w.pending, w.n, w.err = frames, 0, nil
	err = errors.Join(w.raw.Write(w.writeOnce), w.err)
	w.pending = nil
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return frames, nil
	case err != nil:
		w.ended = true
		return nil, err
	}
	w.partial = w.n < len(frames)
	return frames[w.n:], nil
}

// errWriteTimeout means that the other end did not read a message in time.
var errWriteTimeout = errors.New("a message was not read in time")

// finish writes the rest that tryWrite returned and blocks until that is done. Errors: errWriteTimeout, or the connection's. After
// an error the connection cannot be used.
func (w *connWriter) finish(left []byte, timeout time.Duration) error {
	if !w.partial {
		w.mu.Lock()
	}
	w.partial = false
	defer w.mu.Unlock()
	if w.ended {
		return nil
	}
	var timedOut atomic.Bool
	timer := time.AfterFunc(timeout, func() {
		timedOut.Store(true)
		_ = w.Close()
	})
	_, err := w.Conn.Write(left)
	timer.Stop()
	if timedOut.Load() {
		err = errWriteTimeout
	}
	w.ended = err != nil
	return err
}

// appendFrame appends a WebSocket frame with the first byte textByte or compressedByte.
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
