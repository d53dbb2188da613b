package torture

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
	"sync"
	"time"
)

// HTTPProxy stands between clients and a server, and ill-treats what passes while it is rough: requests and frames come late, half or
// not at all, and commands come twice.
type HTTPProxy struct {
	target   string // host:port of the server
	listener net.Listener
	server   *http.Server
	client   *http.Client

	mu         sync.Mutex // guards all below
	disturbing bool
	random     *rand.Rand
	counts     map[disturbance]int
	fault      error
}

// disturbance is what is done to a request or a frame.
type disturbance string

const (
	none         disturbance = ""
	delay        disturbance = "late"
	drop         disturbance = "cut"    // it does not arrive, and the connection is gone
	dropResponse disturbance = "unsaid" // a request arrives, its answer does not
	truncate     disturbance = "half"
	duplicate    disturbance = "twice"
)

// maxDelay is how late something can be.
const maxDelay = 30 * time.Millisecond

// NewHTTPProxy stands before the server at host:port; Close ends it.
func NewHTTPProxy(ctx context.Context, target string, seed uint64) (*HTTPProxy, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &HTTPProxy{
		target: target, listener: l, random: rand.New(rand.NewPCG(seed, 1)), counts: map[disturbance]int{},
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	r.server = &http.Server{Handler: http.HandlerFunc(r.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = r.server.Serve(l) }()
	return r, nil
}

// URL is where clients reach the server.
func (r *HTTPProxy) URL() string { return "http://" + r.listener.Addr().String() }

// Close ends it with all that passes.
func (r *HTTPProxy) Close() { _ = r.server.Close() }

// Counts tells how often which harm was done.
func (r *HTTPProxy) Counts() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string]int{}
	for h, n := range r.counts {
		out[string(h)] = n
	}
	return out
}

// DisturbHTTP is the relay being rough for up to longest.
func DisturbHTTP(r *HTTPProxy, maxTime time.Duration) Fault {
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

// draw chooses what is done to the next thing that passes.
func (r *HTTPProxy) draw(of ...disturbance) disturbance {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.disturbing || r.random.IntN(3) > 0 {
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
			r.recordFault("%s came twice and was answered\n%s\nand\n%s", req.URL.Path, first.body, second.body)
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

// response is what the server answered to a request.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r *HTTPProxy) forward(req *http.Request, body []byte) (response, error) {
	to := req.Clone(context.WithoutCancel(req.Context()))
	to.URL.Scheme, to.URL.Host, to.RequestURI = "http", r.target, ""
	to.Body = io.NopCloser(bytes.NewReader(body))
	res, err := r.client.Do(to) //nolint:gosec // the target is the proxy's own
	if err != nil {
		return response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err = io.ReadAll(res.Body)
	return response{status: res.StatusCode, header: res.Header, body: body}, err
}

// isAccepted tells whether an answer to a command says that it was carried out: only that is the same for ever.
func isAccepted(body []byte) bool { return bytes.Contains(body, []byte(`"ok":true`)) }
