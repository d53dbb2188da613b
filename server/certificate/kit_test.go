package certificate_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/certificate"
	"nemeton/testkit/acmetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const day = 24 * time.Hour

// clock is a clock with timers, which only tests move.
type clock struct {
	mu     sync.Mutex
	moved  *sync.Cond
	now    time.Time
	timers map[int]timer
	set    int // number of timers so far
}

type timer struct {
	at time.Time
	f  func()
}

func newClock() *clock {
	c := &clock{now: time.Now().UTC().Truncate(time.Second), timers: map[int]timer{}}
	c.moved = sync.NewCond(&c.mu)
	return c
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.set
	c.set++
	c.timers[n] = timer{c.now.Add(d), f}
	c.moved.Broadcast()
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, there := c.timers[n]
		delete(c.timers, n)
		return there
	}
}

// await blocks until n timers were set.
func (c *clock) await(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.set < n {
		c.moved.Wait()
	}
}

// pass lets time pass in steps to the timers that are due, and blocks until each has set its next one.
func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	c.mu.Unlock()
	for {
		c.mu.Lock()
		first := -1
		for n, t := range c.timers {
			if !t.at.After(end) && (first < 0 || t.at.Before(c.timers[first].at)) {
				first = n
			}
		}
		if first < 0 {
			c.now = end
			c.mu.Unlock()
			return
		}
		due, set := c.timers[first], c.set
		delete(c.timers, first)
		c.now = due.at
		c.mu.Unlock()
		due.f()
		c.await(set + 1)
	}
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// take returns what was logged since the last call.
func (b *lockedBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.buf.Reset()
	return b.buf.String()
}

const name = "games.example.org"

// site is a server under test with its authority.
type site struct {
	t         *testing.T
	clock     *clock
	authority *acmetest.Authority
	log       *lockedBuffer
	folder    string
	manager   *certificate.Manager
	host      acmetest.Host
	close     func()
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, clock: newClock(), authority: acmetest.New(t), log: &lockedBuffer{}, folder: t.TempDir() + "/certificates"}
	s.authority.Now = s.clock.Now
	s.open()
	return s
}

// open makes a manager and serves it.
func (s *site) open() {
	s.t.Helper()
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: s.authority.CA.Pool(), MinVersion: tls.VersionTLS12}, DisableKeepAlives: true}
	m, err := certificate.NewManager(certificate.Config{
		Names: []string{name}, Directory: s.authority.URL(), Email: "ada@example.org", Folder: s.folder, Client: &http.Client{Transport: transport},
		Now: s.clock.Now, After: s.clock.After, Log: zerolog.New(s.log),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
	secure := &http.Server{Handler: hello, TLSConfig: certificate.TLSConfig(m), ReadHeaderTimeout: time.Minute, ErrorLog: quiet()}
	plain := &http.Server{Handler: m.Challenges(certificate.Redirect([]string{name}, "443")), ReadHeaderTimeout: time.Minute}
	secureOn, plainOn := listen(s.t), listen(s.t)
	go func() { _ = secure.ServeTLS(secureOn, "", "") }()
	go func() { _ = plain.Serve(plainOn) }()
	s.manager, s.host = m, acmetest.Host{HTTP: plainOn.Addr().String(), HTTPS: secureOn.Addr().String()}
	s.authority.Lead(name, s.host)
	s.close = sync.OnceFunc(func() {
		m.Close()
		_ = secure.Close()
		_ = plain.Close()
	})
	s.t.Cleanup(s.close)
}

// start starts the manager and blocks until its first round is over.
func (s *site) start() {
	set := s.clock.set
	s.manager.Start()
	s.clock.await(set + 1)
}

// serial connects as a browser does, checks the certificate, and returns its serial number.
func (s *site) serial() string {
	s.t.Helper()
	config := &tls.Config{RootCAs: s.authority.CA.Pool(), ServerName: name, Time: s.clock.Now, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}}
	conn, err := (&tls.Dialer{Config: config}).DialContext(s.t.Context(), "tcp", s.host.HTTPS)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	state := conn.(*tls.Conn).ConnectionState()
	if state.NegotiatedProtocol != "h2" {
		s.t.Errorf("got the protocol %q, want h2", state.NegotiatedProtocol)
	}
	return state.PeerCertificates[0].SerialNumber.String()
}

func (s *site) wantIssued(certificates, failures int) {
	s.t.Helper()
	if c, f := s.authority.Issued(name); c != certificates || f != failures {
		s.t.Fatalf("got %d certificates and %d failed validations, want %d and %d; the log: %s", c, f, certificates, failures, s.log.take())
	}
}

func (s *site) wantLog(parts ...string) {
	s.t.Helper()
	text := s.log.take()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			s.t.Errorf("the log lacks %q: %s", part, text)
		}
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}
