package traffic

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"nemeton/client"
)

// Parts of a WebSocket frame's first two bytes (RFC 6455, 5.2).
const (
	finalBit      = 0x80
	compressedBit = 0x40
	maskBit       = 0x80
	opcodeMask    = 0x0f

	opText  = 1
	opClose = 8
	opPing  = 9
	opPong  = 10
)

const (
	// maxMessage is the largest message in bytes that a viewer accepts.
	maxMessage = 8 << 20
	// dialTimeout is the timeout of a handshake.
	dialTimeout = 30 * time.Second
	// offer is the extension offer of a browser.
	offer = "permessage-deflate; client_max_window_bits"
)

// conn is a viewer's WebSocket connection. It does less than a library: no checks of a server that is trusted, and no goroutine or allocation
// per message. So the load generator leaves the processors to the server.
type conn struct {
	net    net.Conn
	in     *bufio.Reader
	wire   int64    // bytes received since the handshake
	inflow *inflate // nil: compression was not agreed
	frame  []byte   // payload of the message that is being read; reused
	stop   func() bool

	mu  sync.Mutex // guards writes
	out []byte     // frame that is being written; reused
}

// dial opens a socket. It ends when ctx does.
func dial(ctx context.Context, at Endpoint, compress bool, readBuffer int) (*conn, error) {
	u, err := url.Parse(at.URL)
	if err != nil {
		return nil, err
	}
	tcp, err := dialNet(ctx, u)
	if err != nil {
		return nil, err
	}
	c := &conn{net: tcp, in: bufio.NewReaderSize(tcp, readBuffer)}
	c.stop = context.AfterFunc(ctx, func() { _ = tcp.Close() })
	if err := c.handshake(u, at.Header, compress); err != nil {
		c.close()
		return nil, fmt.Errorf("open a socket: %w", err)
	}
	return c, nil
}

// dialNet connects to the host of a ws or wss address.
func dialNet(ctx context.Context, u *url.URL) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: dialTimeout}
	port := func(usual string) string {
		if p := u.Port(); p != "" {
			return p
		}
		return usual
	}
	if u.Scheme == "wss" {
		return (&tls.Dialer{NetDialer: dialer}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port("443")))
	}
	return dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port("80")))
}

func (c *conn) handshake(u *url.URL, header http.Header, compress bool) error {
	_ = c.net.SetDeadline(time.Now().Add(dialTimeout))
	var key [16]byte
	_, _ = rand.Read(key[:]) // never fails
	r := &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "http", Host: u.Host, Path: u.Path, RawQuery: u.RawQuery}, Header: header.Clone()}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": base64.StdEncoding.EncodeToString(key[:]), "Sec-WebSocket-Protocol": client.Subprotocol,
	} {
		r.Header.Set(name, value)
	}
	if compress {
		r.Header.Set("Sec-WebSocket-Extensions", offer)
	}
	if err := r.Write(c.net); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.in, r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("the server answered %s", res.Status)
	}
	if agreed := res.Header.Get("Sec-WebSocket-Extensions"); strings.HasPrefix(agreed, "permessage-deflate") {
		c.inflow = newInflate(!strings.Contains(agreed, "server_no_context_takeover"))
	}
	return c.net.SetDeadline(time.Time{})
}

// close drops the connection.
func (c *conn) close() {
	c.stop()
	_ = c.net.Close()
}

// read waits for the next message and returns it. The bytes are valid until the next call.
func (c *conn) read() ([]byte, error) {
	c.frame = c.frame[:0]
	for compressed := false; ; {
		first, n, err := c.header()
		if err != nil {
			return nil, err
		}
		op := first & opcodeMask
		if op >= opClose {
			if err := c.control(op, n); err != nil {
				return nil, err
			}
			continue
		}
		compressed = compressed || first&compressedBit != 0
		have := len(c.frame)
		if uint64(have)+n > maxMessage {
			return nil, errors.New("a message is too large")
		}
		c.frame = append(c.frame, make([]byte, n)...)
		if _, err := io.ReadFull(c.in, c.frame[have:]); err != nil {
			return nil, err
		}
		switch {
		case first&finalBit == 0:
			continue
		case !compressed:
			return c.frame, nil
		case c.inflow == nil:
			return nil, errors.New("the server compressed a message without an agreement")
		}
		return c.inflow.message(c.frame)
	}
}

// discard reads until the connection ends, and answers pings.
func (c *conn) discard() {
	for {
		first, n, err := c.header()
		switch op := first & opcodeMask; {
		case err != nil:
			return
		case op >= opClose:
			err = c.control(op, n)
		default:
			_, err = io.CopyN(io.Discard, c.in, int64(n))
		}
		if err != nil {
			return
		}
	}
}

// header reads the header of a frame: its first byte, and the length of the payload.
func (c *conn) header() (first byte, n uint64, err error) {
	head, err := c.in.Peek(2)
	if err != nil {
		return 0, 0, err
	}
	first, size := head[0], 2
	switch n = uint64(head[1]); {
	case n >= maskBit:
		return 0, 0, errors.New("the server masked a frame")
	case n == 126:
		size = 4
	case n == 127:
		size = 10
	}
	if head, err = c.in.Peek(size); err != nil {
		return 0, 0, err
	}
	switch size {
	case 4:
		n = uint64(binary.BigEndian.Uint16(head[2:]))
	case 10:
		n = binary.BigEndian.Uint64(head[2:])
	}
	_, _ = c.in.Discard(size) // cannot fail for buffered bytes
	c.wire += int64(size) + int64(n)
	return first, n, nil
}

// control reads and answers a control frame.
func (c *conn) control(op byte, n uint64) error {
	var payload [125]byte
	if n > uint64(len(payload)) {
		return errors.New("a control frame is too long")
	}
	if _, err := io.ReadFull(c.in, payload[:n]); err != nil {
		return err
	}
	switch {
	case op == opPing:
		return c.send(opPong, payload[:n])
	case op == opClose && n >= 2:
		return &closed{int(binary.BigEndian.Uint16(payload[:2])), string(payload[2:n])}
	case op == opClose:
		return errors.New("the server closed the socket")
	}
	return nil
}

// closed is the error of a socket that the server closed.
type closed struct {
	code   int
	reason string
}

func (c *closed) Error() string {
	return fmt.Sprintf("the server closed the socket: %d %s", c.code, c.reason)
}

func (c *conn) write(message []byte) error { return c.send(opText, message) }

// send writes one frame. The key of its mask is zero, which leaves the payload as it is.
func (c *conn) send(op byte, payload []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = append(c.out[:0], finalBit|op)
	switch n := len(payload); {
	case n < 126:
		c.out = append(c.out, maskBit|byte(n))
	case n < 1<<16:
		c.out = binary.BigEndian.AppendUint16(append(c.out, maskBit|126), uint16(n))
	default:
		c.out = binary.BigEndian.AppendUint64(append(c.out, maskBit|127), uint64(n))
	}
	c.out = append(append(c.out, 0, 0, 0, 0), payload...)
	_, err := c.net.Write(c.out)
	return err
}
