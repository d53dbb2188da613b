package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// recheck is the shortest time between two looks at the files.
const recheck = 5 * time.Second

// FilesConfig configures Files. Used is optional.
type FilesConfig struct {
	Cert, Key string // PEM files; Cert holds the chain, the server's own certificate first
	Now       func() time.Time
	Used      func(leaf *x509.Certificate) // is called with each certificate that is used from now on
	Log       zerolog.Logger
}

// Files is a certificate in two files. A handshake notices changed files at most five seconds later. Files that do not fit are logged, and the certificate
// from before stays in use.
type Files struct {
	cfg FilesConfig

	mu        sync.Mutex // guards the fields below
	cert      *tls.Certificate
	read      [2]stamp // of the files that cert was read from
	checked   time.Time
	complaint string // the last logged error
}

type stamp struct {
	size    int64
	changed time.Time
}

// OpenFiles reads the files. It fails if they do not fit. An expired certificate is logged and used.
func OpenFiles(cfg FilesConfig) (*Files, error) {
	if cfg.Used == nil {
		cfg.Used = func(*x509.Certificate) {}
	}
	f := &Files{cfg: cfg}
	cert, read, err := f.load()
	if err != nil {
		return nil, err
	}
	if !cert.Leaf.NotAfter.After(cfg.Now()) {
		cfg.Log.Error().Str("file", cfg.Cert).Time("until", cert.Leaf.NotAfter).Msg("the certificate has expired; browsers warn their users")
	}
	f.cert, f.read, f.checked = cert, read, cfg.Now()
	cfg.Used(cert.Leaf)
	return f, nil
}

func (f *Files) GetCertificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.cfg.Now(); now.Sub(f.checked) >= recheck || now.Before(f.checked) {
		f.checked = now
		f.refresh()
	}
	return f.cert, nil
}

func (f *Files) Leaf() *x509.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cert.Leaf
}

// refresh reads changed files. The caller holds f.mu.
func (f *Files) refresh() {
	if now, err := f.stamps(); err == nil && now == f.read {
		return
	}
	cert, read, err := f.load()
	if err == nil && !cert.Leaf.NotAfter.After(f.cfg.Now()) {
		err = fmt.Errorf("the new certificate in %s has expired", f.cfg.Cert)
	}
	if err != nil {
		if text := err.Error(); text != f.complaint {
			f.complaint = text
			f.cfg.Log.Warn().Err(err).Time("until", f.cert.Leaf.NotAfter).Msg("cannot use the changed certificate files; the old certificate stays in use")
		}
		return
	}
	f.cert, f.read, f.complaint = cert, read, ""
	f.cfg.Used(cert.Leaf)
	f.cfg.Log.Info().Str("file", f.cfg.Cert).Time("until", cert.Leaf.NotAfter).Msg("read the changed certificate")
}

// load reads the files, and their stamps from before, so that a change during the reading is noticed later.
func (f *Files) load() (*tls.Certificate, [2]stamp, error) {
	read, err := f.stamps()
	if err != nil {
		return nil, read, err
	}
	cert, err := ReadFiles(f.cfg.Cert, f.cfg.Key)
	return cert, read, err
}

func (f *Files) stamps() (list [2]stamp, err error) {
	for i, name := range []string{f.cfg.Cert, f.cfg.Key} {
		info, err := os.Stat(name)
		if err != nil {
			return list, err
		}
		list[i] = stamp{info.Size(), info.ModTime()}
	}
	return list, nil
}

// ReadFiles reads a certificate and its key. Its errors name the files.
func ReadFiles(certFile, keyFile string) (*tls.Certificate, error) {
	chain, err := os.ReadFile(certFile)
	if err != nil {
		return nil, err
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, err
	}
	cert, err := tls.X509KeyPair(chain, key)
	if err != nil {
		return nil, fmt.Errorf("certificate %s with the key %s: %w", certFile, keyFile, err)
	}
	if len(cert.Leaf.DNSNames) == 0 && len(cert.Leaf.IPAddresses) == 0 {
		return nil, errors.New("the certificate in " + certFile + " names no host, so browsers refuse it")
	}
	return &cert, nil
}
