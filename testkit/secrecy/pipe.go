package secrecy

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// pipes is a network within the process: a listener, and the way to it. The bytes are those of a true one, without the kernel's work.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{calls: make(chan net.Conn), closed: make(chan struct{})} }

// home is both ends' address: all worlds have the same.
var home = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}

// Accept implements net.Listener.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements net.Listener.
func (p *pipes) Addr() net.Addr { return home }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.calls <- atHome{theirs}:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// atHome is a connection with addresses.
type atHome struct{ net.Conn }

// LocalAddr implements net.Conn.
func (atHome) LocalAddr() net.Addr { return home }

// RemoteAddr implements net.Conn.
func (atHome) RemoteAddr() net.Addr { return home }

// line is a kept connection on which one request follows another; what comes back is kept to the byte.
type line struct {
	conn net.Conn
	in   *bufio.Reader
	came []byte
}

func newLine(conn net.Conn) *line {
	l := &line{conn: conn}
	l.in = bufio.NewReader(l)
	return l
}

// Read implements io.Reader, from the connection.
func (l *line) Read(p []byte) (int, error) {
	n, err := l.conn.Read(p)
	l.came = append(l.came, p[:n]...)
	return n, err
}

// ask sends a request and reads its answer. Where more is false, the connection is at its end.
func (l *line) ask(method, path, token string, body string, has bool) (a answer, more bool, err error) {
	var out strings.Builder
	_, _ = fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path)
	if token != "" {
		_, _ = fmt.Fprintf(&out, "Authorization: Bearer %s\r\n", token)
	}
	if has {
		_, _ = fmt.Fprintf(&out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	out.WriteString("\r\n" + body)
	l.came = l.came[:0]
	late := time.AfterFunc(patience, func() { _ = l.conn.Close() })
	defer late.Stop()
	if _, err := io.WriteString(l.conn, out.String()); err != nil {
		return a, false, err
	}
	res, err := http.ReadResponse(l.in, &http.Request{Method: method})
	if err != nil {
		return a, false, err
	}
	defer func() { _ = res.Body.Close() }()
	if a.body, err = io.ReadAll(res.Body); err != nil {
		return a, false, err
	}
	a.status = res.StatusCode
	a.all = method + " " + path + "\n" + string(undated(l.came))
	return a, !res.Close, nil
}

// undated is an answer without its date, which is of the true clock.
func undated(raw []byte) []byte {
	const date = "\r\nDate: "
	head, rest, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	if at := bytes.Index(head, []byte(date)); at >= 0 {
		end := bytes.Index(head[at+2:], []byte("\r\n"))
		if end < 0 {
			end = len(head) - at - 2
		}
		head = append(head[:at:at], head[at+2+end:]...)
	}
	return append(append(head[:len(head):len(head)], "\r\n\r\n"...), rest...)
}
