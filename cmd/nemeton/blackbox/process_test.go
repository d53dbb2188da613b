package blackbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nemeton/server/store/postgres/pgtest"
)

var buildFlags []string

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

// process is one running server.
type process struct {
	t      *testing.T
	args   []string
	url    string
	cmd    *exec.Cmd
	output *tail
	ended  chan struct{} // nil until it began
	err    error         // of Wait, once ended
}

// command is the program with arguments and no settings from outside.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), path, args...)
	cmd.Dir = t.TempDir()
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "NEMETON_") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	return cmd
}

// serve starts a server on a free port and waits until it is ready. It ends with the test.
func serve(t *testing.T, database string, args ...string) *process {
	t.Helper()
	p := &process{t: t, output: &tail{grew: make(chan struct{}, 1)}, args: append([]string{"serve", "--database", database, "--limits", "off", "--log-level", "warn"}, args...)}
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", p.output)
		}
		if strings.Contains(p.output.String(), "DATA RACE") {
			t.Errorf("the server has a race:\n%s", p.output)
		}
	})
	p.start("127.0.0.1:0")
	return p
}

var readyLine = regexp.MustCompile(`http://[^\s"]+:(\d+)`)

func (p *process) start(addr string) {
	p.t.Helper()
	from := p.output.len()
	p.cmd = command(p.t, append(p.args, "--addr", addr)...)
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	cmd, ended := p.cmd, make(chan struct{})
	p.ended = ended
	go func() {
		p.err = cmd.Wait()
		close(ended)
	}()
	late := time.After(30 * time.Second)
	for {
		if said := readyLine.FindStringSubmatch(p.output.String()[from:]); said != nil {
			p.url = "http://127.0.0.1:" + said[1]
			return
		}
		select {
		case <-p.output.grew:
		case <-ended:
			p.t.Fatalf("the server ended before it was ready: %v\n%s", p.err, p.output)
		case <-late:
			p.t.Fatalf("the server was not ready in time\n%s", p.output)
		}
	}
}

// kill ends the process without a chance to tidy up.
func (p *process) kill() {
	if p.ended == nil {
		return // it never began
	}
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// restart starts it again where it was.
func (p *process) restart() {
	p.t.Helper()
	p.start(strings.TrimPrefix(p.url, "http://"))
}

// stop asks the process to end, and gives its exit code and how long it took.
func (p *process) stop() (code int, took time.Duration) {
	began := time.Now()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.ended
	return exitCode(p.err), time.Since(began)
}

func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
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
	for deadline := time.Now().Add(20 * time.Second); ; {
		got := p.status(path)
		if got == want {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s: got %d, want %d", path, got, want)
		}
	}
}

// tail keeps what a process said.
type tail struct {
	mu   sync.Mutex
	said bytes.Buffer
	grew chan struct{}
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case t.grew <- struct{}{}:
	default:
	}
	return t.said.Write(b)
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.String()
}

func (t *tail) len() int { return len(t.String()) }

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
