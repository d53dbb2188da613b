// Package pipenet is a network inside the process, for tests that need no real one. It works under testing/synctest.
package pipenet

import (
	"context"
	"net"
	"sync"
)

// Network is a network inside the process: a listener and its dialer. It is faster than a real network, with the same bytes.
type Network struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// New makes a network.
func New() *Network {
	return &Network{dialed: make(chan net.Conn), closed: make(chan struct{})}
}

// pipeAddr is the address of both ends, the same for all servers.
var pipeAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}

func (p *Network) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialed:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *Network) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *Network) Addr() net.Addr { return pipeAddr }

// Dial connects to the listener; it has the form of net.Dialer.DialContext.
func (p *Network) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.dialed <- addressedConn{theirs}:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// addressedConn is a connection with addresses.
type addressedConn struct{ net.Conn }

func (addressedConn) LocalAddr() net.Addr { return pipeAddr }

func (addressedConn) RemoteAddr() net.Addr { return pipeAddr }
