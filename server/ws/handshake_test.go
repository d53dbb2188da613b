package ws_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A request that is not a valid handshake is refused with a status.
func TestHandshake_Refusals(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	id := h.Running(h.registry, 2)
	valid := []string{"Host: x", "Connection: keep-alive, Upgrade", "Upgrade: WebSocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="}
	for change, want := range map[string]int{
		"":                              http.StatusSwitchingProtocols,
		"Connection: close":             http.StatusUpgradeRequired,
		"Upgrade: h2c":                  http.StatusUpgradeRequired,
		"Sec-WebSocket-Version: 8":      http.StatusBadRequest,
		"Sec-WebSocket-Key: AAAA":       http.StatusBadRequest,
		"Sec-WebSocket-Key: no base 64": http.StatusBadRequest,
	} {
		name, _, _ := strings.Cut(change, ":")
		request := fmt.Sprintf("GET /api/v1/tables/%s/socket HTTP/1.1\r\n", id)
		for _, line := range valid {
			if change == "" || !strings.HasPrefix(line, name+":") {
				request += line + "\r\n"
			}
		}
		if change != "" {
			request += change + "\r\n"
		}
		expect.Equal(t, h.status(request+"\r\n"), want, change)
	}
}

// status sends a request as it is and returns the status of the answer.
func (h testServer) status(request string) int {
	h.t.Helper()
	var dialer net.Dialer
	conn := must.Return(dialer.DialContext(h.context(), "tcp", strings.TrimPrefix(h.url, "http://")))(h.t)
	defer func() { _ = conn.Close() }()
	must.Return(io.WriteString(conn, request))(h.t)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	must.Succeed(h.t, err)
	_ = res.Body.Close()
	return res.StatusCode
}
