// Package client is the calling end of a socket: frames out, frames in, and why it ended. It knows nothing of what is in
// them, and nothing of the server that it reaches, so that a program that checks the server can use it.
package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"nhooyr.io/websocket"

	"nemeton/server/ws/eof"
)

// Subprotocol is the version of the protocol that sockets speak.
const Subprotocol = "nemeton.v1"

// readLimit bounds one frame from the server, in bytes: a guard against a server gone mad, far above any view.
const readLimit = 8 << 20

// Conn is the calling end of one socket. Read from one goroutine; Write and Close from any.
type Conn struct {
	conn *websocket.Conn
	body *body
}

// HandshakeError is a server that answered, but with something other than a socket.
type HandshakeError struct {
	Status int // HTTP status; 0 where the socket opened without the subprotocol
	Err    error
}

// Error implements error.
func (e *HandshakeError) Error() string {
	return fmt.Sprintf("no socket (HTTP status %d): %v", e.Status, e.Err)
}

// Unwrap gives the cause.
func (e *HandshakeError) Unwrap() error { return e.Err }

// Dial opens a socket. Errors: HandshakeError where a server answered, else what kept it from being reached.
func Dial(ctx context.Context, url string, header http.Header) (*Conn, error) {
	return DialWith(ctx, Options{}, url, header)
}

// Options are what a socket is opened with.
type Options struct {
	By   *http.Client // nil: the usual one
	Pack bool         // ask for packed frames (permessage-deflate), as browsers do
}

// DialWith is Dial with options.
func DialWith(ctx context.Context, o Options, url string, header http.Header) (*Conn, error) {
	way := upgrades{RoundTripper: http.DefaultTransport}
	by := http.Client{}
	if o.By != nil {
		by = *o.By
		way.RoundTripper = cmp.Or(o.By.Transport, way.RoundTripper)
	}
	by.Transport = &way
	mode := websocket.CompressionDisabled
	if o.Pack {
		mode = websocket.CompressionNoContextTakeover
	}
	conn, resp, err := websocket.Dial(ctx, url, &websocket.DialOptions{ //nolint:bodyclose // the library says: never needed
		HTTPClient:      &by,
		HTTPHeader:      header,
		Subprotocols:    []string{Subprotocol},
		CompressionMode: mode,
	})
	if err != nil {
		if resp != nil {
			return nil, &HandshakeError{Status: resp.StatusCode, Err: err}
		}
		return nil, err
	}
	if conn.Subprotocol() != Subprotocol {
		_ = conn.CloseNow()
		return nil, &HandshakeError{Err: errors.New("the server does not speak " + Subprotocol)}
	}
	conn.SetReadLimit(readLimit)
	return &Conn{conn, way.to}, nil
}

// upgrades makes the one request that becomes a socket.
type upgrades struct {
	http.RoundTripper
	to *body // nil: it has not
}

// RoundTrip implements http.RoundTripper.
func (u *upgrades) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := u.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if conn, ok := resp.Body.(io.ReadWriteCloser); ok {
		u.to = &body{ReadWriteCloser: conn}
		resp.Body = u.to
	}
	return resp, nil
}

// body is the connection that an answer has become.
type body struct {
	io.ReadWriteCloser
	read atomic.Int64
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := eof.Read(b.ReadWriteCloser, p)
	b.read.Add(int64(n))
	return n, err
}

// Received is how many bytes came since the handshake, as they were on the wire.
func (c *Conn) Received() int64 { return c.body.read.Load() }

// Read waits for the next frame. After an error the socket is gone; Closed tells why.
func (c *Conn) Read(ctx context.Context) ([]byte, error) {
	kind, frame, err := c.conn.Read(ctx)
	if err == nil && kind != websocket.MessageText {
		return nil, errors.New("a binary frame")
	}
	return frame, err
}

// Write sends one text frame.
func (c *Conn) Write(ctx context.Context, frame []byte) error {
	return c.conn.Write(ctx, websocket.MessageText, frame)
}

// Close ends the socket with a code, and waits a moment for the other end to agree. Code 0 drops the connection
// without a word, as a lost network does.
func (c *Conn) Close(code int) error {
	if code == 0 {
		return c.conn.CloseNow()
	}
	return c.conn.Close(websocket.StatusCode(code), "")
}

// Closed is the code with which the other end closed, as Read's error tells it; 0 where the connection was lost.
func Closed(err error) int {
	return max(0, int(websocket.CloseStatus(err)))
}
