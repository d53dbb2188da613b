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

// frame is one frame with the time it came.
type frame struct {
	raw []byte
	at  time.Time
}

// socket is one connection with its reader.
type socket struct {
	conn   *client.Conn
	frames chan frame // closed when the connection is gone; why tells the reason then
	why    error
	cancel context.CancelFunc
}

// hello says how a socket is opened.
type hello struct {
	token, invite string
	since         int // below 0: from a snapshot
	patch         bool
}

// dial opens a socket of the table at a node.
func (d *restClient) dial(ctx context.Context, node int, table string, h hello) (*socket, error) {
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
	s := &socket{conn: conn, frames: make(chan frame, 1024), cancel: cancel}
	go s.read(reading)
	return s, nil
}

func (s *socket) read(ctx context.Context) {
	defer close(s.frames)
	for {
		raw, err := s.conn.Read(ctx)
		if err != nil {
			s.why = err
			return
		}
		select {
		case s.frames <- frame{raw, time.Now()}:
		case <-ctx.Done():
			s.why = ctx.Err()
			return
		}
	}
}

// end closes the socket: with code 0 as a lost network does.
func (s *socket) end(code int) {
	_ = s.conn.Close(code)
	s.cancel()
	for range s.frames { // until the reader is done
	}
}

// refusedSocket tells whether a socket was refused for good, by the answer to its opening.
func refusedSocket(err error) (status int, refused bool) {
	var no *client.HandshakeError
	if !errors.As(err, &no) {
		return 0, false
	}
	return no.Status, !passing(no.Status, "") && no.Status != http.StatusOK
}
