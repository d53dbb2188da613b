package secrecy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// connection is a persistent HTTP connection that keeps the bytes of the last response.
type connection struct {
	conn     net.Conn
	in       *bufio.Reader
	received []byte
}

func newConnection(conn net.Conn) *connection {
	l := &connection{conn: conn}
	l.in = bufio.NewReader(l)
	return l
}

// Read implements io.Reader, from the connection.
func (l *connection) Read(p []byte) (int, error) {
	n, err := l.conn.Read(p)
	l.received = append(l.received, p[:n]...)
	return n, err
}

// ask sends a request and reads its response. It returns more=false if the connection has ended.
func (l *connection) ask(method, path, token string, body string, has bool) (a response, more bool, err error) {
	var out strings.Builder
	_, _ = fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path)
	if token != "" {
		_, _ = fmt.Fprintf(&out, "Authorization: Bearer %s\r\n", token)
	}
	if has {
		_, _ = fmt.Fprintf(&out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	out.WriteString("\r\n" + body)
	l.received = l.received[:0]
	late := time.AfterFunc(timeout, func() { _ = l.conn.Close() })
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
	a.raw = method + " " + path + "\n" + string(withoutDate(l.received))
	return a, !res.Close, nil
}

// withoutDate removes the Date header, which depends on the real clock.
func withoutDate(raw []byte) []byte {
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
