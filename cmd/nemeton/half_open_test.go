package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/limit"
	"nemeton/testkit/expect"
)

// Hundreds of connections of one address that never send a complete request do not keep others out. The excess is closed at once.
func TestApp_HalfOpen(t *testing.T) {
	t.Parallel()
	const most, all = 50, 400
	r := start(t, database(t), func(c *wiring.Config) { c.Limits = limit.Limits{AddressConnections: most} })
	from := func(address string) (net.Conn, error) {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
		return d.DialContext(context.Background(), "tcp", strings.TrimPrefix(r.url, "http://"))
	}
	if probe, err := from("127.0.0.2"); err != nil {
		t.Skipf("this system has one loopback address: %v", err)
	} else {
		_ = probe.Close()
	}
	conns, closed := make([]net.Conn, 0, all), make(chan error, all)
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range all {
		conn, err := from("127.0.0.2")
		if err != nil {
			continue // reset before it was established here
		}
		conns = append(conns, conn)
		begun := []string{"", "GET /api/v1/titles HTTP/1.1\r\nHost: localhost\r\nX-A: ", "\x16\x03\x01\x02\x00\x01"}[i%3] // nothing, half a header, half a TLS handshake
		_, _ = io.WriteString(conn, begun)
		go func() {
			_, err := io.Copy(io.Discard, conn)
			closed <- err
		}()
	}
	late := time.After(hangs)
	for range len(conns) - most {
		select {
		case <-closed:
		case <-late:
			t.Fatal("the excess was not closed")
		}
	}
	expect.Equal(t, expect.First(ask(t, "GET", r.url+"/api/v1/titles", "", nil, nil)), 200, "another address")
	refused := 0
	_, text := ask(t, "GET", r.admin+"/metrics", "", nil, nil)
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, `nemeton_limited_total{limit="address_connections"} `); found {
			refused, _ = strconv.Atoi(strings.TrimSpace(value))
		}
	}
	if refused < len(conns)-most-1 { // the probe may still count
		t.Errorf("the metrics count %d refusals, want %d", refused, len(conns)-most)
	}
	for _, c := range conns {
		_ = c.Close()
	}
	for deadline := time.Now().Add(hangs); ; { // the server learns of the ends a moment later
		if conn, err := from("127.0.0.2"); err == nil {
			_, _ = fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			answer, _ := io.ReadAll(conn)
			_ = conn.Close()
			if strings.HasPrefix(string(answer), "HTTP/1.1 200") {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the address is still refused after it closed its connections")
		}
	}
}
