package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/crypto/acme"
)

// LetsEncrypt is the directory of the public authority that is used by default.
const LetsEncrypt = acme.LetsEncryptURL

const (
	// orderTimeout is the longest time for one order.
	orderTimeout = 5 * time.Minute
	// longestWait is the longest time between two looks at the clock, which may be set, or stand still in a suspended machine.
	longestWait = time.Hour
	// longestRenewal is the longest time before the end of a certificate at which it is renewed.
	longestRenewal = 30 * 24 * time.Hour
	// secondTry is the delay after the first failure, firstDelay that after the second one. Later delays double up to longestDelay. So there are five attempts
	// in the first hour, as many as Let's Encrypt allows.
	secondTry    = 30 * time.Second
	firstDelay   = 5 * time.Minute
	longestDelay = 6 * time.Hour
	// longestAsked is the longest delay that an authority can ask for.
	longestAsked = 7 * 24 * time.Hour
)

// Config configures a Manager. Email, Client and Renewed are optional.
type Config struct {
	Names     []string // in the form of CheckName
	Directory string   // address of the authority's directory
	Email     string   // contact of the account, which is set when the account is made
	Folder    string   // of keys and certificates
	Client    *http.Client
	Now       func() time.Time
	After     func(d time.Duration, f func()) (stop func() bool) // calls f after d, in a goroutine of its own
	Renewed   func(name string, until time.Time)                 // is called with each certificate that is used from now on
	Log       zerolog.Logger
}

// Manager gets certificates by ACME, and renews each when a third of its life is left, or 30 days. If a renewal fails, the old certificate stays in use.
type Manager struct {
	cfg        Config
	folder     folder
	client     *acme.Client
	known      bool // the account is registered; of the goroutine that orders
	challenges *challenges
	cancel     context.CancelFunc
	done       chan struct{} // closed when the goroutine has ended; nil: not started

	mu    sync.Mutex // guards certs
	certs map[string]*tls.Certificate
}

// NewManager reads the stored certificates and keys. It orders nothing. It fails if the folder cannot be used.
func NewManager(cfg Config) (*Manager, error) {
	if cfg.Renewed == nil {
		cfg.Renewed = func(string, time.Time) {}
	}
	at, err := openFolder(cfg.Folder, cfg.Directory)
	if err != nil {
		return nil, err
	}
	key, err := at.account()
	if err != nil {
		return nil, err
	}
	m := &Manager{
		cfg: cfg, folder: at, challenges: newChallenges(), certs: map[string]*tls.Certificate{},
		client: &acme.Client{Key: key, DirectoryURL: cfg.Directory, HTTPClient: cfg.Client, UserAgent: "nemeton", RetryBackoff: retryNonce},
	}
	for _, name := range cfg.Names {
		cert, err := at.certificate(name)
		if err != nil {
			cfg.Log.Warn().Err(err).Str("name", name).Msg("the stored certificate cannot be used; a new one is ordered")
		} else if cert != nil {
			m.use(name, cert)
		}
	}
	return m, nil
}

// Start orders missing certificates and renews, until Close.
func (m *Manager) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel, m.done = cancel, make(chan struct{})
	go func() {
		defer close(m.done)
		m.run(ctx)
	}()
}

// Close ends a running order, and waits for its end.
func (m *Manager) Close() {
	if m.done != nil {
		m.cancel()
		<-m.done
	}
}

// Challenges answers the challenges of the authority over plain HTTP, and passes all other requests to next.
func (m *Manager) Challenges(next http.Handler) http.Handler { return m.challenges.handler(next) }

// GetCertificate implements Source. It never waits for the authority.
func (m *Manager) GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	name := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		if cert := m.challenges.certificate(name); cert != nil {
			return cert, nil
		}
		return nil, errNoCertificate
	}
	if name == "" {
		name = m.cfg.Names[0]
	}
	if cert := m.certificate(name); cert != nil {
		return cert, nil
	}
	return nil, errNoCertificate
}

// Leaf implements Source.
func (m *Manager) Leaf() *x509.Certificate {
	if cert := m.certificate(m.cfg.Names[0]); cert != nil {
		return cert.Leaf
	}
	return nil
}

func (m *Manager) certificate(name string) *tls.Certificate {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.certs[name]
}

// use serves a certificate from now on.
func (m *Manager) use(name string, cert *tls.Certificate) {
	m.mu.Lock()
	m.certs[name] = cert
	m.mu.Unlock()
	m.cfg.Renewed(name, cert.Leaf.NotAfter)
}

// schedule is when a name is due, and how often its orders have failed in a row.
type schedule struct {
	failures int
	notUntil time.Time // after a failure
}

// run orders what is due, one name after the other, until ctx ends.
func (m *Manager) run(ctx context.Context) {
	schedules := make([]schedule, len(m.cfg.Names))
	for {
		wait := longestWait
		for i, name := range m.cfg.Names {
			if m.dueAt(name, schedules[i]).After(m.cfg.Now()) {
				continue
			}
			m.attempt(ctx, name, &schedules[i])
		}
		for i, name := range m.cfg.Names {
			wait = min(wait, max(m.dueAt(name, schedules[i]).Sub(m.cfg.Now()), time.Second))
		}
		next := make(chan struct{})
		stop := m.cfg.After(wait, func() { close(next) })
		select {
		case <-next:
		case <-ctx.Done():
			stop()
			return
		}
	}
}

// dueAt returns the time of the next order of a name.
func (m *Manager) dueAt(name string, s schedule) time.Time {
	var due time.Time
	if cert := m.certificate(name); cert != nil {
		due = RenewAt(cert.Leaf)
	}
	if s.notUntil.After(due) {
		return s.notUntil
	}
	return due
}

// RenewAt returns the time from which on a certificate is renewed: when a third of its life is left, at most 30 days.
func RenewAt(leaf *x509.Certificate) time.Time {
	return leaf.NotAfter.Add(-min(leaf.NotAfter.Sub(leaf.NotBefore)/3, longestRenewal))
}

// attempt orders a certificate once. A failure is logged and sets the time of the next attempt.
func (m *Manager) attempt(ctx context.Context, name string, s *schedule) {
	limited, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	cert, err := m.order(limited, name, s.failures)
	if err == nil {
		*s = schedule{}
		m.use(name, cert)
		m.cfg.Log.Info().Str("name", name).Time("until", cert.Leaf.NotAfter).Msg("got a certificate")
		if err := m.folder.store(name, cert); err != nil {
			m.cfg.Log.Error().Err(err).Str("name", name).Msg("the certificate cannot be stored, so the next start orders another one; authorities allow few")
		}
		if !RenewAt(cert.Leaf).After(m.cfg.Now()) { // the clock of this machine is wrong, or the authority's
			s.notUntil = m.cfg.Now().Add(firstDelay)
		}
		return
	}
	if ctx.Err() != nil {
		return
	}
	delay := delayAfter(s.failures, err)
	s.failures++
	s.notUntil = m.cfg.Now().Add(delay)
	m.report(name, err, delay)
}

// delayAfter returns the time until the next attempt. The authority may ask for a longer one.
func delayAfter(failures int, err error) time.Duration {
	delay := secondTry
	if failures > 0 {
		delay = min(firstDelay<<min(failures-1, 16), longestDelay)
	}
	var refusal *acme.Error
	if errors.As(err, &refusal) {
		if asked, limited := acme.RateLimit(refusal); limited {
			delay = max(delay, min(asked, longestAsked), firstDelay)
		}
	}
	return delay
}

// report logs a failed order: as an error if clients cannot connect, else as a warning.
func (m *Manager) report(name string, err error, delay time.Duration) {
	event, text := m.cfg.Log.Error(), "got no certificate; until there is one, browsers cannot connect"
	if cert := m.certificate(name); cert != nil {
		event = m.cfg.Log.Warn()
		text = "could not renew the certificate; the old one stays in use"
		if !cert.Leaf.NotAfter.After(m.cfg.Now()) {
			event, text = m.cfg.Log.Error(), "could not renew the certificate, which has expired; browsers warn their users"
		}
		event = event.Time("until", cert.Leaf.NotAfter)
	}
	event.Str("name", name).Err(err).Dur("next", delay).Msg(text)
}

// retryNonce repeats a request whose nonce was too old, and no other: the schedule of attempts repeats orders, and waits as long as the authority asks.
func retryNonce(n int, _ *http.Request, resp *http.Response) time.Duration {
	if resp.StatusCode != http.StatusBadRequest || n > 3 {
		return -1
	}
	return 100 * time.Millisecond
}
