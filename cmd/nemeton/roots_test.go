package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// In an image without base the program still trusts the public authorities. The test runs itself again, because a process reads the authorities once.
func TestRoots_WithoutSystem(t *testing.T) {
	if os.Getenv("NEMETON_TEST_ROOTS") != "" {
		pool, err := x509.SystemCertPool()
		if err != nil || pool.Equal(x509.NewCertPool()) {
			t.Errorf("got no authorities (%v)", err)
		}
		return
	}
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("other systems always have authorities")
	}
	nowhere := filepath.Join(t.TempDir(), "missing")
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestRoots_WithoutSystem$")
	again.Env = append(os.Environ(), "NEMETON_TEST_ROOTS=1", "SSL_CERT_FILE="+nowhere, "SSL_CERT_DIR="+nowhere)
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
