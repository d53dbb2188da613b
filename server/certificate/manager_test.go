package certificate_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"io/fs"
	stdlog "log" //nolint:depguard // for an http.Server
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/certificate"
	"nemeton/testkit/acmetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/memlog"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, acmetest.Leaks()...) }

const (
	name  = "games.example.org"
	day   = 24 * time.Hour
	hangs = 2 * time.Minute // no machine is so slow; a test that takes longer hangs
)

// sites counts the servers under test.
var sites atomic.Int32

// site is a server under test with its authority.
type site struct {
	t         *testing.T
	name      string // its own, because the library keeps the challenges of a process by name
	authority *acmetest.Authority
	ip        string // on which it listens
	log       *memlog.Log
	folder    string
	ratio     float64 // of the life that a certificate has left when it is renewed
	manager   *certificate.Manager
	host      acmetest.Host
	close     func()

	mu   sync.Mutex // guards used
	used []*x509.Certificate
}

// note records a certificate that is used from now on.
func (s *site) note(_ string, leaf *x509.Certificate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = append(s.used, leaf)
}

// lastUsed returns how many certificates were announced, and the last one.
func (s *site) lastUsed() (n int, leaf *x509.Certificate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.used), s.used[len(s.used)-1]
}

func newSite(t *testing.T) *site {
	t.Helper()
	return newSiteAt(t, "127.0.0.1", acmetest.New(t, 90*day))
}

func newSiteAt(t *testing.T, ip string, authority *acmetest.Authority) *site {
	t.Helper()
	s := &site{t: t, name: fmt.Sprintf("site-%d.example.org", sites.Add(1)), authority: authority, ip: ip, log: &memlog.Log{}, folder: filepath.Join(t.TempDir(), "certificates")}
	s.open()
	return s
}

// open makes a manager and serves it.
func (s *site) open() {
	s.t.Helper()
	file := must.Return(os.ReadFile(s.authority.File))(s.t)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(file)
	secureOn, plainOn := listen(s.t, s.ip), listen(s.t, s.ip)
	m, err := certificate.NewManager(certificate.Config{
		Names: []string{s.name}, Directory: s.authority.URL(), Email: "ada@example.org", Folder: s.folder, Roots: roots,
		Used: s.note, Host: s.ip, HTTPSPort: port(secureOn), HTTPPort: port(plainOn), RenewalRatio: s.ratio, CheckEvery: 20 * time.Millisecond, Now: time.Now, Log: zerolog.New(s.log),
	})
	must.Succeed(s.t, err)
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
	quiet := stdlog.New(io.Discard, "", 0)
	secure := &http.Server{Handler: hello, TLSConfig: certificate.TLSConfig(m), ReadHeaderTimeout: time.Minute, ErrorLog: quiet}
	plain := &http.Server{Handler: m.Challenges(certificate.Redirect([]string{s.name}, "443")), ReadHeaderTimeout: time.Minute}
	go func() { _ = secure.ServeTLS(secureOn, "", "") }()
	go func() { _ = plain.Serve(plainOn) }()
	s.manager, s.host = m, acmetest.Host{HTTP: plainOn.Addr().String(), HTTPS: secureOn.Addr().String()}
	s.authority.Lead(s.host)
	s.close = sync.OnceFunc(func() {
		m.Close()
		_ = secure.Close()
		_ = plain.Close()
	})
	s.t.Cleanup(s.close)
}

func (s *site) start() {
	s.t.Helper()
	must.Succeed(s.t, s.manager.Start())
}

// await blocks until done returns true.
func (s *site) await(what string, done func() bool) {
	s.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(hangs); !done(); <-tick.C {
		if time.Now().After(limit) {
			s.t.Fatalf("%s: it does not happen; the log: %s", what, s.log)
		}
	}
}

func (s *site) awaitCertificate() string {
	s.t.Helper()
	s.await("a certificate", func() bool { return s.manager.Leaf() != nil })
	return s.serial()
}

func (s *site) awaitLog(parts ...string) {
	s.t.Helper()
	for _, part := range parts {
		s.await("the line "+part, func() bool { return strings.Contains(s.log.String(), part) })
	}
}

func (s *site) connect(serverName string, protocols ...string) (tls.ConnectionState, error) {
	config := &tls.Config{RootCAs: s.authority.Pool(), ServerName: serverName, MinVersion: tls.VersionTLS12, NextProtos: protocols}
	if serverName == "" {
		config.InsecureSkipVerify = true // the client names no server, so there is nothing to compare
	}
	conn, err := (&tls.Dialer{Config: config}).DialContext(s.t.Context(), "tcp", s.host.HTTPS)
	if err != nil {
		return tls.ConnectionState{}, err
	}
	defer func() { _ = conn.Close() }()
	return conn.(*tls.Conn).ConnectionState(), nil //nolint:forcetypeassert // a tls.Dialer returns nothing else
}

// serial connects as a browser does, checks the certificate, and returns its serial number.
func (s *site) serial() string {
	s.t.Helper()
	state := must.Return(s.connect(s.name, "h2"))(s.t)
	expect.Equal(s.t, state.NegotiatedProtocol, "h2", "the protocol")
	return state.PeerCertificates[0].SerialNumber.String()
}

func port(l net.Listener) int {
	return l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it listens on TCP
}

func listen(t *testing.T, ip string) net.Listener {
	t.Helper()
	return must.Return((&net.ListenConfig{}).Listen(t.Context(), "tcp", net.JoinHostPort(ip, "0")))(t)
}

// A certificate that is due is renewed while it is in use. A renewal that fails leaves the old one working, and is logged.
func TestManager_Renews(t *testing.T) {
	t.Parallel()
	var s *site
	var first string
	for s == nil || s.manager.Leaf().SerialNumber.BitLen()%8 == 0 { // Pebble 2.10 cannot replace a certificate whose serial number begins with this bit
		if s != nil {
			s.close()
		}
		s = newSite(t)
		s.start()
		first = s.awaitCertificate()
	}
	s.awaitLog("got a certificate")
	if stored, err := certificate.Stored(s.folder, s.authority.URL(), s.name); err != nil || stored == nil || stored.Leaf.SerialNumber.String() != first {
		t.Errorf("stored: got %v and error %v, want the certificate", stored, err)
	}
	expect.Equal(t, must.Return(certificate.Stored(s.folder, s.authority.URL(), "other.example.org"))(t), nil, "stored for another name")
	s.close()

	s.ratio = 0.9999999 // it is due within a second
	s.open()
	s.start()
	s.await("a renewal", func() bool { return s.serial() != first })
	s.close()

	s.authority.Close()
	s.open()
	second := s.serial()
	s.start()
	s.awaitLog(`"level":"warn"`, "the old one stays in use", `"name":"`+s.name+`"`)
	expect.Equal(t, s.serial(), second, "after a failed renewal another certificate is served")
}

// A restart uses the stored certificate, also if the authority is away. Only the owner can read the files. Another authority has files of its own.
func TestManager_Restart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	before := s.awaitCertificate()
	s.close()
	s.authority.Close()
	s.open()
	expect.Equal(t, s.serial(), before, "the certificate")
	s.start()
	s.close()
	err := filepath.WalkDir(s.folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]; runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s: got mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return err
	})
	expect.Error(t, err, nil)
	m := must.Return(certificate.NewManager(certificate.Config{Names: []string{s.name}, Directory: "https://127.0.0.1:1/other", Folder: s.folder, Now: time.Now, Log: zerolog.Nop()}))(t)
	defer m.Close()
	expect.Equal(t, m.Leaf(), nil, "another authority: got the certificate of the first one")
}

// A damaged file is replaced by a new certificate. A folder without permission is an error.
func TestManager_Damaged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	first := s.awaitCertificate()
	s.close()
	damaged := 0
	err := filepath.WalkDir(s.folder, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, s.name+".crt") {
			damaged++
			return os.WriteFile(path, []byte("half"), 0o600)
		}
		return err
	})
	if err != nil || damaged != 1 {
		t.Fatalf("got %d damaged files and error %v", damaged, err)
	}
	s.open()
	s.awaitLog("cannot be used; a new one is ordered")
	s.start()
	if s.awaitCertificate() == first {
		t.Error("the damaged certificate is served")
	}
	if _, err := certificate.NewManager(certificate.Config{Names: []string{s.name}, Directory: s.authority.URL(), Folder: "/dev/null/certificates"}); err == nil {
		t.Error("a folder that cannot be made: got no error")
	}
}

// If the authority cannot reach one of the ports, the other one is used. A name may have an IPv6 address alone. The meter hears that there is no certificate, and
// of the first one.
func TestManager_OtherPort(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, ip := range []string{"127.0.0.1", "::1"} {
		for port := range 2 {
			t.Run(fmt.Sprintf("%s, port %d of 2", ip, port+1), func(t *testing.T) {
				t.Parallel()
				var s *site
				if ip == "::1" {
					s = newSiteAt(t, ip, acmetest.NewIPv6(t, 90*day))
				} else {
					s = newSite(t)
				}
				if n, leaf := s.lastUsed(); n != 1 || leaf != nil {
					t.Errorf("before the order: got %d certificates, the last one %v, want none", n, leaf)
				}
				host := acmetest.Host{HTTP: s.host.HTTP}
				if port == 1 {
					host = acmetest.Host{HTTPS: s.host.HTTPS}
				}
				s.authority.Lead(host)
				s.start()
				serial := s.awaitCertificate()
				s.await("the announcement", func() bool { _, leaf := s.lastUsed(); return leaf != nil && leaf.SerialNumber.String() == serial })
			})
		}
	}
}

// A failed order is an error in the log, with the reason. Handshakes order nothing.
func TestManager_Fails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	expect.Failure(t, expect.Second(s.connect(s.name)), "before the first order")
	s.authority.Lead(acmetest.Host{})
	s.start()
	s.awaitLog(`"level":"error"`, "browsers cannot connect", "urn:ietf:params:acme:error")
}

// Only the own names have a certificate, in any case of letters. A client that names no server gets the first one.
func TestManager_Names(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	serial := s.awaitCertificate()
	for _, given := range []string{strings.ToUpper(s.name), ""} {
		expect.Equal(t, must.Return(s.connect(given))(t).PeerCertificates[0].SerialNumber.String(), serial, given)
	}
	expect.Failure(t, expect.Second(s.connect("other.example.org")), "another name")
	expect.Failure(t, expect.Second(s.connect(s.name, "acme-tls/1")), "a challenge without an order")
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"games.example.org": "games.example.org", "Games.Example.org.": "games.example.org", "xn--bcher-kva.example": "xn--bcher-kva.example", "intern": "intern",
		"": "", "*.example.org": "", "192.0.2.1": "", "[2001:db8::1]": "", "2001:db8::1": "", "https://games.example.org": "", "games.example.org:443": "",
		"bücher.example": "xn--bcher-kva.example", "BÜCHER.example.": "xn--bcher-kva.example", "１２７.0.0.1": "", "bücher_.example": "", "bü cher.example": "", "a..b": "", "-a.example": "", "../etc": "",
	} {
		if got, err := certificate.CheckName(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", given, got, err, want)
		}
	}
}
