// Package faultproxy holds proxies that delay, cut and repeat traffic on request: between clients and a server, and between a server and its
// database.
package faultproxy

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
)

// TCPProxy is a proxy in front of a store. It can cut or silence all connections, and interrupt one in the middle of a request or a response. It
// knows nothing of the protocol.
type TCPProxy struct {
	network, address string // of the server
	listener         net.Listener
	dropResponse     atomic.Bool // drop the next response: the request is executed, but its sender does not learn it
	truncateRequest  atomic.Bool // send only half of the next request
	silent           atomic.Bool // send nothing

	mu   sync.Mutex // guards the fields below
	cut  bool
	open map[net.Conn]struct{}
}

// NewTCPProxy starts a proxy in front of an address. Close ends it.
func NewTCPProxy(ctx context.Context, network, address string) (*TCPProxy, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &TCPProxy{network: network, address: address, listener: l, open: map[net.Conn]struct{}{}}
	go w.serve(context.WithoutCancel(ctx))
	return w, nil
}

// Addr is the address for clients.
func (w *TCPProxy) Addr() string { return w.listener.Addr().String() }

// Close ends the proxy and its connections.
func (w *TCPProxy) Close() {
	_ = w.listener.Close()
	w.Cut()
}

// Cut closes all connections, and every new one until Restore.
func (w *TCPProxy) Cut() { w.setCut(true) }

// Silence keeps all connections open, and accepts new ones, but drops everything that is sent until Restore. A stopped server behaves like this.
func (w *TCPProxy) Silence() { w.silent.Store(true) }

// Restore ends a cut or a silence. It closes the connections that were silent.
func (w *TCPProxy) Restore() {
	w.setCut(false)
	w.silent.Store(false)
}

func (w *TCPProxy) setCut(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for c := range w.open {
		_ = c.Close()
		delete(w.open, c)
	}
}

func (w *TCPProxy) serve(ctx context.Context) {
	for {
		from, err := w.listener.Accept()
		if err != nil {
			return
		}
		var dial net.Dialer
		to, err := dial.DialContext(ctx, w.network, w.address)
		if err != nil {
			_ = from.Close()
			continue
		}
		if !w.track(from, to) {
			continue
		}
		go forward(to, from, func(b []byte) (int, error) {
			if w.silent.Load() {
				return 0, nil
			}
			if len(b) > 1 && w.truncateRequest.CompareAndSwap(true, false) {
				return len(b) / 2, errInterrupted
			}
			return len(b), nil
		})
		go forward(from, to, func(b []byte) (int, error) {
			if w.silent.Load() {
				return 0, nil
			}
			if w.dropResponse.CompareAndSwap(true, false) {
				return 0, errInterrupted
			}
			return len(b), nil
		})
	}
}

func (w *TCPProxy) track(conns ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		if w.open[c] = struct{}{}; w.cut {
			_ = c.Close()
		}
	}
	return !w.cut
}

var errInterrupted = errors.New("connection interrupted")

// forward copies bytes, of each portion as many as limit returns, until either end closes or limit returns an error.
func forward(to, from net.Conn, limit func([]byte) (int, error)) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if errors.Is(err, io.EOF) || n == 0 && err != nil {
			return
		}
		n, broken := limit(buffer[:n])
		if _, err := to.Write(buffer[:n]); err != nil || broken != nil {
			return
		}
	}
}

// InterruptOne returns a fault that interrupts one connection in the middle of a request or of a response. About half of the interrupted
// commits are stored, and their sender does not learn it.
func InterruptOne(w *TCPProxy) func(context.Context, *rand.Rand) error {
	return func(_ context.Context, r *rand.Rand) error {
		if r.IntN(2) == 0 {
			w.dropResponse.Store(true)
		} else {
			w.truncateRequest.Store(true)
		}
		return nil
	}
}
