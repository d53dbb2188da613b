package ws

import (
	"bufio"
	"context"
	"net"
	"net/http"

	"golang.org/x/time/rate"
)

// Rate limit of the answers to pings, per second. Browsers send no pings, and other clients send few.
const (
	pongRate  = 10
	pongBurst = 50
)

// pongByte is the first byte of a WebSocket frame that answers a ping.
const pongByte = 0x8a

// throttledWriter hijacks the connection of a connWriterHijacker and throttles its reads.
type throttledWriter struct {
	http.ResponseWriter
	bytes int // per second
}

// Hijack implements http.Hijacker.
func (w throttledWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	// The buffers are empty: connWriterHijacker made them.
	open, end := context.WithCancel(context.Background())
	throttled := &throttledConn{
		Conn: conn, end: end,
		in: rate.NewLimiter(rate.Limit(w.bytes), 2*w.bytes), pongs: rate.NewLimiter(pongRate, pongBurst),
		wait: func(limiter *rate.Limiter, n int) { _ = limiter.WaitN(open, n) }, // returns early once the connection is closed
	}
	return throttled, smallBuffers(throttled), nil
}

// throttledConn limits the bytes that are read from a client per second, pings and partial messages included. Excess data stays in
// the client's buffers. A client within the limit never waits.
type throttledConn struct {
	net.Conn
	in, pongs *rate.Limiter
	wait      func(limiter *rate.Limiter, n int)
	end       context.CancelFunc
}

// maxRead is the largest read in bytes; it keeps one read within the burst.
const maxRead = 4 << 10

// Read implements io.Reader.
func (c *throttledConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(len(p), maxRead)])
	c.wait(c.in, n)
	return n, err
}

// Write delays only answers to pings. The library writes them on the reading goroutine, so reading is delayed with them.
func (c *throttledConn) Write(p []byte) (int, error) {
	if len(p) > 0 && p[0] == pongByte {
		c.wait(c.pongs, 1)
	}
	return c.Conn.Write(p)
}

// Close also ends waits.
func (c *throttledConn) Close() error {
	c.end()
	return c.Conn.Close()
}
