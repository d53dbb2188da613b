package certificate

import (
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/crypto/acme"
)

// challengePath is where the authority asks for the answers to http-01 challenges (RFC 8555, 8.3).
const challengePath = "/.well-known/acme-challenge/"

// challenges holds the answers to the challenges of running orders.
type challenges struct {
	mu    sync.Mutex // guards the fields below
	texts map[string]string
	certs map[string]*tls.Certificate
}

func newChallenges() *challenges {
	return &challenges{texts: map[string]string{}, certs: map[string]*tls.Certificate{}}
}

// provide prepares the answer to a challenge. The returned function removes it.
func (c *challenges) provide(client *acme.Client, kind, name, token string) (remove func(), err error) {
	if kind == "tls-alpn-01" {
		cert, err := client.TLSALPN01ChallengeCert(token, name)
		if err != nil {
			return nil, err
		}
		return put(c, c.certs, name, &cert), nil
	}
	text, err := client.HTTP01ChallengeResponse(token)
	if err != nil {
		return nil, err
	}
	return put(c, c.texts, challengePath+token, text), nil
}

func put[V any](c *challenges, into map[string]V, key string, value V) (remove func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	into[key] = value
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(into, key)
	}
}

// certificate returns the certificate of a tls-alpn-01 challenge; nil if no order has one for the name.
func (c *challenges) certificate(name string) *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.certs[name]
}

// handler answers http-01 challenges, and passes everything else to next.
func (c *challenges) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, challengePath) {
			next.ServeHTTP(w, r)
			return
		}
		c.mu.Lock()
		text, known := c.texts[r.URL.Path]
		c.mu.Unlock()
		if !known {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, text)
	})
}
