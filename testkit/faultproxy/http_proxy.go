package faultproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// HTTPProxy is a proxy between clients and a server. While it is disturbing, it delays, drops, truncates and duplicates requests and
// WebSocket frames.
type HTTPProxy struct {
	target   string // host:port of the server
	listener net.Listener
	server   *http.Server
	client   *http.Client

	mu         sync.Mutex // guards the fields below
	disturbing bool
	random     *rand.Rand
	counts     map[disturbance]int
	chances    map[disturbance]int // requests and frames that could have got the disturbance
	fault      error
}

// disturbance is a fault of one request or WebSocket frame.
type disturbance string

const (
	none         disturbance = ""
	delay        disturbance = "late"
	drop         disturbance = "cut"    // it does not arrive, and the connection is closed
	dropResponse disturbance = "unsaid" // a request arrives, but its response does not
	truncate     disturbance = "half"
	duplicate    disturbance = "twice"
)

// maxDelay is the longest delay.
const maxDelay = 30 * time.Millisecond

// NewHTTPProxy starts a proxy in front of the server at host:port. Close ends it.
func NewHTTPProxy(ctx context.Context, target string, seed uint64) (*HTTPProxy, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &HTTPProxy{
		target: target, listener: l, random: rand.New(rand.NewPCG(seed, 1)), counts: map[disturbance]int{}, chances: map[disturbance]int{},
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	r.server = &http.Server{Handler: http.HandlerFunc(r.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = r.server.Serve(l) }()
	return r, nil
}

// URL is the address for clients.
func (r *HTTPProxy) URL() string { return "http://" + r.listener.Addr().String() }

// Close ends the proxy and its connections.
func (r *HTTPProxy) Close() { _ = r.server.Close() }

// Counts returns the number of disturbances of each kind.
func (r *HTTPProxy) Counts() map[string]int { return r.byName(r.counts) }

// Chances returns, for each kind, the number of requests and frames that could have got such a disturbance.
func (r *HTTPProxy) Chances() map[string]int { return r.byName(r.chances) }

func (r *HTTPProxy) byName(counts map[disturbance]int) map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string]int{}
	for h, n := range counts {
		out[string(h)] = n
	}
	return out
}

// DisturbHTTP returns a fault that makes the proxy disturb for a random time up to maxTime. It fails if duplicates of a command got
// different results.
func DisturbHTTP(r *HTTPProxy, maxTime time.Duration) func(context.Context, *rand.Rand) error {
	return func(_ context.Context, random *rand.Rand) error {
		r.setDisturbing(true)
		time.Sleep(time.Duration(random.Int64N(int64(maxTime))))
		r.setDisturbing(false)
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.fault
	}
}

func (r *HTTPProxy) setDisturbing(disturbing bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.disturbing = disturbing
}

// draw chooses the disturbance of the next request or frame, out of those given.
func (r *HTTPProxy) draw(of ...disturbance) disturbance {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.disturbing {
		return none
	}
	for i, h := range of {
		if !slices.Contains(of[:i], h) {
			r.chances[h]++
		}
	}
	if r.random.IntN(3) > 0 {
		return none
	}
	h := of[r.random.IntN(len(of))]
	r.counts[h]++
	return h
}

func (r *HTTPProxy) sleep() {
	r.mu.Lock()
	d := time.Duration(r.random.Int64N(int64(maxDelay)))
	r.mu.Unlock()
	time.Sleep(d)
}

func (r *HTTPProxy) recordFault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fault = errors.Join(r.fault, fmt.Errorf(format, args...))
}

func (r *HTTPProxy) serve(w http.ResponseWriter, req *http.Request) {
	if req.Header.Get("Upgrade") != "" {
		r.tunnel(w, req)
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	h := r.draw(delay, drop, dropResponse, truncate, duplicate, duplicate)
	if h == drop {
		panic(http.ErrAbortHandler)
	}
	if h == delay {
		r.sleep()
	}
	first, err := r.forward(req, body)
	if err != nil || h == dropResponse {
		panic(http.ErrAbortHandler)
	}
	if h == duplicate && req.Method == http.MethodPost {
		second, err := r.forward(req, body)
		if err == nil && isAccepted(first.body) && !bytes.Equal(first.body, second.body) {
			r.recordFault("duplicates of %s got different responses:\n%s\nand\n%s", req.URL.Path, first.body, second.body)
		}
	}
	maps.Copy(w.Header(), first.header)
	w.WriteHeader(first.status)
	if h == truncate {
		_, _ = w.Write(first.body[:len(first.body)/2])
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(first.body)
}

// response is the server's response to a request.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r *HTTPProxy) forward(req *http.Request, body []byte) (response, error) {
	to := req.Clone(context.WithoutCancel(req.Context()))
	to.URL.Scheme, to.URL.Host, to.RequestURI = "http", r.target, ""
	to.Body = io.NopCloser(bytes.NewReader(body))
	res, err := r.client.Do(to)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err = io.ReadAll(res.Body)
	return response{status: res.StatusCode, header: res.Header, body: body}, err
}

// isAccepted reports whether a response says that a command was accepted. Only such a response must stay the same.
func isAccepted(body []byte) bool { return bytes.Contains(body, []byte(`"ok":true`)) }
