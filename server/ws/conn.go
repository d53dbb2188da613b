package ws

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"nemeton/server/wire"
)

// Codes of RFC 6455, 7.4.1.
const (
	closeProtocolError = 1002
	closeInvalidData   = 1007
	closeTooBig        = 1009
)

const (
	// readLimit is the size in bytes above which a message is not read at all. A smaller one above the protocol's limit gets the
	// protocol's own code.
	readLimit = 2 * wire.MaxMessage
	// closeTimeout is the timeout of a close frame, and then of the other end's answer.
	closeTimeout = 5 * time.Second
	// controlTimeout is the timeout of an answer to a ping.
	controlTimeout = 5 * time.Second
)

// errEnded means that the other end closed the connection.
var errEnded = errors.New("the connection ended")

// violation is a breach of RFC 6455 by the other end, with the code to close the connection with.
type violation struct{ code int }

func (v violation) Error() string { return "the client broke the WebSocket protocol" }

// conn is the server's end of a WebSocket connection. Only one goroutine may read; all other methods are safe for concurrent use.
//
// A silent connection takes one goroutine with a small stack and no buffer: memory for reading is taken from a pool once bytes have
// arrived.
type conn struct {
	connWriter
	deflate deflate
	closing atomic.Bool // a close frame was written; messages of the other end are ignored
	silence silence
	broken  bool // the other end broke the protocol inside a frame; used only by the reading goroutine

	throttle *throttle // nil: none

	// Only the reading goroutine uses all below.
	chunk    *[chunkSize]byte   // nil while nothing is left to read
	left     []byte             // bytes received and not read yet
	readOnce func(uintptr) bool // reads into chunk, once
	n        int                // number of bytes that readOnce read
	readErr  error              // of readOnce
	head     [8]byte
	control  []byte // payload of a control frame
}

// chunkSize is the size of a read in bytes.
const chunkSize = 4 << 10

// chunks are idle buffers for reading.
var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

func newConn(c net.Conn, early []byte, mode deflate) *conn {
	w := &conn{deflate: mode, left: early}
	w.init(c)
	w.readOnce = w.tryRead
	return w
}

// throttle limits the bytes of a client per second, pings and partial messages included. Excess data stays in the client's buffers. A
// client within the limit never waits.
type throttle struct {
	ctx       context.Context // ends waits
	in, pongs *rate.Limiter
}

// Rate limit of the answers to pings, per second. Browsers send no pings, and other clients send few.
const (
	pongRate  = 10
	pongBurst = 50
)

func newThrottle(ctx context.Context, bytes int) *throttle {
	bytes = max(bytes, chunkSize)
	return &throttle{ctx, rate.NewLimiter(rate.Limit(bytes), 2*bytes), rate.NewLimiter(pongRate, pongBurst)}
}

func (t *throttle) waitBytes(n int) {
	if t != nil {
		_ = t.in.WaitN(t.ctx, n) // returns early once the socket has ended
	}
}

func (t *throttle) waitPong() {
	if t != nil {
		_ = t.pongs.Wait(t.ctx)
	}
}

// read waits for the next message and returns it; text is false for a binary one. Errors: violation, or the end of the connection, for
// which a close frame of the other end was answered.
func (c *conn) read() (message []byte, text bool, err error) {
	var first byte // of the message's first frame
	for {
		h, err := c.readHeader()
		if err == nil {
			err = c.check(h, first, len(message))
		}
		if err != nil {
			c.broken = true
			return nil, false, err
		}
		if h.op >= opClose {
			if err := c.readControl(h); err != nil {
				return nil, false, err
			}
			continue
		}
		if first == 0 {
			first = h.rsv | h.op
		}
		if message, err = c.readPayload(message, h); err != nil {
			return nil, false, err
		}
		if !h.final {
			continue
		}
		if first&rsv1 != 0 {
			message, err = decompress(message)
		}
		return message, first&opcodeMask == opText, err
	}
}

// check returns the violation in the header of a frame. first is the first byte of the message's first frame, and size the size of the
// message so far.
func (c *conn) check(h header, first byte, size int) error {
	control := h.op >= opClose
	switch {
	case h.op > opPong, h.op > opBinary && !control, !h.masked:
		return violation{closeProtocolError}
	case control && (h.size > maxControl || !h.final || h.rsv != 0):
		return violation{closeProtocolError}
	case control:
		return nil
	case (h.op == opContinuation) != (first != 0):
		return violation{closeProtocolError}
	case h.rsv != 0 && (h.rsv != rsv1 || h.op == opContinuation || c.deflate == noDeflate):
		return violation{closeProtocolError}
	case h.size > uint64(readLimit-size):
		return violation{closeTooBig}
	}
	return nil
}

// Parts of a WebSocket frame's first two bytes (RFC 6455, 5.2).
const (
	finalBit   = 0x80
	rsvMask    = 0x70
	rsv1       = 0x40 // the message is compressed
	opcodeMask = 0x0f
	maskBit    = 0x80

	opContinuation = 0
	opText         = 1
	opBinary       = 2
	opClose        = 8
	opPing         = 9
	opPong         = 10

	maxControl = 125 // bytes in a control frame
)

// header is the header of a WebSocket frame.
type header struct {
	op, rsv byte
	final   bool
	masked  bool
	size    uint64 // of the payload
	mask    [4]byte
}

func (c *conn) readHeader() (h header, err error) {
	b := c.head[:2]
	if err := c.readFull(b); err != nil {
		return h, err
	}
	h.op, h.rsv, h.final = b[0]&opcodeMask, b[0]&rsvMask, b[0]&finalBit != 0
	size := b[1] &^ maskBit
	h.masked = b[1]&maskBit != 0
	if h.size = uint64(size); size > maxControl {
		b = c.head[:2+6*(size-126)]
		if err := c.readFull(b); err != nil {
			return h, err
		}
		if h.size = uint64(binary.BigEndian.Uint16(b)); size == 127 {
			h.size = binary.BigEndian.Uint64(b)
		}
	}
	if !h.masked {
		return h, nil
	}
	return h, c.readFull(h.mask[:])
}

// readPayload appends the payload of a frame to a message. Its memory grows as bytes arrive, not by the announced size.
func (c *conn) readPayload(message []byte, h header) ([]byte, error) {
	begin := len(message)
	for rest := int(h.size); rest > 0; {
		if len(c.left) == 0 {
			if err := c.fill(); err != nil {
				return nil, err
			}
		}
		n := min(rest, len(c.left))
		message = append(message, c.left[:n]...)
		c.consume(n)
		rest -= n
	}
	for i := range message[begin:] {
		message[begin+i] ^= h.mask[i%4]
	}
	return message, nil
}

// readControl reads and answers a control frame. The error is errEnded after a close frame.
func (c *conn) readControl(h header) (err error) {
	if c.control, err = c.readPayload(c.control[:0], h); err != nil {
		return err
	}
	payload := c.control
	c.control = nil
	switch h.op {
	case opPing:
		c.throttle.waitPong()
		return c.writeControl(appendFrame(nil, finalBit|opPong, payload), controlTimeout)
	case opClose:
		if len(payload) > 2 {
			payload = payload[:2] // the code, without the reason
		}
		_ = c.writeControl(appendFrame(nil, closeByte, payload), closeTimeout)
		return errEnded
	}
	return nil
}

func (c *conn) readFull(p []byte) error {
	for len(p) > 0 {
		if len(c.left) == 0 {
			if err := c.fill(); err != nil {
				return err
			}
		}
		n := copy(p, c.left)
		p = p[n:]
		c.consume(n)
	}
	return nil
}

// consume removes bytes that were read. With the last one, the buffer returns to the pool.
func (c *conn) consume(n int) {
	if c.left = c.left[n:]; len(c.left) == 0 {
		c.release()
	}
}

func (c *conn) release() {
	if c.left = nil; c.chunk != nil {
		chunks.Put(c.chunk)
		c.chunk = nil
	}
}

// fill waits for bytes. There must be none left.
func (c *conn) fill() error {
	if c.raw != nil && nonBlocking {
		if err := c.raw.Read(c.readOnce); err != nil {
			return err
		}
	} else {
		c.chunk, _ = chunks.Get().(*[chunkSize]byte)
		c.n, c.readErr = c.Read(c.chunk[:])
	}
	if c.n <= 0 {
		c.release()
		return errors.Join(errEnded, c.readErr)
	}
	c.left = c.chunk[:c.n]
	c.silence.end()
	c.throttle.waitBytes(c.n)
	return nil
}

// tryRead reads once. It reports false if no bytes have arrived.
func (c *conn) tryRead(fd uintptr) bool {
	c.chunk, _ = chunks.Get().(*[chunkSize]byte)
	var again bool
	if c.n, again, c.readErr = readOnce(fd, c.chunk[:]); again {
		c.release()
		return false
	}
	return true
}

// sendClose sends a close frame. From then on messages are neither sent nor read, and the reading goroutine ends with the other end's
// answer or after a timeout.
func (c *conn) sendClose(code int, reason string) {
	payload := append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...)
	c.closing.Store(true)
	_ = c.writeControl(appendFrame(nil, closeByte, payload), closeTimeout)
	time.AfterFunc(closeTimeout, c.drop)
}

// awaitClose reads until the other end answers a close frame or closes the connection, and drops it. The system would discard a close
// frame that is on its way if a connection with unread bytes were dropped.
func (c *conn) awaitClose() {
	defer c.drop()
	for err := error(nil); err == nil; {
		if c.broken {
			c.release()
			err = c.fill()
		} else {
			_, _, err = c.read()
		}
	}
}

// drop closes the connection at once.
func (c *conn) drop() { _ = c.Close() }
