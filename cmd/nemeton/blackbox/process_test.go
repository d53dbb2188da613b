package blackbox_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	proc "nemeton/play/process"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// hangs is the longest wait before a test fails. A slow machine must not reach it.
const hangs = 10 * time.Minute

// logDuration logs a duration beside the promised one. It never fails the test, because other programs may slow the machine down.
func logDuration(t *testing.T, took, promise time.Duration, what string) {
	t.Helper()
	t.Logf("%s took %v; promised on an idle machine: %v", what, took, promise)
}

// buildFolder holds the program under test. TestMain removes it.
var buildFolder string

func TestMain(m *testing.M) {
	var err error
	if buildFolder, err = os.MkdirTemp("", "nemeton-blackbox-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := stopShared(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	_ = os.RemoveAll(buildFolder)
	os.Exit(code)
}

// process is one running server.
type process struct {
	server *proc.Server
	t      *testing.T
	url    string
}

// command returns a command of the program, without settings from the environment.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return proc.Command(program(t, plain), t.TempDir(), args...)
}

// lab returns a command of the laboratory, whose servers are the program under test.
func lab(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program(t, plain)
	return proc.Command(program(t, laboratory), t.TempDir(), args...)
}

// serve starts a server for this test alone, on a free port, and waits until it is ready. The server ends with the test.
func serve(t *testing.T, database string, args ...string) *process {
	t.Helper()
	return serveBuild(t, plain, database, args...)
}

// serveRaced is serve with the race detector.
func serveRaced(t *testing.T, database string, args ...string) *process {
	t.Helper()
	return serveBuild(t, raced, database, args...)
}

func serveBuild(t *testing.T, build func() (string, error), database string, args ...string) *process {
	t.Helper()
	p := &process{t: t, server: newServer(program(t, build), t.TempDir(), database, args...)}
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("output of the server:\n%s", p.server.Output())
		}
		if hasRace(p.server) {
			t.Errorf("the race detector reports:\n%s", p.server.Output())
		}
	})
	p.restart()
	return p
}

func newServer(program, dir, database string, args ...string) *proc.Server {
	return proc.New(program, dir, append([]string{"--database", database, "--limits", "off", "--log-level", "warn"}, args...)...)
}

func hasRace(s *proc.Server) bool { return strings.Contains(s.Output(), "DATA RACE") }

// kill ends the process by SIGKILL.
func (p *process) kill() { p.server.Kill() }

// stopCleanly sends SIGTERM and requires exit code 0.
func stopCleanly(t *testing.T, p *process) {
	t.Helper()
	code, took := p.server.Stop()
	expect.Equal(t, code, 0, "exit code")
	logDuration(t, took, 10*time.Second, "the shutdown")
}

func exitCode(err error) int { return proc.ExitCode(err) }

// restart starts the process, on the address that it had before.
func (p *process) restart() {
	p.t.Helper()
	must.Succeed(p.t, p.server.Start())
	p.url = p.server.URL()
}

// status returns the status of a GET request, or 0 if no server answers.
func (p *process) status(path string) int {
	req := must.Return(http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+path, http.NoBody))(p.t)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// await repeats a GET request until it has the status.
func (p *process) await(path string, want int) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s answers %d", path, want), func() bool { return p.status(path) == want })
}

// until polls a condition.
func (p *process) until(what string, holds func() bool) {
	p.t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(hangs); !holds(); <-tick.C {
		if time.Now().After(deadline) {
			p.t.Fatalf("waited %v in vain until %s", hangs, what)
		}
	}
}

// onBothStores runs a test on an SQLite file and on a Postgres database of its own.
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
