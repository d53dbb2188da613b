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
	"time"

	"nemeton/play/torture"
)

// TCPProxy is a way to a store that can be cut and mended, and that breaks in the midst of an answer when told. It knows nothing of what passes.
type TCPProxy struct {
	network, address string // of the other end
	listener         net.Listener
	swallow          atomic.Bool // the next answer: what was asked is done, and nobody hears of it
	sever            atomic.Bool // the next question: half of it arrives

	mu   sync.Mutex // guards all below
	cut  bool
	open map[net.Conn]struct{}
}

// NewTCPProxy opens a way to an address; Close ends it.
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

// Addr is this end of the way.
func (w *TCPProxy) Addr() string { return w.listener.Addr().String() }

// Close ends the way and all connections on it.
func (w *TCPProxy) Close() {
	_ = w.listener.Close()
	w.Cut()
}

// Cut breaks all connections, and every new one, until Mend.
func (w *TCPProxy) Cut() { w.set(true) }

// Mend ends a cut.
func (w *TCPProxy) Mend() { w.set(false) }

func (w *TCPProxy) set(cut bool) {
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
		go pump(to, from, func(b []byte) (int, error) {
			if len(b) > 1 && w.sever.CompareAndSwap(true, false) {
				return len(b) / 2, errBroken
			}
			return len(b), nil
		})
		go pump(from, to, func(b []byte) (int, error) {
			if w.swallow.CompareAndSwap(true, false) {
				return 0, errBroken
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

var errBroken = errors.New("the way broke")

// pump carries bytes, as many of each portion as pass says, until either end closes or pass has an error.
func pump(to, from net.Conn, pass func([]byte) (int, error)) {
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
		n, broken := pass(buffer[:n])
		if _, err := to.Write(buffer[:n]); err != nil || broken != nil {
			return
		}
	}
}

// Cuts breaks the way for up to longest, so that players run into it.
func Cuts(w *TCPProxy, longest time.Duration) torture.Fault {
	return func(_ context.Context, r *rand.Rand) error {
		w.Cut()
		time.Sleep(time.Duration(r.Int64N(int64(longest))))
		w.Mend()
		return nil
	}
}

// Breaks breaks one connection in the midst of a question, or of an answer: of those that commit, half are stored, and nobody hears of any.
func Breaks(w *TCPProxy) torture.Fault {
	return func(_ context.Context, r *rand.Rand) error {
		if r.IntN(2) == 0 {
			w.swallow.Store(true)
		} else {
			w.sever.Store(true)
		}
		return nil
	}
}
