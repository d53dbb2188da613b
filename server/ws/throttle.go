package ws

import (
	"bufio"
	"context"
	"net"
	"net/http"

	"golang.org/x/time/rate"
)

// Answers to pings a second: a browser sends no pings, other clients one now and then.
const (
	pongRate  = 10
	pongBurst = 50
)

// pong is the first byte of the frame that answers a ping.
const pong = 0x8a

// pacedWriter hands out the connection of an outletWriter with a brake on it.
type pacedWriter struct {
	http.ResponseWriter
	bytes int
}

// Hijack takes the connection over, paced.
func (w pacedWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	// Nothing is in the buffers: they are those of an outletWriter.
	open, end := context.WithCancel(context.Background())
	paced := &pacedConn{
		Conn: conn, end: end,
		in: rate.NewLimiter(rate.Limit(w.bytes), 2*w.bytes), pongs: rate.NewLimiter(pongRate, pongBurst),
		rest: func(pace *rate.Limiter, n int) { _ = pace.WaitN(open, n) }, // ends early where the connection is closed
	}
	return paced, small(paced), nil
}

// pacedConn is a connection of which no more is read than a client may send: what comes faster, pings and halves of frames included, waits on the
// other side. Whoever keeps within it never waits.
type pacedConn struct {
	net.Conn
	in, pongs *rate.Limiter
	rest      func(pace *rate.Limiter, n int)
	end       context.CancelFunc
}

// readAtMost keeps one read within the burst.
const readAtMost = 4 << 10

func (c *pacedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(len(p), readAtMost)])
	c.rest(c.in, n)
	return n, err
}

// Write holds back answers to pings alone: they are written by the side that reads, which waits with them.
func (c *pacedConn) Write(p []byte) (int, error) {
	if len(p) > 0 && p[0] == pong {
		c.rest(c.pongs, 1)
	}
	return c.Conn.Write(p)
}

// Close ends the waiting, too.
func (c *pacedConn) Close() error {
	c.end()
	return c.Conn.Close()
}
