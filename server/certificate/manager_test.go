package certificate_test

import (
	"crypto/tls"
	"io"
	"io/fs"
	stdlog "log"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/certificate"
	"nemeton/testkit/acmetest"
)

func quiet() *stdlog.Logger { return stdlog.New(io.Discard, "", 0) }

// A certificate is renewed when a third of its life is left. A renewal that fails leaves the old one working, is logged, and is tried again.
func TestManager_Renews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	s.wantIssued(1, 0)
	first := s.serial()

	s.clock.pass(59 * day)
	s.wantIssued(1, 0)
	s.clock.pass(2 * day)
	s.wantIssued(2, 0)
	second := s.serial()
	if second == first {
		t.Error("the renewed certificate is not served")
	}
	s.wantLog("got a certificate")

	s.authority.Refuse(&acmetest.Problem{Type: "urn:ietf:params:acme:error:serverInternal", Detail: "closed on holidays", Status: http.StatusInternalServerError})
	s.clock.pass(61 * day)
	s.wantIssued(2, 0)
	s.wantLog(`"level":"warn"`, "the old one stays in use", "closed on holidays", `"name":"`+name+`"`)
	if s.serial() != second {
		t.Error("after a failed renewal another certificate is served")
	}
	s.authority.Refuse(nil)
	s.clock.pass(6 * time.Hour)
	s.wantIssued(3, 0)
	if s.serial() == second {
		t.Error("after the repair the old certificate is served")
	}
}

// An expired certificate is an error in the log, and is still served.
func TestManager_Expired(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	s.authority.Refuse(&acmetest.Problem{Type: "urn:ietf:params:acme:error:serverInternal", Status: http.StatusInternalServerError})
	s.clock.pass(91 * day)
	s.wantLog(`"level":"error"`, "has expired")
	if leaf := s.manager.Leaf(); leaf == nil || leaf.NotAfter.After(s.clock.Now()) {
		t.Errorf("got %v, want the expired certificate", leaf)
	}
}

// A restart uses the stored certificate and account. Only the owner can read the files. Another authority has files of its own.
func TestManager_Restart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	before := s.serial()
	s.close()
	s.open()
	if got := s.serial(); got != before {
		t.Errorf("before the start: got the certificate %s, want the stored one", got)
	}
	s.start()
	s.wantIssued(1, 0)
	s.clock.pass(61 * day)
	s.wantIssued(2, 0)
	if n := s.authority.Accounts(); n != 1 {
		t.Errorf("got %d accounts, want 1", n)
	}
	s.close()
	files := 0
	err := filepath.WalkDir(s.folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]; runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s: got mode %v, want %v", path, info.Mode().Perm(), want)
		}
		if !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files != 2 {
		t.Errorf("got %d files and error %v, want the account and the certificate", files, err)
	}
	other := acmetest.New(t)
	m, err := certificate.NewManager(certificate.Config{Names: []string{name}, Directory: other.URL(), Folder: s.folder, Now: s.clock.Now, After: s.clock.After, Log: zerolog.Nop()})
	if err != nil || m.Leaf() != nil {
		t.Errorf("another authority: got %v and error %v, want no certificate", m.Leaf(), err)
	}
}

// A damaged file is replaced.
func TestManager_Damaged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	s.close()
	files, err := filepath.Glob(filepath.Join(s.folder, "*", name+".pem"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got %q, %v", files, err)
	}
	if err := os.WriteFile(files[0], []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.open()
	s.wantLog("cannot be used; a new one is ordered")
	s.start()
	s.wantIssued(2, 0)
	s.serial()
	s.close()
	accounts, err := filepath.Glob(filepath.Join(s.folder, "*", "account.key"))
	if err != nil || len(accounts) != 1 {
		t.Fatalf("got %q, %v", accounts, err)
	}
	if err := os.WriteFile(accounts[0], []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.NewManager(certificate.Config{Names: []string{name}, Directory: s.authority.URL(), Folder: s.folder, Now: s.clock.Now}); err == nil {
		t.Error("a damaged account key: got no error")
	}
}

// If the authority cannot reach one port, the next attempt uses the other one.
func TestManager_OtherPort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.authority.Lead(name, acmetest.Host{HTTP: s.host.HTTP})
	s.start()
	s.wantIssued(0, 1)
	s.wantLog(`"level":"error"`, "browsers cannot connect", "tls-alpn-01", "the port is closed")
	s.clock.pass(29 * time.Second)
	s.wantIssued(0, 1)
	s.clock.pass(time.Second)
	s.wantIssued(1, 1)
	s.serial()
}

// Failures are repeated less and less often, five times in the first hour, and not before the time that the authority names.
func TestManager_Backoff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.authority.Lead(name, acmetest.Host{})
	s.start()
	s.clock.pass(time.Hour)
	s.wantIssued(0, 5)
	s.clock.pass(23 * time.Hour)
	if _, failures := s.authority.Issued(name); failures > 12 {
		t.Errorf("got %d attempts on the first day, want at most 12", failures)
	}
	s.authority.Refuse(&acmetest.Problem{Type: "urn:ietf:params:acme:error:rateLimited", Status: http.StatusTooManyRequests, After: int((2 * day).Seconds())})
	s.clock.pass(7 * time.Hour)
	s.authority.Refuse(nil)
	s.authority.Lead(name, s.host)
	s.clock.pass(day)
	certificates, _ := s.authority.Issued(name)
	s.clock.pass(day)
	if after, _ := s.authority.Issued(name); certificates != 0 || after != 1 {
		t.Errorf("got %d certificates before the named time and %d after it, want 0 and 1", certificates, after)
	}
}

func TestManager_GetCertificate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if _, err := s.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: name}); err == nil {
		t.Error("before the first order: got no error")
	}
	s.start()
	for _, given := range []string{name, "Games.Example.ORG.", ""} {
		if cert, err := s.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: given}); err != nil || cert == nil {
			t.Errorf("%q: got error %v, want the certificate", given, err)
		}
	}
	for _, hello := range []*tls.ClientHelloInfo{{ServerName: "other.example.org"}, {ServerName: name, SupportedProtos: []string{"acme-tls/1"}}} {
		if cert, err := s.manager.GetCertificate(hello); err == nil {
			t.Errorf("%+v: got %v, want an error", hello, cert)
		}
	}
	s.wantIssued(1, 0)
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"games.example.org": "games.example.org", " Games.Example.org. ": "games.example.org", "xn--bcher-kva.example": "xn--bcher-kva.example", "intern": "intern",
		"": "", "*.example.org": "", "192.0.2.1": "", "[2001:db8::1]": "", "2001:db8::1": "", "https://games.example.org": "", "games.example.org:443": "",
		"bücher.example": "", "a..b": "", "-a.example": "", "../etc": "",
	} {
		if got, err := certificate.CheckName(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", given, got, err, want)
		}
	}
}
