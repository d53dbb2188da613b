// Package client is the client's end of a socket: it sends and receives messages and reports why the socket ended. It knows nothing
// of their content nor of the server, so that programs that check the server can use it.
package client

import (
	"context"
	"net/http"

	"nemeton/server/ws/wsconn"
)

// Subprotocol is the version of the protocol.
const Subprotocol = "nemeton.v1"

// readLimit is the largest message that the client accepts, in bytes: far more than any view takes.
const readLimit = 8 << 20

// Conn is the client's end of one socket. Call Read from one goroutine at a time; the other methods are safe for concurrent use.
type Conn struct{ *wsconn.Conn }

// HandshakeError means that a server answered, but the socket was not opened.
type HandshakeError = wsconn.HandshakeError

// Options are the options of Dial. The zero value suits a client that needs no compression.
type Options struct {
	By   *http.Client // nil: a default client
	Pack bool         // ask for compressed messages (permessage-deflate), as browsers do
}

// Dial opens a socket. Errors: HandshakeError if a server answered, else the reason why it could not be reached.
func Dial(ctx context.Context, o Options, url string, header http.Header) (*Conn, error) {
	conn, err := wsconn.Dial(ctx, o.By, url, header, wsconn.Options{Subprotocol: Subprotocol, Compress: o.Pack, ReadLimit: readLimit})
	if err != nil {
		return nil, err
	}
	return &Conn{conn}, nil
}

// Close closes the socket with a code and waits a moment for the other end's answer. Code 0 drops the connection without a close
// frame, as a lost network does.
func (c *Conn) Close(code int) error { return c.Conn.Close(code, "") }

// Closed is the code in the server's close frame, from an error of Read; 0 if the connection was lost.
func Closed(err error) int { return wsconn.CloseCode(err) }
