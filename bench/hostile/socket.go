package hostile

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
)

// These are opcodes and bits of a frame's first byte (RFC 6455, 5.2).
const (
	textFrame   = 1
	binaryFrame = 2
	closeFrame  = 8
	pingFrame   = 9
	final       = 0x80
	compressed  = 0x40 // the frame is compressed (RSV1)
	opcode      = 0x0f
)

// socket is a bare WebSocket connection, which can send what no library sends.
type socket struct {
	net.Conn
	in       *bufio.Reader
	counters *counters
}

// handshake describes a socket to open.
type handshake struct {
	table    string
	token    string // empty: a spectator
	since    int    // 0: none
	compress bool   // offer compression, as browsers do
}

// request returns the request that opens the socket.
func (h handshake) request(host string) string {
	query := ""
	if h.since > 0 {
		query = fmt.Sprint("?since=", h.since)
	}
	head := fmt.Sprintf("GET %s/tables/%s/socket%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: nemeton.v1\r\n", api, h.table, query, host)
	if h.token != "" {
		head += "Authorization: Bearer " + h.token + "\r\n"
	}
	if h.compress {
		head += "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover; server_no_context_takeover\r\n"
	}
	return head + "\r\n"
}

// open opens a socket and counts the answer. It fails if the answer is not an upgrade.
func (a *attacker) open(ctx context.Context, h handshake) (*socket, error) {
	a.counters.sent()
	conn, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	s := &socket{Conn: conn, in: bufio.NewReaderSize(conn, 1<<10), counters: a.counters}
	if _, err = io.WriteString(conn, h.request(a.host)); err == nil {
		err = s.readUpgrade(ctx)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *socket) readUpgrade(ctx context.Context) error {
	res, err := http.ReadResponse(s.in, nil)
	if err != nil {
		if !ended(ctx) {
			s.counters.answered(noAnswer)
		}
		return err
	}
	defer func() { _ = res.Body.Close() }()
	s.counters.status(res.StatusCode)
	if res.StatusCode == http.StatusSwitchingProtocols {
		s.counters.answered("")
		return nil
	}
	raw, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10)) // without a body the refusal has its status alone
	code := codeOf(res.StatusCode, raw)
	s.counters.answered(code)
	return refused{res.StatusCode, code}
}

// frameHeader returns the header of a client's frame, with a mask of zeros.
func frameHeader(first byte, size uint64) []byte {
	out := []byte{first}
	switch {
	case size < 126:
		out = append(out, 0x80|byte(size))
	case size < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, 0x80|126), uint16(size))
	default:
		out = binary.BigEndian.AppendUint64(append(out, 0x80|127), size)
	}
	return append(out, 0, 0, 0, 0)
}

// send sends a whole frame.
func (s *socket) send(op byte, payload []byte) error {
	_, err := s.Write(append(frameHeader(final|op, uint64(len(payload))), payload...))
	return err
}

// discard reads until the connection ends.
func (s *socket) discard() { _, _ = io.Copy(io.Discard, s.in) }
