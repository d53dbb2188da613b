package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
)

// LetsEncrypt is the directory of the public authority that is used by default.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

// folderMode is the mode of folders with private keys. The files in them have the mode 0600.
const folderMode = 0o700

// Config configures a Manager. Fields are optional unless stated otherwise.
type Config struct {
	Names     []string // required, in the form of CheckName
	Directory string   // required: address of the authority's directory
	Folder    string   // required: of keys and certificates
	Email     string   // contact of the account
	Roots     *x509.CertPool
	// Host is the address on which the program listens, HTTPSPort and HTTPPort are its ports. Without HTTPPort the authority connects to HTTPSPort alone.
	Host                string
	HTTPSPort, HTTPPort int
	Used                func(name string, leaf *x509.Certificate) // is called with each certificate that is used from now on; nil: there is none yet
	RenewalRatio        float64                                   // part of its life that a certificate has left when it is renewed; default: a third
	CheckEvery          time.Duration                             // time between two looks at the certificates; default: ten minutes
	Now                 func() time.Time                          // required
	Log                 zerolog.Logger
}

// Manager gets certificates by ACME, and renews them. If a renewal fails, the old certificate stays in use.
type Manager struct {
	cfg    Config
	cache  *certmagic.Cache
	magic  *certmagic.Config
	issuer *certmagic.ACMEIssuer
	ctx    context.Context
	cancel context.CancelFunc
}

// NewManager reads the stored certificates. It orders nothing. It fails if the folder cannot be used. Close ends it.
func NewManager(cfg Config) (*Manager, error) {
	if err := checkFolder(cfg.Folder); err != nil {
		return nil, err
	}
	m := &Manager{cfg: cfg}
	// The manager reports events itself, so that the log has one line for each, in the words of this program.
	quiet := zap.NewNop()
	m.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return m.magic, nil },
		RenewCheckInterval: cfg.CheckEvery, Logger: quiet,
	})
	m.magic = certmagic.New(m.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: cfg.Folder}, DefaultServerName: cfg.Names[0], RenewalWindowRatio: cfg.RenewalRatio,
		OCSP:    certmagic.OCSPConfig{DisableStapling: true}, // Let's Encrypt has ended it
		OnEvent: m.note, Logger: quiet,
	})
	m.issuer = certmagic.NewACMEIssuer(m.magic, certmagic.ACMEIssuer{
		CA: cfg.Directory, Email: cfg.Email, Agreed: true, TrustedRoots: cfg.Roots, Logger: quiet,
		ListenHost: cfg.Host, AltTLSALPNPort: cfg.HTTPSPort, AltHTTPPort: cfg.HTTPPort, DisableHTTPChallenge: cfg.HTTPPort == 0,
		DisableDistributedSolvers: true,
	})
	m.magic.Issuers = []certmagic.Issuer{m.issuer}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	if cfg.Used != nil {
		for _, name := range cfg.Names {
			cfg.Used(name, nil)
		}
	}
	for _, name := range cfg.Names {
		if err := m.load(name); err != nil {
			m.Close()
			return nil, err
		}
	}
	return m, nil
}

func checkFolder(path string) error {
	err := os.MkdirAll(path, folderMode)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(path, ".probe-*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("the folder for certificates: %w", err)
	}
	return nil
}

// load reads the stored certificate of a name. A damaged one is removed, so that a new one is ordered.
func (m *Manager) load(name string) error {
	_, err := m.magic.CacheManagedCertificate(m.ctx, name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	m.cfg.Log.Warn().Err(err).Str("name", name).Msg("the stored certificate cannot be used; a new one is ordered")
	return os.RemoveAll(filepath.Join(m.cfg.Folder, certmagic.StorageKeys.CertsSitePrefix(m.issuer.IssuerKey(), name)))
}

// Start orders missing certificates and renews, until Close. It does not block.
func (m *Manager) Start() error { return m.magic.ManageAsync(m.ctx, m.cfg.Names) }

func (m *Manager) Close() {
	m.cancel()
	m.cache.Stop()
}

// Challenges answers the challenges of the authority over plain HTTP, and passes all other requests to next.
func (m *Manager) Challenges(next http.Handler) http.Handler {
	return m.issuer.HTTPChallengeHandler(next)
}

// GetCertificate implements Source. It never waits for the authority.
func (m *Manager) GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	return m.magic.GetCertificate(hello)
}

func (m *Manager) Leaf() *x509.Certificate { return m.leaf(m.cfg.Names[0]) }

// leaf returns the certificate of a name that is valid for the longest time; nil if there is none.
func (m *Manager) leaf(name string) (longest *x509.Certificate) {
	for _, cert := range m.cache.AllMatchingCertificates(name) {
		if longest == nil || cert.Leaf.NotAfter.After(longest.NotAfter) {
			longest = cert.Leaf
		}
	}
	return longest
}

// note logs an event of certmagic. It never refuses one.
func (m *Manager) note(_ context.Context, event string, data map[string]any) error {
	name, _ := data["identifier"].(string)
	switch event {
	case "cert_obtained":
		m.cfg.Log.Info().Str("name", name).Msg("got a certificate")
	case "cert_failed":
		err, _ := data["error"].(error)
		m.report(name, err)
	case "cached_managed_cert":
		names, _ := data["sans"].([]string)
		for _, name := range names {
			if leaf := m.leaf(name); leaf != nil && m.cfg.Used != nil {
				m.cfg.Used(name, leaf)
			}
		}
	}
	return nil
}

// report logs a failed order, which certmagic repeats: as an error if clients cannot connect, else as a warning.
func (m *Manager) report(name string, err error) {
	event, text := m.cfg.Log.Error(), "got no certificate; until there is one, browsers cannot connect"
	if leaf := m.leaf(name); leaf != nil {
		if event, text = m.cfg.Log.Warn(), "could not renew the certificate; the old one stays in use"; leaf.NotAfter.Before(m.cfg.Now()) {
			event, text = m.cfg.Log.Error(), "could not renew the certificate, which has expired; browsers warn their users"
		}
		event = event.Time("until", leaf.NotAfter)
	}
	event.Str("name", name).Err(err).Msg(text)
}
