//go:build unix

package ws

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// securePair returns a writer over TLS on small buffers, and the client's end.
func securePair(t *testing.T) (w *connWriter, client net.Conn) {
	t.Helper()
	certificates := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(certificates.Close)
	var listen net.ListenConfig
	l := must.Return(listen.Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	defer func() { _ = l.Close() }()
	clients := make(chan net.Conn, 1)
	go func() {
		dialer := tls.Dialer{Config: certificates.Client().Transport.(*http.Transport).TLSClientConfig}
		conn, err := dialer.DialContext(t.Context(), "tcp", l.Addr().String())
		expect.Error(t, err, nil)
		clients <- conn
	}()
	conn := must.Return(Listener(l).Accept())(t)
	must.Succeed(t, conn.(*patientConn).Conn.(*net.TCPConn).SetWriteBuffer(4<<10))
	secure := tls.Server(conn, certificates.TLS)
	must.Succeed(t, secure.HandshakeContext(t.Context()))
	client = <-clients
	t.Cleanup(func() { _, _ = secure.Close(), client.Close() })
	w = &connWriter{}
	w.init(secure)
	return w, client
}

// Over TLS a large message is taken at once, too. The next one waits until it was sent, and all bytes arrive in order.
func TestPatient_TakesOneMessage(t *testing.T) {
	t.Parallel()
	w, client := securePair(t)
	first := appendFrame(nil, textByte, bytes.Repeat([]byte("0123456789abcdef"), 1<<18)) // more than the system buffers
	second := appendFrame(nil, textByte, []byte("second"))
	if left, err := w.tryWrite(first); err != nil || len(left) > 0 {
		t.Fatalf("got %d bytes left, %v; want none", len(left), err)
	}
	expect.Equal(t, len(must.Return(w.tryWrite(second))(t)), len(second))
	wrote := make(chan error, 1)
	go func() { wrote <- w.finish(second, time.Minute) }()
	got := make([]byte, len(first)+len(second))
	must.Return(io.ReadFull(client, got))(t)
	if err := <-wrote; err != nil || !bytes.Equal(got, append(first, second...)) {
		t.Errorf("the bytes are not both messages (%v)", err)
	}
	if left, err := w.tryWrite(second); err != nil || len(left) > 0 {
		t.Errorf("got %d bytes left, %v; want all written", len(left), err)
	}
}

// A client that does not read is dropped after the timeout.
func TestPatient_Timeout(t *testing.T) {
	t.Parallel()
	w, _ := securePair(t)
	must.Return(w.tryWrite(appendFrame(nil, textByte, bytes.Repeat([]byte("0123456789abcdef"), 1<<18))))(t)
	expect.Error(t, w.finish(appendFrame(nil, textByte, nil), 10*time.Millisecond), errWriteTimeout)
}
