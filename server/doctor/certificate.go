package doctor

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// LastPart is the part of the life of a certificate in which its end is near, as 1/LastPart. A server renews its own when a third is left, so that renewals have
// failed for long by then. The alert rule has the same part.
const LastPart = 6

// Certificate judges a certificate for a host name. Roots are the authorities that browsers know; nil: those of the system.
func Certificate(name string, chain []*x509.Certificate, now time.Time, roots *x509.CertPool) Finding {
	if len(chain) == 0 {
		return problem("tls", "check --tls-cert or --tls-domain", "there is no certificate for %s", name)
	}
	leaf := chain[0]
	const renew = "renew it; the log of the server or of the proxy says why that failed"
	left := leaf.NotAfter.Sub(now)
	between := x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: now})
	switch {
	case leaf.VerifyHostname(name) != nil:
		return problem("tls", "order one for "+name, "the certificate is for %s, not for %s", strings.Join(leaf.DNSNames, ", "), name)
	case left <= 0:
		return problem("tls", renew, "the certificate of %s expired at %s", name, leaf.NotAfter.UTC().Format(time.DateTime))
	case leaf.NotBefore.After(now):
		return problem("tls", "check the clock of this machine", "the certificate of %s is valid from %s on", name, leaf.NotBefore.UTC().Format(time.DateTime))
	case err != nil && len(chain) == 1:
		return warning("tls", "put the whole chain into the file, the server's own certificate first; browsers must know a private authority", "the certificate of %s leads to no authority that this machine knows, and comes without a chain", name)
	case err != nil:
		return warning("tls", "browsers must know the authority", "the certificate of %s leads to no authority that this machine knows", name)
	case left < leaf.NotAfter.Sub(leaf.NotBefore)/LastPart:
		return warning("tls", renew, "the certificate of %s ends in %s, at %s", name, days(left), leaf.NotAfter.UTC().Format(time.DateTime))
	default:
		return ok("tls", "the certificate of %s is valid for %s more", name, days(left))
	}
}

func days(d time.Duration) string {
	if d < 48*time.Hour {
		return d.Round(time.Minute).String()
	}
	return fmt.Sprintf("%d days", d/(24*time.Hour))
}

// KeyFile judges the mode of a file with a private key.
func KeyFile(path string, mode fs.FileMode) Finding {
	if mode.Perm()&0o004 != 0 {
		return problem("tls", "chmod 600 "+path, "every user of this machine may read the key %s", path)
	}
	return ok("tls", "the key %s is private", path)
}

// Unreached judges the error of a connection to the public address.
func Unreached(address string, err error) Finding {
	if invalid, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return problem("tls", "browsers refuse it, too: check names, dates and chain of the certificate", "%s: %v", address, invalid)
	}
	return problem("address", "check DNS, port forwarding, firewall, and that server and proxy run", "%s cannot be reached from here: %v", address, err)
}

// PlainHTTP judges a public address without TLS. Local says that only a private network reaches it.
func PlainHTTP(address string, local bool) Finding {
	if local {
		return ok("tls", "%s is plain HTTP on a private network, which is supported", address)
	}
	return warning("tls", "--tls-domain NAME, or a proxy with TLS", "%s is plain HTTP: others on the way can read it, and phones get no notifications, installation or offline page", address)
}
