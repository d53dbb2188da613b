package ws

import (
	"encoding/binary"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// connWriter is the writing side of a connection. It writes messages with one system call that does not block; see writerPool for the
// gain.
type connWriter struct {
	net.Conn
	raw       syscall.RawConn    // nil: the connection itself cannot be written without blocking
	patient   *patientConn       // below TLS; nil: none
	writeOnce func(uintptr) bool // writes pending, once
	partial   bool               // tryWrite wrote a part of a frame and left mu locked; used only by the goroutine that sends messages

	mu      sync.Mutex // held until the frame is complete; guards all below
	ended   bool       // nothing may follow: a close frame was written, or a frame was broken off
	pending []byte     // input of writeOnce
	wrote   int        // the number of bytes that writeOnce wrote
	err     error      // of writeOnce
}

func (w *connWriter) init(conn net.Conn) {
	w.Conn = conn
	switch c := conn.(type) {
	case syscall.Conn:
		if raw, err := c.SyscallConn(); err == nil && nonBlocking {
			w.raw = raw
		}
	case interface{ NetConn() net.Conn }: // TLS
		if p, ok := c.NetConn().(*patientConn); ok {
			p.begin()
			w.patient = p
		}
	}
	w.writeOnce = w.tryPending
}

func (w *connWriter) tryPending(fd uintptr) bool {
	for {
		w.wrote, w.err = writeOnce(fd, w.pending)
		if !errors.Is(w.err, syscall.EINTR) {
			return true
		}
	}
}

// writeControl writes a control frame and blocks until that is done. It drops everything after a close frame. Chromium takes a second
// close frame, in answer to the other end's answer, for a broken connection without a code. Its page would then reconnect even if the
// code forbids it. After an error the connection cannot be used.
func (w *connWriter) writeControl(frame []byte, timeout time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return nil
	}
	w.ended = frame[0] == closeByte
	return w.write(frame, timeout)
}

// ping sends a ping, but not to a connection that takes no bytes now.
func (w *connWriter) ping() {
	if !w.mayTry() {
		_ = w.writeControl(pingFrame, controlTimeout)
		return
	}
	if !w.mu.TryLock() {
		return // a message is being written
	}
	defer w.mu.Unlock()
	if w.ended {
		return
	}
	n, err := w.once(pingFrame)
	w.ended = err != nil && !errors.Is(err, syscall.EAGAIN) || err == nil && n < len(pingFrame)
}

var pingFrame = []byte{pingByte, 0}

// tryWrite writes as much of complete frames as possible without blocking. It returns the rest, which the caller must pass to finish.
func (w *connWriter) tryWrite(frames []byte) (left []byte, err error) {
	if !w.mayTry() || !w.mu.TryLock() {
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
	n, err := w.once(frames)
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return frames, nil
	case err != nil:
		w.ended = true
		return nil, err
	}
	w.partial = n < len(frames)
	return frames[n:], nil
}

// mayTry reports whether writes without blocking are available.
func (w *connWriter) mayTry() bool { return w.raw != nil || w.patient != nil }

// once writes with one system call. The caller holds the lock.
func (w *connWriter) once(p []byte) (int, error) {
	if w.patient != nil {
		if w.patient.busy() {
			return 0, syscall.EAGAIN
		}
		return w.Write(p)
	}
	w.pending, w.wrote, w.err = p, 0, nil
	err := w.raw.Write(w.writeOnce)
	w.pending = nil
	return w.wrote, errors.Join(err, w.err)
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
	err := w.write(left, timeout)
	w.ended = err != nil
	return err
}

// write writes all bytes and blocks until that is done. The caller holds the lock. Errors as of finish.
func (w *connWriter) write(p []byte, timeout time.Duration) error {
	var timedOut atomic.Bool
	timer := time.AfterFunc(timeout, func() {
		timedOut.Store(true)
		_ = w.Close()
	})
	_, err := w.Write(p)
	if err == nil && w.patient != nil {
		err = w.patient.wait()
	}
	timer.Stop()
	if timedOut.Load() {
		return errWriteTimeout
	}
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
