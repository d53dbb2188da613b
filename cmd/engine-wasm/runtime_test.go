package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// TestRuntime: the built module and the script that runs it are of the Go that runs this test. `make build` writes both.
func TestRuntime(t *testing.T) {
	t.Parallel()
	if testsize.Get() == testsize.Quick {
		t.Skip("it needs make build")
	}
	root := must.Return(exec.Command("go", "env", "GOROOT").Output())(t)
	sum := func(path string) [sha256.Size]byte {
		t.Helper()
		raw := must.Return(os.ReadFile(path))(t)
		return sha256.Sum256(raw)
	}
	want := sum(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if got := sum("../../web/engine/wasm_exec.js"); got != want {
		t.Errorf("web/engine/wasm_exec.js has the hash %x, that of %s %x", got, runtime.Version(), want)
	}
	module := must.Return(os.ReadFile("../../web/engine/engine.wasm"))(t)
	if !bytes.Contains(module, []byte(runtime.Version())) {
		t.Errorf("web/engine/engine.wasm is not of %s", runtime.Version())
	}
}
