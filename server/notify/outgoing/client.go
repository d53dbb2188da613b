// Package outgoing makes HTTP clients for addresses that players chose. They connect to public addresses alone, and follow no redirect.
package outgoing

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"code.dny.dev/ssrf"
)

const (
	timeout = 10 * time.Second
	// MaxAnswer is the number of bytes of an answer that are read.
	MaxAnswer = 4 << 10
)

// ErrPrivate means that an address is not public.
var ErrPrivate = errors.New("the address is not public")

// ErrUnreachable means that no connection was made. Private addresses are among its causes: callers must not tell them apart to a player, who would learn the
// names of the inner network.
var ErrUnreachable = errors.New("the server cannot be reached")

// DialTime is the longest time of a connection, without encryption.
const DialTime = timeout / 2

// NewClient makes a client. The dialed address is checked, so that a name that changes its address cannot lead into a private network. With private set, all
// addresses and ports are allowed: for a network of the operator's own, and for tests.
func NewClient(private bool) *http.Client {
	dialer := &net.Dialer{Timeout: DialTime}
	if !private {
		guard := ssrf.New(ssrf.WithPorts(443, 8443))
		dialer.Control = guard.Safe
	}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := dialer.DialContext(ctx, network, address)
				if errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedPort) {
					err = errors.Join(ErrPrivate, err)
				}
				if err != nil {
					err = errors.Join(ErrUnreachable, err)
				}
				return conn, err
			},
			TLSHandshakeTimeout: timeout / 2, ResponseHeaderTimeout: timeout, MaxResponseHeaderBytes: 16 << 10, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
			ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Drain reads the beginning of an answer's body and closes it.
func Drain(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, io.LimitReader(body, MaxAnswer))
	_ = body.Close()
}
