package wsconn

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
)

// errEnded replaces io.EOF at the end of a connection. The library takes an io.EOF between two reads of one frame for the end of the
// message, and returns the part as if it were whole. In a compressed message it does the same for io.ErrUnexpectedEOF.
var errEnded = errors.New("the connection ended")

func read(from io.Reader, p []byte) (int, error) {
	n, err := from.Read(p)
	if errors.Is(err, io.EOF) {
		err = errEnded
	}
	return n, err
}

// eofWriter hijacks connections whose reads return errEnded.
type eofWriter struct{ http.ResponseWriter }

func (w eofWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return conn, buffers, err
	}
	return eofConn{conn}, buffers, nil
}

type eofConn struct{ net.Conn }

func (c eofConn) Read(p []byte) (int, error) { return read(c.Conn, p) }

// upgradeTransport wraps the body of the answer that becomes a connection.
type upgradeTransport struct {
	http.RoundTripper
	body *countingBody // nil until the upgrade
}

func (t *upgradeTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if conn, ok := resp.Body.(io.ReadWriteCloser); ok {
		t.body = &countingBody{ReadWriteCloser: conn}
		resp.Body = t.body
	}
	return resp, nil
}

// countingBody counts the bytes read. Its reads return errEnded.
type countingBody struct {
	io.ReadWriteCloser
	read atomic.Int64
}

func (b *countingBody) Read(p []byte) (int, error) {
	n, err := read(b.ReadWriteCloser, p)
	b.read.Add(int64(n))
	return n, err
}
