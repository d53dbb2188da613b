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

// proxy is a load balancer. It asks the nodes whether they are ready and sends each new connection to the next ready node. If that node does not
// answer, it tries the next one.
type proxy struct {
	nodes []*node
	turn  atomic.Uint32
	url   string
}

type node struct {
	address string
	ready   atomic.Bool
}

var errNoNode = errors.New("no node is ready")

// inFront starts a proxy for the nodes at these addresses (HOST:PORT).
func inFront(t *testing.T, addresses ...string) *proxy {
	t.Helper()
	p := &proxy{}
	for _, a := range addresses {
		p.nodes = append(p.nodes, &node{address: a})
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
		p.checkReady(ctx)
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

// checkReady polls the readiness of the nodes until the context ends.
func (p *proxy) checkReady(ctx context.Context) {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		for _, n := range p.nodes {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.address+"/readyz", http.NoBody)
			if err != nil {
				return
			}
			resp, err := client.Do(req)
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

// dial connects to the next node that is ready and accepts the connection.
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
	return nil, errNoNode
}
