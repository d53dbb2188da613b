package ws

import (
	"bufio"
	"encoding/binary"
	"net"
	"net/http"
)

// closing is the first byte of the frame that closes.
const closing = 0x88

// lastWordWriter hands out a connection on which nothing follows the frame that closes it. The library answers the other side's answer to
// that frame with a second one, and Chromium then takes the whole close for a broken connection, of whatever code: it would come back
// where the code says not to.
type lastWordWriter struct {
	http.ResponseWriter
}

// Hijack takes the connection over.
func (w lastWordWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	last := &lastWordConn{Conn: conn}
	return last, bufio.NewReadWriter(buffers.Reader, bufio.NewWriter(last)), nil
}

// lastWordConn counts through the frames that are written, so that no byte within one is taken for the beginning of another. Frames
// begin with a write of their own, their whole head in it: the library flushes each.
type lastWordConn struct {
	net.Conn
	rest int64 // bytes of the frame under way that are still to come
	said bool  // the frame that closes was written
}

// Write drops what comes after the last word. One writes at a time.
func (c *lastWordConn) Write(p []byte) (int, error) {
	switch {
	case c.said || len(p) < 2:
		if c.said {
			return len(p), nil
		}
	case c.rest == 0:
		c.rest = frameSize(p)
		c.said = p[0] == closing
	}
	c.rest = max(0, c.rest-int64(len(p)))
	return c.Conn.Write(p)
}

// frameSize is how many bytes a server's frame has (RFC 6455, 5.2), from its head.
func frameSize(p []byte) int64 {
	switch n := p[1] & 0x7f; {
	case n == 126 && len(p) >= 4:
		return 4 + int64(binary.BigEndian.Uint16(p[2:]))
	case n == 127 && len(p) >= 10:
		return 10 + int64(binary.BigEndian.Uint64(p[2:])&(1<<62-1))
	default:
		return 2 + int64(n)
	}
}
