package play

import (
	"context"
	"errors"
	"net/http"
	"time"

	"nemeton/client"
)

// message is one message with its time of arrival.
type message struct {
	raw      []byte
	received time.Time
}

// connection is a socket, or an event stream with commands by REST.
type connection interface {
	Read(ctx context.Context) ([]byte, error)
	Write(ctx context.Context, message []byte) error
	Close(code int) error
}

// socket is one connection with its reader.
type socket struct {
	conn     connection
	messages chan message // closed when the connection has ended; err holds the reason then
	err      error
	cancel   context.CancelFunc
}

// form is the form of the updates that a socket asks for.
type form int

// The forms.
const (
	inFull form = iota
	asPatches
	withSteps // as patches, with the view after each event
)

// handshake holds the parameters of a new socket.
type handshake struct {
	token, invite string
	since         int    // below 0: start with a snapshot
	head          string // of since; empty: unknown
	form          form
}

// dial opens a socket of the table at a node.
func (d *restClient) dial(ctx context.Context, node int, table string, h handshake) (*socket, error) {
	opening, cancel := context.WithTimeout(ctx, d.opts.Timeout)
	defer cancel()
	viewer := client.Client{URL: d.nodes.url(node), Token: h.token}
	options := client.SocketOptions{Since: h.since, Head: h.head, Patch: h.form == asPatches, Steps: h.form == withSteps, Invite: h.invite, Pack: true}
	var conn connection
	var err error
	if d.opts.Events {
		conn, err = viewer.Events(opening, table, options)
	} else {
		conn, err = viewer.Socket(opening, table, options)
	}
	if err != nil {
		return nil, err
	}
	reading, cancel := context.WithCancel(ctx)
	s := &socket{conn: conn, messages: make(chan message, 1024), cancel: cancel}
	go s.readLoop(reading)
	return s, nil
}

func (s *socket) readLoop(ctx context.Context) {
	defer close(s.messages)
	for {
		raw, err := s.conn.Read(ctx)
		if err != nil {
			s.err = err
			return
		}
		select {
		case s.messages <- message{raw, time.Now()}:
		case <-ctx.Done():
			s.err = ctx.Err()
			return
		}
	}
}

// close closes the socket with a code. Code 0 drops the connection, as a lost network does.
func (s *socket) close(code int) {
	_ = s.conn.Close(code)
	s.cancel()
	for range s.messages { // until the reader has ended
	}
}

// rejectedHandshake reports whether the server refused a socket for good, with the HTTP status.
func rejectedHandshake(err error) (status int, refused bool) {
	var handshake *client.HandshakeError
	if !errors.As(err, &handshake) {
		return 0, false
	}
	return handshake.Status, !isTransient(handshake.Status, "") && handshake.Status != http.StatusOK
}
