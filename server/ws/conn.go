package ws

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"nemeton/server/wire"
	"nemeton/server/ws/wsconn"
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
	// drainLimit is the number of bytes that a client may still send after it broke the protocol or was refused.
	drainLimit = 4 * readLimit
	// closeTimeout is the timeout of a close frame, and then of the other end's answer.
	closeTimeout   = 5 * time.Second
	controlTimeout = 5 * time.Second
)

// errEnded means that the connection ended. The library would take io.EOF inside a message for the end of the message.
var errEnded = errors.New("the connection ended")

// violation is a breach of RFC 6455 by the other end, with the code to close the connection with.
type violation struct{ code int }

func (v violation) Error() string { return "the client broke the WebSocket protocol" }

// conn is the server's end of a WebSocket connection. Only one goroutine may read; all other methods are safe for concurrent use.
//
// The library reads messages and answers control frames. It does so through libraryEnd, so that its frames and the prepared frames of messages, which go
// past it, never mix.
type conn struct {
	connWriter
	deflate  deflate
	messages *wsconn.Conn
	closing  atomic.Bool // a close frame was written; messages of the other end are ignored
	silence  silence
	throttle *throttle // nil: none

	// Only the reading goroutine uses these.
	lost   bool // reading from the network failed
	broken bool // the library reads no more
}

// libraryEnd is the connection as the library sees it.
type libraryEnd struct{ *conn }

func (e libraryEnd) Read(p []byte) (int, error) {
	n, err := e.Conn.Read(p[:min(len(p), chunkSize)])
	if n > 0 {
		e.silence.end()
		e.throttle.waitBytes(n)
	}
	if err != nil {
		e.lost = true
		err = errors.Join(errEnded, err)
		if errors.Is(err, io.EOF) {
			err = errEnded
		}
	}
	return n, err
}

func (e libraryEnd) Write(p []byte) (int, error) {
	switch p[0] {
	case pongByte:
		e.throttle.waitPong()
	case closeByte:
		if !utf8.Valid(p[min(len(p), 4):]) { // the answer to a reason that is not a text
			p = closeFrame(closeInvalidData, "")
		}
	}
	if err := e.writeControl(p, controlTimeout); err != nil {
		return 0, err
	}
	return len(p), nil
}

const chunkSize = 4 << 10

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

// newThrottle returns nil for 0 bytes: no limit.
func newThrottle(ctx context.Context, bytes int) *throttle {
	if bytes == 0 {
		return nil
	}
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

// read waits for the next message and returns it; text is false for a binary one, which is not returned. Errors: violation, or the end of the
// connection, for which a close frame of the other end was answered.
func (c *conn) read() (message []byte, text bool, err error) {
	message, err = c.messages.Read(context.Background())
	switch {
	case errors.Is(err, wsconn.ErrBinary):
		return nil, false, nil
	case err == nil && utf8.Valid(message):
		return message, true, nil
	}
	c.broken = true
	switch {
	case err == nil, wsconn.Corrupt(err):
		return nil, false, violation{closeInvalidData}
	case c.lost, wsconn.CloseCode(err) != 0:
		return nil, false, errors.Join(errEnded, err)
	default:
		return nil, false, violation{closeProtocolError} // unless the library has sent another code
	}
}

// First bytes of WebSocket frames (RFC 6455, 5.2).
const (
	finalBit = 0x80
	rsv1     = 0x40 // the message is compressed

	textByte       = finalBit | 1 // a whole text message
	compressedByte = finalBit | rsv1 | 1
	closeByte      = finalBit | 8
	pingByte       = finalBit | 9
	pongByte       = finalBit | 10
)

func closeFrame(code int, reason string) []byte {
	return appendFrame(nil, closeByte, append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...))
}

// sendClose sends a close frame. From then on messages are neither sent nor read, and the reading goroutine ends with the other end's
// answer or after a timeout.
func (c *conn) sendClose(code int, reason string) {
	c.closing.Store(true)
	_ = c.writeControl(closeFrame(code, reason), closeTimeout)
	time.AfterFunc(closeTimeout, c.drop)
}

// awaitClose reads until the other end answers a close frame or closes the connection, and ends it. The system would discard a close
// frame that is on its way if a connection with unread bytes were dropped.
func (c *conn) awaitClose() {
	defer c.end()
	for !c.broken {
		_, _, _ = c.read()
	}
	if !c.lost {
		_, _ = io.CopyN(io.Discard, libraryEnd{c}, drainLimit)
	}
}

// refuse closes a connection that serves nothing, and waits until the other end has read why.
func (c *conn) refuse(code wire.CloseCode, bytes int) {
	c.throttle = newThrottle(context.Background(), bytes)
	c.sendClose(int(code), code.Reason())
	c.awaitClose()
}

// drop closes the connection at once. The goroutine that reads must call end.
func (c *conn) drop() { _ = c.Close() }

// end closes the connection at once, and releases what the library holds. Nobody may be reading.
func (c *conn) end() {
	c.drop()
	_ = c.messages.Close(0, "")
}
