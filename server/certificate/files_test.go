package certificate_test

import (
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/certificate"
	"nemeton/testkit/expect"
	"nemeton/testkit/memlog"
	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
)

// clock is a clock that only its test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time       { return c.now }
func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

// Changed files are read without a restart. Files that do not fit leave the old certificate in use.
func TestFiles_Change(t *testing.T) {
	t.Parallel()
	ca, dir, now, log := privateca.New(t), t.TempDir(), &clock{time.Now().UTC().Truncate(time.Second)}, &memlog.Log{}
	write := func(until time.Duration) {
		certFile, keyFile := ca.Files(dir, []string{name}, now.Now().Add(-day), now.Now().Add(until))
		for _, file := range []string{certFile, keyFile} { // a file system may have coarse times
			must.Succeed(t, os.Chtimes(file, now.Now(), now.Now()))
		}
	}
	write(10 * day)
	var used []time.Time
	f, err := certificate.OpenFiles(certificate.FilesConfig{
		Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem"), Now: now.Now, Log: zerolog.New(log),
		Used: func(leaf *x509.Certificate) { used = append(used, leaf.NotAfter) },
	})
	must.Succeed(t, err)
	until := func() time.Time {
		t.Helper()
		cert := must.Return(f.GetCertificate(nil))(t)
		return cert.Leaf.NotAfter
	}
	want := now.Now().Add(10 * day)
	if got := until(); !got.Equal(want) {
		t.Fatalf("got a certificate until %v, want %v", got, want)
	}

	now.pass(time.Minute)
	write(20 * day)
	want = now.Now().Add(20 * day)
	if got := until(); !got.Equal(want) || !f.Leaf().NotAfter.Equal(want) {
		t.Errorf("changed: got a certificate until %v, want %v", got, want)
	}
	if got := log.Take(); !strings.Contains(got, "read the changed certificate") || len(used) != 2 {
		t.Errorf("got %q and %d uses", got, len(used))
	}

	for what, change := range map[string]func(){
		"damaged": func() { write2(t, filepath.Join(dir, "cert.pem"), "half") },
		"missing": func() { _ = os.Remove(filepath.Join(dir, "key.pem")) },
		"another's key": func() {
			write(30 * day)
			other, key := privateca.New(t), filepath.Join(dir, "key.pem")
			_ = other
			_, k := other.Server()
			write2(t, key, string(k))
		},
		"already expired": func() { write(-time.Hour) },
	} {
		now.pass(time.Minute)
		change()
		for range 3 {
			if got := until(); !got.Equal(want) {
				t.Errorf("%s: got a certificate until %v, want the old one", what, got)
			}
			now.pass(time.Minute)
		}
		if got := log.Take(); strings.Count(got, "stays in use") != 1 || !strings.Contains(got, `"level":"warn"`) {
			t.Errorf("%s: got the log %q, want one warning", what, got)
		}
	}
	write(40 * day)
	if got := until(); !got.Equal(now.Now().Add(40 * day)) {
		t.Errorf("repaired: got a certificate until %v", got)
	}
}

func write2(t *testing.T, path, text string) {
	t.Helper()
	must.Succeed(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestReadFiles_Refused(t *testing.T) {
	t.Parallel()
	ca, dir := privateca.New(t), t.TempDir()
	now := time.Now()
	certFile, keyFile := ca.Files(dir, []string{name}, now, now.Add(day))
	bad := filepath.Join(dir, "bad.pem")
	write2(t, bad, "no PEM")
	nameless := t.TempDir()
	namelessCert, namelessKey := ca.Files(nameless, nil, now, now.Add(day))
	for what, c := range map[string]struct{ cert, key, want string }{
		"no file":              {filepath.Join(dir, "none"), keyFile, "none"},
		"no key":               {certFile, filepath.Join(dir, "none"), "none"},
		"no PEM":               {bad, keyFile, "bad.pem"},
		"a key as certificate": {keyFile, keyFile, "key.pem"},
		"another key":          {certFile, namelessKey, certFile},
		"no name":              {namelessCert, namelessKey, "names no host"},
	} {
		if _, err := certificate.ReadFiles(c.cert, c.key); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", what, err, c.want)
		}
	}
	expect.Error(t, expect.Second(certificate.ReadFiles(certFile, keyFile)), nil)
}
