package certificate

import (
	"crypto/tls"
	"crypto/x509"

	"github.com/mholt/acmez/v3"
)

// Source has the certificates of a server.
type Source interface {
	// GetCertificate is that of tls.Config.
	GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error)
	// Leaf returns the certificate of clients that name no server; nil if there is none yet.
	Leaf() *x509.Certificate
}

// TLSConfig returns a configuration for HTTP/1.1 and HTTP/2, from TLS 1.2 on, with the cipher suites that Go prefers. It also answers tls-alpn-01 challenges.
func TLSConfig(s Source) *tls.Config {
	return &tls.Config{
		GetCertificate: s.GetCertificate,
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1", acmez.ACMETLS1Protocol},
	}
}
