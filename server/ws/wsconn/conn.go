// Package wsconn is the only package that imports the WebSocket library: connections of both ends, with text messages, pings and
// close codes. To use another library, change this package alone.
//
// It also corrects the library's treatment of a connection that ends inside a message; see eof.go.
package wsconn

import (
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	"nhooyr.io/websocket"
)

// ErrBinary means that the other end sent a binary message.
var ErrBinary = errors.New("got a binary message, want text")

// Conn is one WebSocket connection. Call Read from one goroutine at a time; the other methods are safe for concurrent use.
type Conn struct {
	conn     *websocket.Conn
	received *atomic.Int64 // nil: not counted
}

// Options are the options of both ends.
type Options struct {
	Subprotocol string
	Compress    bool  // agree on permessage-deflate without context takeover if the other end does too
	Threshold   int   // smallest message in bytes that Write compresses; 0: the library's default
	ReadLimit   int64 // largest message that Read accepts, in bytes; a larger one ends the connection with code 1009; required
}

func (o Options) mode() websocket.CompressionMode {
	if o.Compress {
		// With context takeover, the window of each connection would need more memory than the rest of the connection.
		return websocket.CompressionNoContextTakeover
	}
	return websocket.CompressionDisabled
}

// Accept upgrades a request. It refuses browsers from another origin. On an error it has answered the request.
func Accept(w http.ResponseWriter, r *http.Request, o Options) (*Conn, error) {
	conn, err := websocket.Accept(eofWriter{w}, r, &websocket.AcceptOptions{
		Subprotocols: []string{o.Subprotocol}, CompressionMode: o.mode(), CompressionThreshold: o.Threshold,
	})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(o.ReadLimit)
	return &Conn{conn: conn}, nil
}

// HandshakeError means that a server answered, but the connection was not opened.
type HandshakeError struct {
	Status int // HTTP status; 0 if the server opened a connection without the subprotocol
	Err    error
}

func (e *HandshakeError) Error() string {
	return fmt.Sprintf("no socket (HTTP status %d): %v", e.Status, e.Err)
}

func (e *HandshakeError) Unwrap() error { return e.Err }

// Dial opens a connection; a nil client means a default one. Errors: HandshakeError if a server answered, else the reason why it
// could not be reached.
func Dial(ctx context.Context, client *http.Client, url string, header http.Header, o Options) (*Conn, error) {
	var c http.Client
	if client != nil {
		c = *client
	}
	t := &upgradeTransport{RoundTripper: http.DefaultTransport}
	if c.Transport != nil {
		t.RoundTripper = c.Transport
	}
	c.Transport = t
	conn, resp, err := websocket.Dial(ctx, url, &websocket.DialOptions{ //nolint:bodyclose // the library says: never needed
		HTTPClient: &c, HTTPHeader: header, Subprotocols: []string{o.Subprotocol}, CompressionMode: o.mode(), CompressionThreshold: o.Threshold,
	})
	if err != nil && resp != nil {
		return nil, &HandshakeError{Status: resp.StatusCode, Err: err}
	}
	if err != nil {
		return nil, err
	}
	if conn.Subprotocol() != o.Subprotocol {
		_ = conn.CloseNow()
		return nil, &HandshakeError{Err: errors.New("the server does not support " + o.Subprotocol)}
	}
	conn.SetReadLimit(o.ReadLimit)
	return &Conn{conn: conn, received: &t.body.read}, nil
}

// Received is the number of bytes received since the handshake of a dialed connection, as they were on the wire.
func (c *Conn) Received() int64 { return c.received.Load() }

// Read waits for the next text message and returns it. It returns ErrBinary for a binary message. After any other error the
// connection is closed; CloseCode returns the reason.
func (c *Conn) Read(ctx context.Context) ([]byte, error) {
	kind, message, err := c.conn.Read(ctx)
	if err == nil && kind != websocket.MessageText {
		return nil, ErrBinary
	}
	return message, err
}

func (c *Conn) Write(ctx context.Context, message []byte) error {
	return c.conn.Write(ctx, websocket.MessageText, message)
}

// Ping sends a ping and waits for its answer. Another goroutine must be reading.
func (c *Conn) Ping(ctx context.Context) error { return c.conn.Ping(ctx) }

// Close closes the connection with a code and waits a moment for the other end's answer. Code 0 drops the connection without a close
// frame, as a lost network does.
func (c *Conn) Close(code int, reason string) error {
	if code == 0 {
		return c.conn.CloseNow()
	}
	return c.conn.Close(websocket.StatusCode(code), reason)
}

// Corrupt reports whether an error of Read means that a compressed message could not be decompressed.
func Corrupt(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt)
}

// CloseCode is the code in the other end's close frame, from an error of Read; 0 if the connection was lost.
func CloseCode(err error) int { return max(0, int(websocket.CloseStatus(err))) }
