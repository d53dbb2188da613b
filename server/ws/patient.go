package ws

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"syscall"
)

// Listener returns a listener for servers with TLS of their own. A write of TLS cannot be broken off and continued, so below TLS the sockets' connections
// take all bytes at once. Otherwise each message of each socket would need a goroutine that may block.
func Listener(l net.Listener) net.Listener {
	if !nonBlocking {
		return l
	}
	return patientListener{l}
}

type patientListener struct{ net.Listener }

func (l patientListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c, ok := conn.(syscall.Conn)
	if !ok {
		return conn, nil
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return conn, nil //nolint:nilerr // a conn that blocks will do
	}
	p := &patientConn{Conn: conn, raw: raw}
	p.changed.L = &p.mu
	return p, nil
}

// patientConn is a connection whose writes block until begin. From then on it keeps the bytes that the network does not take, and a goroutine sends them.
// Callers bound them: they write only while it is not busy.
type patientConn struct {
	net.Conn
	raw syscall.RawConn

	mu      sync.Mutex // guards all below
	changed sync.Cond  // of kept and err
	begun   bool
	kept    []byte // being sent
	err     error  // of sending kept bytes
}

func (p *patientConn) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = true
}

func (p *patientConn) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.begun {
		p.mu.Unlock() // reads of the handshake must not wait for it
		defer p.mu.Lock()
		return p.Conn.Write(b)
	}
	if p.err != nil {
		return 0, p.err
	}
	if len(p.kept) > 0 {
		p.kept = append(p.kept, b...)
		return len(b), nil
	}
	n, err := 0, error(nil)
	closed := p.raw.Write(func(fd uintptr) bool {
		n, err = writeOnce(fd, b)
		return true
	})
	if n = max(n, 0); closed != nil || err != nil && !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR) {
		return n, errors.Join(closed, err)
	}
	if n < len(b) {
		p.kept = bytes.Clone(b[n:])
		go p.send()
	}
	return len(b), nil
}

// send sends the kept bytes until none are left.
func (p *patientConn) send() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.kept) > 0 && p.err == nil {
		part := p.kept
		p.mu.Unlock()
		_, err := p.Conn.Write(part)
		p.mu.Lock()
		if p.kept, p.err = p.kept[len(part):], err; len(p.kept) == 0 {
			p.kept = nil
		}
	}
	p.changed.Broadcast()
}

func (p *patientConn) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.kept) > 0
}

// wait waits until no bytes are kept, or sending them failed.
func (p *patientConn) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.kept) > 0 && p.err == nil {
		p.changed.Wait()
	}
	return p.err
}
