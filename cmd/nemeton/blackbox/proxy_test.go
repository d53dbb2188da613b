package blackbox_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync/atomic"
	"testing"
	"time"
)

// proxy stands in front of nodes as those of real houses do: it asks them whether they are ready, sends each new connection to one that is,
// and to the next one where nobody answers.
type proxy struct {
	nodes []*behind
	turn  atomic.Uint32
	url   string
}

type behind struct {
	address string
	ready   atomic.Bool
}

var errNobody = errors.New("no node is there")

// inFront starts a proxy before the nodes at these addresses (HOST:PORT).
func inFront(t *testing.T, addresses ...string) *proxy {
	t.Helper()
	p := &proxy{}
	for _, a := range addresses {
		p.nodes = append(p.nodes, &behind{address: a})
	}
	inner := &http.Transport{DialContext: p.dial, MaxIdleConnsPerHost: 8}
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", "nodes"
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		Transport:    inner,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
	p.url = front.URL
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.watch(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		inner.CloseIdleConnections()
		front.CloseClientConnections()
		front.Close()
	})
	return p
}

// watch asks the nodes again and again whether they are ready.
func (p *proxy) watch(ctx context.Context) {
	asking := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		for _, n := range p.nodes {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.address+"/readyz", http.NoBody)
			if err != nil {
				return
			}
			resp, err := asking.Do(req)
			n.ready.Store(err == nil && resp.StatusCode == http.StatusOK)
			if err == nil {
				_ = resp.Body.Close()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// dial connects to the next node that is ready and answers.
func (p *proxy) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	from := int(p.turn.Add(1))
	var dial net.Dialer
	for i := range p.nodes {
		n := p.nodes[(from+i)%len(p.nodes)]
		if !n.ready.Load() {
			continue
		}
		if conn, err := dial.DialContext(ctx, network, n.address); err == nil {
			return conn, nil
		}
		n.ready.Store(false)
	}
	return nil, errNobody
}
