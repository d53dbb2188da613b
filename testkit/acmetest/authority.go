// Package acmetest is a certificate authority for tests: Pebble, Let's Encrypt's small ACME server (RFC 8555), with names that lead to the server under test.
package acmetest

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log" //nolint:depguard // Pebble needs one
	"net"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"

	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
)

// Host is where all names lead to.
type Host struct {
	HTTP, HTTPS string // addresses for the ports 80 and 443; empty: the port is closed
}

// Authority is a certificate authority.
type Authority struct {
	File string // with the authority that signed the certificate of the directory's server (PEM)

	server      *httptest.Server
	issuer      *ca.CAImpl
	http, https *gate
}

// withoutSleep makes validations start at once. Pebble reads it from the environment alone.
var withoutSleep = sync.OnceValue(func() error { return os.Setenv("PEBBLE_VA_NOSLEEP", "1") })

// New starts an authority, which ends with the test. Lifetime is that of its certificates.
func New(t *testing.T, lifetime time.Duration) *Authority {
	t.Helper()
	return start(t, lifetime, net.IPv4(127, 0, 0, 1))
}

// NewIPv6 starts an authority for which all names have an IPv6 address alone. It skips the test on a machine without IPv6.
func NewIPv6(t *testing.T, lifetime time.Duration) *Authority {
	t.Helper()
	probe, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "[::1]:0")
	if err != nil {
		t.Skipf("this machine has no IPv6 on loopback: %v", err)
	}
	_ = probe.Close()
	return start(t, lifetime, net.IPv6loopback)
}

func start(t *testing.T, lifetime time.Duration, ip net.IP) *Authority {
	t.Helper()
	must.Succeed(t, withoutSleep())
	own := privateca.New(t)
	quiet, store := log.New(io.Discard, "", 0), db.NewMemoryStore()
	a := &Authority{File: own.File, http: newGate(t, ip), https: newGate(t, ip)}
	a.issuer = ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "the only one", ValidityPeriod: uint64(lifetime.Seconds())}})
	validator := va.New(quiet, a.http.port(), a.https.port(), true, nameServer(t, ip), store)
	front := wfe.New(quiet, store, validator, a.issuer, []string{"authority.example"}, true, false, 1, 1)
	certificate, key := own.Server()
	pair := must.Return(tls.X509KeyPair(certificate, key))(t)
	a.server = httptest.NewUnstartedServer(front.Handler())
	a.server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	a.server.StartTLS()
	t.Cleanup(a.server.Close)
	return a
}

func (a *Authority) URL() string { return a.server.URL + wfe.DirectoryPath }

// Close makes the authority unreachable.
func (a *Authority) Close() { a.server.Close() }

// Lead sets where all names lead to.
func (a *Authority) Lead(to Host) {
	a.http.lead(to.HTTP)
	a.https.lead(to.HTTPS)
}

// Pool returns a pool with the authority that signs the certificates.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.issuer.GetRootCert(0).Cert)
	return pool
}
