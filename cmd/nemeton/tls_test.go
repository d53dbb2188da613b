package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/client"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/certificate"
	"nemeton/testkit/acmetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
	"nemeton/testkit/testsize"
)

const tlsName = "games.example.org"

// secureSite is the whole program with TLS, and a client to which the name leads there.
type secureSite struct {
	app         *wiring.App
	secure      *wiring.TLSConfig
	public      string // the default of --public-url
	addr, plain string
	client      *http.Client
	stop        func() error
}

// startSecure starts the program with these flags of TLS.
func startSecure(t *testing.T, roots *x509.CertPool, database string, flags wiring.TLSFlags, lead func(acmetest.Host)) *secureSite {
	t.Helper()
	return startSecureAt(t, "127.0.0.1:0", roots, database, flags, lead)
}

// startSecureAt is startSecure at an address, whose port is 0.
func startSecureAt(t *testing.T, at string, roots *x509.CertPool, database string, flags wiring.TLSFlags, lead func(acmetest.Host)) *secureSite {
	t.Helper()
	s := wiring.Serve{Database: database, TLS: flags}
	secure := must.Return(s.Secure())(t)
	hosts := must.Return(wiring.HostNames(s.Hosts))(t)
	on := must.Return(wiring.Listen(t.Context(), at))(t)
	secure.Plain = must.Return(wiring.Listen(t.Context(), at))(t)
	site := &secureSite{secure: secure, public: s.Notify.PublicURL, addr: on.Addr().String(), plain: secure.Plain.Addr().String()}
	lead(acmetest.Host{HTTP: site.plain, HTTPS: site.addr})
	site.app = must.Return(wiring.New(context.Background(), wiring.Config{Listener: on, Database: database, TLS: secure, Hosts: hosts, Log: zerolog.Nop(), Environment: wiring.NewEnvironment()}))(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- site.app.Run(ctx) }()
	transport := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			to := site.addr
			if strings.HasSuffix(address, ":80") {
				to = site.plain
			}
			return (&net.Dialer{}).DialContext(ctx, network, to)
		},
	}
	site.client = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	stopped := false
	site.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		transport.CloseIdleConnections()
		cancel()
		return <-ended
	}
	t.Cleanup(func() {
		expect.Error(t, site.stop(), nil)
	})
	return site
}

// awaitCertificate blocks until there is one, and returns its serial number.
func (s *secureSite) awaitCertificate(t *testing.T) string {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(hangs); ; <-tick.C {
		if leaf := s.app.TLS.Source.Leaf(); leaf != nil {
			return leaf.SerialNumber.String()
		}
		if time.Now().After(limit) {
			t.Fatal("there is no certificate")
		}
	}
}

// do sends a request and reads the body of its answer.
func (s *secureSite) do(t *testing.T, method, url, body string) (*answer, string) {
	t.Helper()
	r := must.Return(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(r)
	must.Succeed(t, err)
	defer func() { _ = resp.Body.Close() }()
	text := must.Return(io.ReadAll(resp.Body))(t)
	return &answer{resp.ProtoMajor, resp.StatusCode, resp.Proto, resp.Header, resp.Cookies()}, string(text)
}

// answer is a response without its body.
type answer struct {
	ProtoMajor, StatusCode int
	Proto                  string
	Header                 http.Header
	Cookies                []*http.Cookie
}

// One flag gives a server with TLS: pages by HTTP/2, secure cookies, sockets, and redirects from plain HTTP. A restart orders nothing.
func TestApp_TLSDomain(t *testing.T) {
	t.Parallel()
	authority, db := acmetest.New(t, 90*24*time.Hour), database(t)
	flags := wiring.TLSFlags{TLSDomain: []string{"Games.Example.org"}, ACMEURL: authority.URL(), ACMECA: authority.File}
	s := startSecure(t, authority.Pool(), db, flags, authority.Lead)
	serial := s.awaitCertificate(t)
	expect.Equal(t, s.public, "https://"+tlsName, "the public address")
	expect.Equal(t, s.app.Greeting(s.secure, s.public)[0], "Nemeton is ready: https://"+tlsName, "the greeting")

	resp, _ := s.do(t, "GET", "https://"+tlsName+"/readyz", "")
	if resp.ProtoMajor != 2 || resp.StatusCode != http.StatusOK || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %s, status %d and the headers %v, want HTTP/2, 200 and HSTS", resp.Proto, resp.StatusCode, resp.Header)
	}
	resp, _ = s.do(t, "GET", "http://"+tlsName+"/tables/1?invite=x", "")
	if resp.StatusCode != http.StatusPermanentRedirect || resp.Header.Get("Location") != "https://"+tlsName+"/tables/1?invite=x" {
		t.Errorf("plain HTTP: got %d to %q, want a redirect", resp.StatusCode, resp.Header.Get("Location"))
	}
	expect.Equal(t, expect.First(s.do(t, "GET", "https://"+tlsName+"/api/v1/me", "")).StatusCode, http.StatusUnauthorized, "a stranger")
	s.plays(t)

	expect.Equal(t, command(t, 0, "health", "--addr", s.addr, "--tls-domain", tlsName), "ready\n", "health")
	must.Succeed(t, s.stop())
	authority.Close()
	s = startSecure(t, authority.Pool(), db, flags, authority.Lead)
	if leaf := s.app.TLS.Source.Leaf(); leaf == nil || leaf.SerialNumber.String() != serial {
		t.Errorf("after a restart: got %v, want the certificate from before", leaf)
	}
	s.do(t, "GET", "https://"+tlsName+"/readyz", "")
	if _, err := os.Stat(filepath.Join(filepath.Dir(strings.TrimPrefix(db, "sqlite:")), "nemeton-tls")); err != nil {
		t.Errorf("the certificates are not beside the database: %v", err)
	}
}

// Over IPv6 alone, a server gets its certificate, serves pages and sockets, redirects, and answers health checks.
func TestApp_TLSDomain_IPv6(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	authority := acmetest.NewIPv6(t, 90*24*time.Hour)
	flags := wiring.TLSFlags{TLSDomain: []string{tlsName}, ACMEURL: authority.URL(), ACMECA: authority.File}
	s := startSecureAt(t, "[::1]:0", authority.Pool(), database(t), flags, authority.Lead)
	s.awaitCertificate(t)
	if resp, _ := s.do(t, "GET", "https://"+tlsName+"/readyz", ""); resp.ProtoMajor != 2 || resp.StatusCode != http.StatusOK {
		t.Errorf("got %s and status %d", resp.Proto, resp.StatusCode)
	}
	s.plays(t)
	for host, want := range map[string]string{tlsName: tlsName, "[::1]": tlsName, "[2001:db8::1]": tlsName} {
		if resp, _ := s.do(t, "GET", "http://"+host+":80/rules?x=1", ""); resp.StatusCode != http.StatusPermanentRedirect || resp.Header.Get("Location") != "https://"+want+"/rules?x=1" {
			t.Errorf("plain HTTP to %s: got %d to %q, want a redirect to %s", host, resp.StatusCode, resp.Header.Get("Location"), want)
		}
	}
	expect.Equal(t, command(t, 0, "health", "--addr", s.addr, "--tls-domain", tlsName), "ready\n", "health")
	expect.Contains(t, strings.Join(s.app.Greeting(s.secure, s.public), " "), "it listens on [::1]:", "the greeting")
}

// plays signs a guest in, checks the cookie, and reads the socket of a table.
func (s *secureSite) plays(t *testing.T) {
	t.Helper()
	resp, text := s.do(t, "POST", "https://"+tlsName+"/api/v1/players", `{"name":"Ada"}`)
	if cookies := resp.Cookies; resp.StatusCode != http.StatusCreated || len(cookies) != 1 || !cookies[0].Secure || !strings.HasPrefix(cookies[0].Name, "__Host-") || !strings.HasPrefix(cookies[0].Value, "tls.") {
		t.Fatalf("got %d, %s and the cookies %v, want a secure one", resp.StatusCode, text, cookies)
	}
	cookie := resp.Cookies[0]
	header := http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}, "Origin": {"https://" + tlsName}}
	r := must.Return(http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+tlsName+"/api/v1/tables", strings.NewReader(`{"title":"meduris","seats":2}`)))(t)
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	made, err := s.client.Do(r)
	must.Succeed(t, err)
	defer func() { _ = made.Body.Close() }()
	table := must.Return(io.ReadAll(made.Body))(t)
	_, id, _ := strings.Cut(string(table), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	socket, err := client.Dial(ctx, client.Options{By: s.client}, "https://"+tlsName+"/api/v1/tables/"+id+"/socket", header)
	if err != nil {
		t.Fatalf("%v, at table %s", err, table)
	}
	defer func() { _ = socket.Close(1000) }()
	expect.Contains(t, string(must.Return(socket.Read(ctx))(t)), id, "the message and error")
}

// The certificate of an operator is served, and replaced without a restart.
func TestApp_TLSCert(t *testing.T) {
	t.Parallel()
	ca, dir, now := privateca.New(t), t.TempDir(), time.Now()
	certFile, keyFile := ca.Files(dir, []string{tlsName}, now, now.Add(time.Hour))
	s := startSecure(t, ca.Pool(), database(t), wiring.TLSFlags{TLSCert: certFile, TLSKey: keyFile, ACMEURL: certificate.LetsEncrypt}, func(acmetest.Host) {})
	expect.Equal(t, s.app.Greeting(s.secure, s.public)[0], "Nemeton is ready: https://"+tlsName, "the greeting")
	if resp, _ := s.do(t, "GET", "https://"+tlsName+"/readyz", ""); resp.StatusCode != http.StatusOK || resp.ProtoMajor != 2 {
		t.Errorf("got %s and status %d", resp.Proto, resp.StatusCode)
	}
	if resp, _ := s.do(t, "GET", "http://"+tlsName+"/", ""); resp.Header.Get("Location") != "https://"+tlsName+"/" {
		t.Errorf("plain HTTP: got %d to %q, want a redirect", resp.StatusCode, resp.Header.Get("Location"))
	}
	s.plays(t)
	old := &tls.Config{RootCAs: ca.Pool(), ServerName: tlsName, MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}
	if conn, err := (&tls.Dialer{Config: old}).DialContext(t.Context(), "tcp", s.addr); err == nil {
		_ = conn.Close()
		t.Error("TLS 1.1 is accepted")
	}
}

// Flags that contradict each other end the start with a sentence.
func TestServe_TLSRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certFile, keyFile := privateca.New(t).Files(dir, []string{tlsName}, time.Now(), time.Now().Add(time.Hour))
	files := "--tls-cert " + certFile + " --tls-key " + keyFile
	for flags, want := range map[string]string{
		"--tls-domain a.example " + files:                                          "set one of them",
		"--tls-cert " + certFile:                                                   "set both",
		"--tls-key " + keyFile:                                                     "set both",
		"--tls-cert " + certFile + " --tls-key " + certFile:                        certFile,
		"--tls-cert " + dir + "/none --tls-key " + keyFile:                         "none",
		"--http-addr :80":                                                          "no use without",
		"--tls-cache " + dir + " " + files:                                         "no use without --tls-domain",
		"--acme-email ada@example.org":                                             "no use without --tls-domain",
		"--acme-url https://ca.example/dir " + files:                               "no use without --tls-domain",
		"--tls-domain a.example --acme-url http://ca.example/dir":                  "https://HOST/PATH",
		"--tls-domain a.example --acme-email Ada":                                  "mail address",
		"--tls-domain a.example --acme-ca " + keyFile:                              "holds no certificate",
		"--tls-domain 192.0.2.1":                                                   "is an address",
		"--tls-domain *.a.example":                                                 "wildcards",
		"--tls-domain games":                                                       "names with a dot",
		"--tls-domain a.example --hosts b.example":                                 "--hosts does not contain a.example",
		"--tls-domain a.example --public-url http://a.example":                     "write https://",
		"--tls-domain a.example --nodes http://a.example":                          "write https://",
		"--tls-domain a.example --addr :8443 --http-addr :8443":                    "the same address",
		"--tls-domain a.example --tls-cache " + certFile:                           "--tls-cache",
		"--tls-domain a.example --http-addr 192.0.2.1:1 --tls-cache " + dir + "/c": "--http-addr names another address",
	} {
		args := strings.Fields("serve --addr 127.0.0.1:0 --database sqlite:" + filepath.Join(dir, "test.db") + " " + flags)
		if strings.Contains(flags, "--addr :8443") {
			args = append(args[:1], args[3:]...)
		}
		expect.Contains(t, command(t, 1, args...), want, flags)
	}
	expect.Failure(t, expect.Second(os.Stat(filepath.Join(dir, "test.db"))), "a refused start has made the database")
}

func TestServe_Secure(t *testing.T) {
	t.Parallel()
	ca, now := privateca.New(t), time.Now()
	plainCert, plainKey := ca.Files(t.TempDir(), []string{"c.example", "d.example"}, now, now.Add(time.Hour))
	wildCert, wildKey := ca.Files(t.TempDir(), []string{"c.example", "*.c.example"}, now, now.Add(time.Hour))
	for what, c := range map[string]struct {
		given                     wiring.Serve
		addr, public, port, names string
	}{
		"one name":              {wiring.Serve{TLS: wiring.TLSFlags{TLSDomain: []string{"a.example"}}}, ":443", "https://a.example", "443", "a.example"},
		"two names":             {wiring.Serve{TLS: wiring.TLSFlags{TLSDomain: []string{"a.example", "b.example", "A.example"}}}, ":443", "https://a.example", "443", "a.example,b.example"},
		"a forwarded port":      {wiring.Serve{Addr: ":8443", TLS: wiring.TLSFlags{TLSDomain: []string{"a.example"}}}, ":8443", "https://a.example", "443", "a.example"},
		"a public port":         {wiring.Serve{Addr: ":8443", Notify: wiring.NotifyFlags{PublicURL: "https://a.example:8443"}, TLS: wiring.TLSFlags{TLSDomain: []string{"a.example"}}}, ":8443", "https://a.example:8443", "8443", "a.example"},
		"more hosts":            {wiring.Serve{Hosts: []string{"a.example", "c.example"}, TLS: wiring.TLSFlags{TLSDomain: []string{"a.example"}}}, ":443", "https://a.example", "443", "a.example,c.example"},
		"all hosts":             {wiring.Serve{Hosts: []string{"*"}, TLS: wiring.TLSFlags{TLSDomain: []string{"a.example"}}}, ":443", "https://a.example", "443", ""},
		"files":                 {wiring.Serve{TLS: wiring.TLSFlags{TLSCert: plainCert, TLSKey: plainKey}}, ":443", "https://c.example", "443", "c.example,d.example"},
		"files and a port":      {wiring.Serve{Addr: ":8443", TLS: wiring.TLSFlags{TLSCert: plainCert, TLSKey: plainKey}}, ":8443", "https://c.example:8443", "8443", "c.example,d.example"},
		"files with a wildcard": {wiring.Serve{TLS: wiring.TLSFlags{TLSCert: wildCert, TLSKey: wildKey}}, ":443", "", "443", ""},
	} {
		if len(c.given.TLS.TLSDomain) > 0 {
			c.given.TLS.ACMEURL = certificate.LetsEncrypt
		}
		got, err := c.given.Secure()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if names := strings.Join(got.Names, ","); c.given.Addr != c.addr || c.given.Notify.PublicURL != c.public || got.Port != c.port || names != c.names {
			t.Errorf("%s: got address %s, public %s, port %s and names %s", what, c.given.Addr, c.given.Notify.PublicURL, got.Port, names)
		}
	}
	plain := wiring.Serve{}
	if got, err := plain.Secure(); got != nil || err != nil || plain.Addr != ":8080" {
		t.Errorf("without TLS: got %v, %v and the address %s", got, err, plain.Addr)
	}
}
