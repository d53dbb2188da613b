package hostile

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// These are opcodes and bits of a frame's first byte (RFC 6455, 5.2).
const (
	textFrame   = 1
	binaryFrame = 2
	pingFrame   = 9
	final       = 0x80
	compressed  = 0x40 // the frame is compressed (RSV1)
)

// socket is a bare WebSocket connection, which can send what no library sends.
type socket struct {
	net.Conn
	in *bufio.Reader
}

// dial connects to the server. The connection is closed when ctx ends.
func (a *attacker) dial(ctx context.Context) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", a.host)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, nil
}

// open opens a socket at a table. It fails if the answer is not an upgrade.
func (a *attacker) open(ctx context.Context, table string) (*socket, error) {
	conn, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	s := &socket{Conn: conn, in: bufio.NewReaderSize(conn, 1<<10)}
	head := fmt.Sprintf("GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: nemeton.v1\r\nX-Forwarded-For: %s\r\n", table, a.host, a.address)
	if a.token != "" {
		head += "Authorization: Bearer " + a.token + "\r\n"
	}
	if a.compress {
		head += "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover; server_no_context_takeover\r\n"
	}
	if _, err = io.WriteString(conn, head+"\r\n"); err == nil {
		err = a.checkUpgrade(s.in)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return s, nil
}

func (a *attacker) checkUpgrade(in *bufio.Reader) error {
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	a.counters.answered(res.StatusCode)
	if res.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("refused with %d", res.StatusCode)
	}
	return nil
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
