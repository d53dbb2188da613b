package acmetest

import (
	"crypto/ecdsa"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nemeton/testkit/privateca"
)

// Host is where a name leads to.
type Host struct {
	HTTP, HTTPS string // addresses for the ports 80 and 443; empty: the port is closed
}

// Authority is a certificate authority. Its fields may be changed between orders.
type Authority struct {
	CA       *privateca.Authority // signs the certificates, and that of the authority's own server
	Lifetime time.Duration        // of certificates
	Now      func() time.Time
	Kinds    []string // challenges that it offers

	server *httptest.Server

	mu       sync.Mutex // guards the fields below
	hosts    map[string]Host
	nonces   map[string]bool
	accounts map[string]*ecdsa.PublicKey
	orders   []*order
	issued   map[string]int
	failed   map[string]int
	refuse   *Problem
}

// order is one order of one name.
type order struct {
	account, name, token string
	status, cert         string // status of the order
	validated, tried     string // status of the authorization, and its challenge
	problem              *Problem
}

// Problem is the reason of a refusal (RFC 7807).
type Problem struct {
	Type   string `json:"type"`
	Detail string `json:"detail"`
	Status int    `json:"status"`
	After  int    `json:"-"` // seconds, for Retry-After
}

// New starts an authority, which ends with the test.
func New(t *testing.T) *Authority {
	t.Helper()
	a := &Authority{
		CA: privateca.New(t), Lifetime: 90 * 24 * time.Hour, Now: time.Now, Kinds: []string{"http-01", "tls-alpn-01"},
		hosts: map[string]Host{}, nonces: map[string]bool{}, accounts: map[string]*ecdsa.PublicKey{}, issued: map[string]int{}, failed: map[string]int{},
	}
	cert, key := a.CA.Server()
	own, err := tls.X509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	a.server = httptest.NewUnstartedServer(a.routes())
	a.server.TLS = &tls.Config{Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12}
	a.server.StartTLS()
	t.Cleanup(a.server.Close)
	return a
}

// URL returns the address of the directory.
func (a *Authority) URL() string { return a.server.URL + "/directory" }

// Lead sets where a name leads to.
func (a *Authority) Lead(name string, to Host) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hosts[name] = to
}

// Refuse makes the authority refuse all orders from now on; nil ends that.
func (a *Authority) Refuse(p *Problem) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refuse = p
}

// Issued returns the number of certificates of a name, and that of failed validations.
func (a *Authority) Issued(name string) (certificates, failures int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.issued[name], a.failed[name]
}

// Accounts returns the number of accounts.
func (a *Authority) Accounts() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.accounts)
}

func (a *Authority) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /directory", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"meta": map[string]string{"termsOfService": a.server.URL + "/terms"}, "newNonce": a.server.URL + "/nonce", "newAccount": a.server.URL + "/account", "newOrder": a.server.URL + "/order"})
	})
	mux.HandleFunc("/nonce", func(w http.ResponseWriter, _ *http.Request) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.addNonce(w)
	})
	for path, handle := range map[string]func(request) (any, *Problem){
		"/account": a.newAccount, "/order": a.newOrder, "/order/{n}": a.order, "/authorization/{n}": a.authorization,
		"/challenge/{n}/{kind}": a.challenge, "/finalize/{n}": a.finalize, "/certificate/{n}": a.certificate,
	} {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, handle) })
	}
	return mux
}

// serve checks the signature of a request and answers it.
func (a *Authority) serve(w http.ResponseWriter, r *http.Request, handle func(request) (any, *Problem)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.addNonce(w)
	q, problem := a.read(r)
	var body any
	before := len(a.accounts) + len(a.orders)
	if problem == nil {
		q.w = w
		body, problem = handle(q)
	}
	switch text, plain := body.(string); {
	case problem != nil:
		if problem.After > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(problem.After))
		}
		w.Header().Set("Content-Type", "application/problem+json")
		answer(w, problem.Status, problem)
	case plain:
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write([]byte(text))
	default:
		status := http.StatusOK
		if len(a.accounts)+len(a.orders) > before { // an account that exists already is 200 (RFC 8555, 7.3)
			status = http.StatusCreated
		}
		answer(w, status, body)
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refused(kind, format string, args ...any) *Problem {
	return &Problem{Type: "urn:ietf:params:acme:error:" + kind, Detail: fmt.Sprintf(format, args...), Status: http.StatusForbidden}
}

// numbered returns the order that the path of a request names.
func (a *Authority) numbered(q request) (n int, o *order, problem *Problem) {
	n, err := strconv.Atoi(q.r.PathValue("n"))
	if err != nil || n < 0 || n >= len(a.orders) || a.orders[n].account != q.account {
		return 0, nil, refused("malformed", "no such order of this account")
	}
	return n, a.orders[n], nil
}

func (a *Authority) at(parts ...string) string { return a.server.URL + "/" + strings.Join(parts, "/") }
