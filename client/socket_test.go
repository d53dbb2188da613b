package client_test

import (
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"nemeton/client"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A part of a message is an error if the connection ends between two reads of it.
func TestClient_ConnectionEndsInsideMessage(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.Close() }()
		accepted := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) // RFC 6455, 4.2.2
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: %s\r\n"+
			"Sec-WebSocket-Accept: %s\r\n\r\n", client.Subprotocol, base64.StdEncoding.EncodeToString(accepted[:]))
		_, _ = conn.Write(append([]byte{0x81, 126, 0x03, 0xe8}, make([]byte, 512)...))
	}))
	defer server.Close()
	conn := must.Return(client.Dial(t.Context(), client.Options{}, server.URL, nil))(t)
	if frame, err := conn.Read(t.Context()); err == nil {
		t.Errorf("got a message of %d bytes, want an error", len(frame))
	}
}

// A server whose answer never ends does not fill the memory of its caller.
func TestClient_EndlessAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, err := w.Write(nil); err == nil; {
			_, err = w.Write(make([]byte, 1<<20))
		}
	}))
	defer server.Close()
	c := client.Client{URL: server.URL}
	expect.Failure(t, expect.Second(c.Call(t.Context(), http.MethodGet, "/tables", nil, nil)), "an endless answer was accepted")
}

// The address of a server may end in a slash, as browsers show it.
func TestClient_AddressEndsInSlash(t *testing.T) {
	t.Parallel()
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		w.WriteHeader(http.StatusTeapot)
	}))
	defer server.Close()
	_, _, _ = client.NewGuest(t.Context(), server.URL+"/", "Ada")
	_, _ = (&client.Client{URL: server.URL + "/"}).Socket(t.Context(), "T", client.SocketOptions{})
	expect.Slice(t, paths, []string{"/api/v1/players", "/api/v1/tables/T/socket"}, "requests")
}
