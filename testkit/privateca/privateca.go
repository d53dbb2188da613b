// Package privateca makes certificates of a certificate authority that only one test knows.
package privateca

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nemeton/testkit/must"
)

// Authority is a certificate authority.
type Authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	PEM  []byte // its certificate
	File string // with PEM
}

// New makes an authority, whose file goes with the test.
func New(t *testing.T) *Authority {
	t.Helper()
	a := &Authority{t: t}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a private authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(20, 0, 0), KeyUsage: x509.KeyUsageCertSign,
	}
	a.PEM, _ = a.sign(template)
	a.File = filepath.Join(t.TempDir(), "ca.pem")
	must.Succeed(t, os.WriteFile(a.File, a.PEM, 0o600))
	return a
}

// Server makes the certificate of a server at 127.0.0.1 and its key, both as PEM.
func (a *Authority) Server() (certificate, key []byte) {
	a.t.Helper()
	return a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a server"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	})
}

// Issue makes a certificate for the key of a server with these names, as PEM.
func (a *Authority) Issue(key *ecdsa.PublicKey, names []string, from, until time.Time) ([]byte, error) {
	raw, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(from.UnixNano()), DNSNames: names, NotBefore: from, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.cert, key, a.key)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), err
}

// Files writes a certificate for these names and its key into a folder, and returns their paths. The files replace older ones.
func (a *Authority) Files(dir string, names []string, from, until time.Time) (certFile, keyFile string) {
	a.t.Helper()
	certificate, key := a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(from.UnixNano()), DNSNames: names, NotBefore: from, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	})
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, text := range map[string][]byte{certFile: certificate, keyFile: key} {
		must.Succeed(a.t, os.WriteFile(path, text, 0o600))
	}
	return certFile, keyFile
}

// Chain makes a certificate for these names, and returns it without the authority's own.
func (a *Authority) Chain(names []string, from, until time.Time) []*x509.Certificate {
	a.t.Helper()
	key := must.Return(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(a.t)
	text := must.Return(a.Issue(&key.PublicKey, names, from, until))(a.t)
	block, _ := pem.Decode(text)
	cert := must.Return(x509.ParseCertificate(block.Bytes))(a.t)
	return []*x509.Certificate{cert}
}

// Pool returns a pool with the authority alone.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// sign makes a key and a certificate. The first one is that of the authority itself.
func (a *Authority) sign(template *x509.Certificate) (certificate, key []byte) {
	a.t.Helper()
	own := must.Return(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(a.t)
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = template, own
	}
	raw := must.Return(x509.CreateCertificate(rand.Reader, template, parent, &own.PublicKey, signer))(a.t)
	if a.cert == nil {
		a.cert = must.Return(x509.ParseCertificate(raw))(a.t)
		a.key = own
	}
	secret := must.Return(x509.MarshalPKCS8PrivateKey(own))(a.t)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}
