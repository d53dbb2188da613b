package main

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nemeton/cmd/nemeton/internal/commands"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/certificate"
	"nemeton/server/doctor"
	"nemeton/testkit/acmetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/privateca"
	"nemeton/testkit/receivers"
	"nemeton/testkit/testsize"
)

// wantLines fails unless each part is in the output.
func wantLines(t *testing.T, out string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		expect.Contains(t, out, part, "the output")
	}
}

// The doctor checks a running server on both databases, and ends with exit code 0.
func TestDoctor(t *testing.T) {
	t.Parallel()
	for engine, db := range map[string]string{"SQLite": database(t), "Postgres": pgtest.New(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			r := start(t, db)
			args := []string{"doctor", "--database", db, "--url", r.url, "--admin-addr", strings.TrimPrefix(r.admin, "http://"), "--contact", "mailto:ada@example.org"}
			code, out := doctorOf(args...)
			parts := []string{"OK       configuration", "OK       store: " + engine, "OK       schema", "OK       version: the running server is this program", "OK       proxy: through no proxy the server sees the client 127.0.0.1",
				"OK       clock: agrees with the clock of http://", "OK       push", "OK       passkeys: none are stored", "OK       tls: http://127.0.0.1"}
			if engine == "SQLite" {
				parts = append(parts, "a server uses it", "OK       disk", "WARNING  backup: there is none")
				expect.Equal(t, code, 0, "exit code")
			} else {
				parts = append(parts, "OK       clock: agrees with the clock of the database")
			}
			wantLines(t, out, parts...)
			if strings.Contains(out, "web client") {
				t.Errorf("the running server has another web client:\n%s", out)
			}

			code, out = doctorOf(append(args, "--json")...)
			var read struct {
				OK       bool             `json:"ok"`
				Findings []doctor.Finding `json:"findings"`
			}
			text, _, _ := strings.Cut(out, "\nnemeton: ")
			if err := json.Unmarshal([]byte(text), &read); err != nil || read.OK != (code == 0) || len(read.Findings) < 8 {
				t.Errorf("got exit code %d, %+v, %v", code, read, err)
			}
		})
	}
}

func doctorOf(args ...string) (code int, out string) {
	var text bytes.Buffer
	code = run(args, &text, &text)
	return code, text.String()
}

// The doctor names the faults of a proxy, which only the server sees. Strangers learn nothing of that.
func TestDoctor_Proxy(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for what, c := range map[string]struct {
		trusted bool
		headers map[string]string
		host    string
		code    int
		want    string
	}{
		"an untrusted proxy":        {false, map[string]string{"X-Forwarded-For": "203.0.113.9"}, "", 1, "PROBLEM  proxy: 127.0.0.1 sends the headers of a proxy and is not in --trusted-proxies"},
		"a trusted proxy":           {true, map[string]string{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}, "", 0, "OK       proxy: through the trusted proxy 127.0.0.1 the server sees the client 203.0.113.9"},
		"a proxy without addresses": {true, map[string]string{"X-Forwarded-Proto": "https"}, "", 1, "PROBLEM  proxy: the proxy 127.0.0.1 does not name its clients"},
		"a proxy that hides hosts":  {true, map[string]string{"X-Forwarded-For": "203.0.113.9"}, "inner.lan", 1, "PROBLEM  proxy: the server sees the host inner.lan"},
		"a false scheme":            {true, map[string]string{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}, "", 1, "PROBLEM  sockets: the server takes pages at http://127.0.0.1"},
		"a host without its port":   {true, map[string]string{"X-Forwarded-For": "203.0.113.9"}, "127.0.0.1", 1, "the proxy must pass on the host with its port"},
		"no upgrades":               {true, map[string]string{"X-Forwarded-For": "203.0.113.9", "Upgrade": ""}, "", 1, "is answered with 400\n           -> let the proxy pass on upgrades"},
		"sockets":                   {true, map[string]string{"X-Forwarded-For": "203.0.113.9"}, "", 0, "OK       sockets: pages at http://127.0.0.1"},
		"a name that is not served": {true, map[string]string{"X-Forwarded-For": "203.0.113.9"}, "evil.example", 1, "PROBLEM  address: the server refuses requests for 127.0.0.1"},
	} {
		db, trust := database(t), []netip.Prefix(nil)
		if c.trusted {
			trust = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		}
		r := start(t, db, func(cfg *wiring.Config) { cfg.Trusted, cfg.Hosts = trust, []string{"games.example"} })
		to := must.Return(url.Parse(r.url))(t)
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to)
			p.Out.Host = p.In.Host
			if c.host != "" {
				p.Out.Host = c.host
			}
			for name, value := range c.headers {
				p.Out.Header.Set(name, value)
			}
		}})
		code, out := doctorOf("doctor", "--database", db, "--url", proxy.URL, "--admin-addr", strings.TrimPrefix(r.admin, "http://"))
		proxy.Close()
		expect.Equal(t, code, c.code, what, "exit code")
		wantLines(t, out, c.want)
		for _, path := range []string{"/doctor", "/doctor/" + strings.Repeat("A", wiring.MarkLength)} {
			if _, text := ask(t, "GET", r.url+path, "", nil, nil); strings.Contains(string(text), "peer") || strings.Contains(string(text), "limits") {
				t.Errorf("%s: the public address answers %s with %s", what, path, text)
			}
		}
	}
}

// Marks of strangers displace each other within a bound.
func TestSeenRequests_Bounded(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	mark := func(n int) string {
		return strings.Repeat("A", wiring.MarkLength-2) + string(rune('A'+n/26)) + string(rune('A'+n%26))
	}
	for n := range wiring.KeptSeenRequests + 1 {
		req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/healthz", http.NoBody))(t)
		req.Header.Set("Nemeton-Doctor", mark(n))
		resp, err := http.DefaultClient.Do(req)
		must.Succeed(t, err)
		_ = resp.Body.Close()
	}
	for n, want := range map[int]int{0: 404, 1: 200, wiring.KeptSeenRequests: 200} {
		expect.Equal(t, expect.First(ask(t, "GET", r.admin+"/doctor/"+mark(n), "", nil, nil)), want, "request", n)
	}
}

// Certificates are checked in their files and at the address.
func TestDoctor_TLS(t *testing.T) {
	t.Parallel()
	ca, dir, now, db := privateca.New(t), t.TempDir(), time.Now(), database(t)
	certFile, keyFile := ca.Files(dir, []string{"localhost"}, now.Add(-time.Hour), now.Add(time.Hour))
	s := startSecure(t, ca.Pool(), db, wiring.TLSFlags{TLSCert: certFile, TLSKey: keyFile, ACMEURL: certificate.LetsEncrypt}, func(acmetest.Host) {})
	_, port, _ := strings.Cut(s.addr, ":")
	d := commands.DoctorCmd{
		Server: wiring.Serve{Database: db, TLS: wiring.TLSFlags{TLSCert: certFile, TLSKey: keyFile}}, URL: "https://localhost:" + port, Timeout: hangs, Roots: ca.Pool(),
	}
	examine := func() string {
		var out bytes.Buffer
		must.Succeed(t, doctor.Print(&out, d.Examine(t.Context())))
		return out.String()
	}
	wantLines(t, examine(), "WARNING  tls: the certificate of localhost leads to no authority that this machine knows", "OK       tls: the key "+keyFile+" is private", "OK       tls: the certificate of localhost is valid for")
	must.Succeed(t, os.Chmod(keyFile, 0o644))
	d.Roots = nil
	wantLines(t, examine(), "PROBLEM  tls: every user of this machine may read the key", "PROBLEM  tls: https://localhost:"+port+": tls: failed to verify certificate")
	d.Server.TLS = wiring.TLSFlags{TLSDomain: []string{tlsName}, ACMEURL: certificate.LetsEncrypt}
	d.URL = "https://localhost:1"
	wantLines(t, examine(), "WARNING  tls: no certificate of "+tlsName+" is stored", "PROBLEM  address: https://localhost:1 cannot be reached")
}

// Other services are checked if they are configured. Flags that serve refuses are a problem.
func TestDoctor_Services(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	nats, mails, db := natstest.Start(t).URL, receivers.NewMailServer(t), database(t)
	smtp := "smtp+plain://" + net.JoinHostPort(mails.Host, strconv.Itoa(mails.Port))
	code, out := doctorOf("doctor", "--database", db, "--nats", nats, "--smtp", smtp, "--mail-from", "games@example.org", "--public-url", "http://127.0.0.1:1")
	wantLines(t, out, "OK       nats", "OK       mail", "PROBLEM  address", "WARNING  store: ", "does not exist; serve creates it", "WARNING  push")
	if _, err := os.Stat(strings.TrimPrefix(db, "sqlite:")); err == nil || code != 1 {
		t.Errorf("got exit code %d; the file exists: %v", code, err == nil)
	}
	_, out = doctorOf("doctor", "--database", "postgres://ada:hush@127.0.0.1:1/x?connect_timeout=1", "--nats", "nats://127.0.0.1:1", "--smtp", "smtp+plain://127.0.0.1:1", "--mail-from", "games@example.org", "--public-url", "http://127.0.0.1:1")
	wantLines(t, out, "PROBLEM  nats", "PROBLEM  mail", "PROBLEM  store: the database cannot be used")
	if strings.Contains(out, "hush") {
		t.Errorf("the output contains the password: %s", out)
	}
	code, out = doctorOf("doctor", "--database", db, "--secret-key", "short")
	if wantLines(t, out, "PROBLEM  configuration: the secret key has 5 characters", "WARNING  address: no address was called"); code != 1 {
		t.Errorf("got exit code %d, want 1", code)
	}
}

func TestNewestBackup(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	if got := commands.NewestBackup(dir, true); !got.IsZero() {
		t.Errorf("got %v, want none", got)
	}
	for _, name := range []string{filepath.Base(commands.BackupFile(dir, now.Add(-time.Hour))), filepath.Base(commands.BackupFile(dir, now)), "notes.db"} {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	if got := commands.NewestBackup(dir, true); !got.Equal(now) {
		t.Errorf("got %v, want %v", got, now)
	}
	if got := commands.NewestBackup(dir, false); time.Since(got).Abs() > time.Hour {
		t.Errorf("copies of any name: got %v, want the time of the file", got)
	}
}
