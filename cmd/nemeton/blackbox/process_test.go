package blackbox_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	proc "nemeton/play/process"
	"nemeton/testkit/pgtest"
)

var buildFlags []string

// hangs is when a thing counts as never happening. Nothing here is slower than that on any machine; how fast it is on a quiet one is for the benches.
const hangs = 30 * time.Second

// promptly notes how long a thing took beside its promise, and fails where it seems not to have happened by itself.
func promptly(t *testing.T, took, promise time.Duration, what string) {
	t.Helper()
	if t.Logf("%s took %v; promised on a quiet machine: %v", what, took, promise); took > hangs {
		t.Errorf("%s took %v, want %v", what, took, promise)
	}
}

// workshop is where the program is built; TestMain clears it.
var workshop string

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "nemeton-blackbox-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(workshop)
	os.Exit(code)
}

// program builds the server, once.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(workshop, "nemeton")
	args := append(append([]string{"build"}, buildFlags...), "-o", path, "nemeton/cmd/nemeton")
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

// process is one running server of a test.
type process struct {
	server *proc.Server
	t      *testing.T
	url    string
}

// command is the program with arguments and no settings from outside.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return proc.Command(built(t), t.TempDir(), args...)
}

func built(t *testing.T) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// serve starts a server on a free port and waits until it is ready. It ends with the test.
func serve(t *testing.T, database string, args ...string) *process {
	t.Helper()
	args = append([]string{"--database", database, "--limits", "off", "--log-level", "warn"}, args...)
	p := &process{t: t, server: proc.New(built(t), t.TempDir(), args...)}
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", p.server.Output())
		}
		if strings.Contains(p.server.Output(), "DATA RACE") {
			t.Errorf("the server has a race:\n%s", p.server.Output())
		}
	})
	p.restart()
	return p
}

// kill ends the process without a chance to tidy up.
func (p *process) kill() { p.server.Kill() }

// inGoodOrder asks the process to end, and wants it to do so.
func inGoodOrder(t *testing.T, p *process) {
	t.Helper()
	code, took := p.server.Stop()
	if code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
	promptly(t, took, 10*time.Second, "the end")
}

func exitCode(err error) int { return proc.ExitCode(err) }

// restart starts it again where it was.
func (p *process) restart() {
	p.t.Helper()
	if err := p.server.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.url = p.server.URL()
}

// status asks for a page and gives its status; 0 where nobody answers.
func (p *process) status(path string) int {
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+path, http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// await asks until the page answers with the status.
func (p *process) await(path string, want int) {
	p.t.Helper()
	for deadline := time.Now().Add(2 * hangs); ; {
		got := p.status(path)
		if got == want {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s: got %d, want %d", path, got, want)
		}
	}
}

// onBothStores runs a test on a file and on a database of its own.
func onBothStores(t *testing.T, test func(t *testing.T, database string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, pgtest.New(t))
	})
}
