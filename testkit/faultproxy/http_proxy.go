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
	"sync"
	"time"

	"nemeton/play/torture"
)

// HTTPProxy stands between clients and a server, and ill-treats what passes while it is rough: requests and frames come late, half or
// not at all, and commands come twice.
type HTTPProxy struct {
	target   string // host:port of the server
	listener net.Listener
	server   *http.Server
	client   *http.Client

	mu    sync.Mutex // guards all below
	rough bool
	r     *rand.Rand
	did   map[harm]int
	fault error
}

// harm is what is done to a request or a frame.
type harm string

const (
	none   harm = ""
	late   harm = "late"
	cut    harm = "cut"    // it does not arrive, and the connection is gone
	unsaid harm = "unsaid" // a request arrives, its answer does not
	half   harm = "half"
	twice  harm = "twice"
)

// latest is how late something can be.
const latest = 30 * time.Millisecond

// NewHTTPProxy stands before the server at host:port; Close ends it.
func NewHTTPProxy(ctx context.Context, target string, seed uint64) (*HTTPProxy, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &HTTPProxy{
		target: target, listener: l, r: rand.New(rand.NewPCG(seed, 1)), did: map[harm]int{},
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

// Did tells how often which harm was done.
func (r *HTTPProxy) Did() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string]int{}
	for h, n := range r.did {
		out[string(h)] = n
	}
	return out
}

// Storms is the relay being rough for up to longest.
func Storms(r *HTTPProxy, longest time.Duration) torture.Fault {
	return func(_ context.Context, chance *rand.Rand) error {
		r.set(true)
		time.Sleep(time.Duration(chance.Int64N(int64(longest))))
		r.set(false)
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.fault
	}
}

func (r *HTTPProxy) set(rough bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rough = rough
}

// draw chooses what is done to the next thing that passes.
func (r *HTTPProxy) draw(of ...harm) harm {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.rough || r.r.IntN(3) > 0 {
		return none
	}
	h := of[r.r.IntN(len(of))]
	r.did[h]++
	return h
}

func (r *HTTPProxy) dally() {
	r.mu.Lock()
	d := time.Duration(r.r.Int64N(int64(latest)))
	r.mu.Unlock()
	time.Sleep(d)
}

func (r *HTTPProxy) wrong(format string, args ...any) {
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
	h := r.draw(late, cut, unsaid, half, twice, twice)
	if h == cut {
		panic(http.ErrAbortHandler)
	}
	if h == late {
		r.dally()
	}
	first, err := r.ask(req, body)
	if err != nil || h == unsaid {
		panic(http.ErrAbortHandler)
	}
	if h == twice && req.Method == http.MethodPost {
		second, err := r.ask(req, body)
		if err == nil && accepts(first.said) && !bytes.Equal(first.said, second.said) {
			r.wrong("%s came twice and was answered\n%s\nand\n%s", req.URL.Path, first.said, second.said)
		}
	}
	maps.Copy(w.Header(), first.header)
	w.WriteHeader(first.status)
	if h == half {
		_, _ = w.Write(first.said[:len(first.said)/2])
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(first.said)
}

// answer is what the server answered to a request.
type answer struct {
	status int
	header http.Header
	said   []byte
}

func (r *HTTPProxy) ask(req *http.Request, body []byte) (answer, error) {
	to := req.Clone(context.WithoutCancel(req.Context()))
	to.URL.Scheme, to.URL.Host, to.RequestURI = "http", r.target, ""
	to.Body = io.NopCloser(bytes.NewReader(body))
	got, err := r.client.Do(to)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = got.Body.Close() }()
	said, err := io.ReadAll(got.Body)
	return answer{status: got.StatusCode, header: got.Header, said: said}, err
}

// accepts tells whether an answer to a command says that it was carried out: only that is the same for ever.
func accepts(said []byte) bool { return bytes.Contains(said, []byte(`"ok":true`)) }
