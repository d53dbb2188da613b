package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

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

// SocketOptions are the options of a table's socket.
type SocketOptions struct {
	Since   int    // begin with the entries after this seq; below 0: begin with a snapshot
	Head    string // the short head of Since; empty: unknown
	Patch   bool   // ask for patches
	Steps   bool   // ask for patches with the view after each event
	Effects bool   // ask for the effects of moves
	Invite  string // of a private table, for spectators
	Pack    bool   // ask for compressed messages
}

// Socket opens the socket of a table. Errors: as of Dial.
func (c *Client) Socket(ctx context.Context, table string, o SocketOptions) (*Conn, error) {
	address, header := c.socketAddress(table, o)
	return Dial(ctx, Options{By: c.HTTP, Pack: o.Pack}, address, header)
}

// Events opens an event stream in place of that socket. Errors: as of DialEvents.
func (c *Client) Events(ctx context.Context, table string, o SocketOptions) (*EventStream, error) {
	address, header := c.socketAddress(table, o)
	return DialEvents(ctx, c.HTTP, address, header)
}

func (c *Client) socketAddress(table string, o SocketOptions) (address string, header http.Header) {
	query := url.Values{}
	if o.Since >= 0 {
		query.Set("since", strconv.Itoa(o.Since))
		if o.Head != "" {
			query.Set("head", o.Head)
		}
	}
	if o.Patch {
		query.Set("patch", "1")
	}
	if o.Steps {
		query.Set("steps", "1")
	}
	if o.Effects {
		query.Set("effects", "1")
	}
	if o.Invite != "" {
		query.Set("invite", o.Invite)
	}
	address = "ws" + strings.TrimPrefix(c.root(), "http") + "/api/v1/tables/" + table + "/socket"
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	header = http.Header{}
	c.identify(header)
	return address, header
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

// Closed is the code with which the server closed a socket or an event stream, from an error of Read; 0 if the connection was lost.
func Closed(err error) int {
	if closed, ok := errors.AsType[*closeError](err); ok {
		return closed.Code
	}
	return wsconn.CloseCode(err)
}
