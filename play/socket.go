package play

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nemeton/server/ws/client"
)

// message is one frame with the time it came.
type message struct {
	raw      []byte
	received time.Time
}

// socket is one connection with its reader.
type socket struct {
	conn     *client.Conn
	messages chan message // closed when the connection is gone; why tells the reason then
	err      error
	cancel   context.CancelFunc
}

// handshake says how a socket is opened.
type handshake struct {
	token, invite string
	since         int // below 0: from a snapshot
	patch         bool
}

// dial opens a socket of the table at a node.
func (d *restClient) dial(ctx context.Context, node int, table string, h handshake) (*socket, error) {
	query := url.Values{}
	if h.since >= 0 {
		query.Set("since", strconv.Itoa(h.since))
	}
	if h.patch {
		query.Set("patch", "1")
	}
	if h.invite != "" {
		query.Set("invite", h.invite)
	}
	header := http.Header{}
	if h.token != "" {
		header.Set("Authorization", "Bearer "+h.token)
	}
	address := "ws" + strings.TrimPrefix(d.nodes.url(node), "http") + "/api/v1/tables/" + table + "/socket"
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	opening, cancel := context.WithTimeout(ctx, d.opts.Timeout)
	defer cancel()
	conn, err := client.DialWith(opening, client.Options{Pack: true}, address, header)
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

// end closes the socket: with code 0 as a lost network does.
func (s *socket) close(code int) {
	_ = s.conn.Close(code)
	s.cancel()
	for range s.messages { // until the reader is done
	}
}

// rejectedHandshake tells whether a socket was refused for good, by the answer to its opening.
func rejectedHandshake(err error) (status int, refused bool) {
	var handshake *client.HandshakeError
	if !errors.As(err, &handshake) {
		return 0, false
	}
	return handshake.Status, !isTransient(handshake.Status, "") && handshake.Status != http.StatusOK
}
