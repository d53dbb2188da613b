package limit

import (
	"net"
	"net/netip"
	"sync"
)

// Listener returns a listener that limits the open connections of each address. Every accepted connection counts until it is closed: also
// before its first request is complete, and as a socket. A connection above the limit is closed at once. Connections from addresses for which
// exempt returns true do not count, because a proxy has the connections of all its clients.
func (l *Limiter) Listener(inner net.Listener, exempt func(netip.Addr) bool) net.Listener {
	if l.limits.AddressConnections <= 0 {
		return inner
	}
	return &listener{inner, l, exempt}
}

type listener struct {
	net.Listener
	limiter *Limiter
	exempt  func(netip.Addr) bool
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		conn, isTCP := accepted.(*net.TCPConn)
		if !isTCP {
			return accepted, nil
		}
		peer, isTCP := conn.RemoteAddr().(*net.TCPAddr)
		if !isTCP {
			_ = conn.Close() // the peer has gone already
			continue
		}
		address := peer.AddrPort().Addr().Unmap().WithZone("")
		if l.exempt(address) {
			return conn, nil
		}
		leave, ok := l.limiter.Connection(address)
		if !ok {
			_ = conn.SetLinger(0) // a reset leaves no state of a closed connection behind
			_ = conn.Close()
			continue
		}
		return &countedConn{TCPConn: conn, leave: sync.OnceFunc(leave)}, nil
	}
}

// countedConn is a connection that counts until it is closed. It embeds the TCP connection, whose faster ways to write net/http and the sockets use.
type countedConn struct {
	*net.TCPConn
	leave func()
}

func (c *countedConn) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}
