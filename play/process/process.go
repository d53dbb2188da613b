// Package process runs a server as a child process that tests and benchmarks can kill, stop and restart. On Linux the child ends
// with its parent.
package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// startTimeout is the longest time from a server's start until it prints its address. A slow machine must not reach it.
const startTimeout = 5 * time.Minute

// Server is a server that runs in one process after another. Only Output is safe for concurrent use.
type Server struct {
	program string
	args    []string
	dir     string
	url     string
	output  *outputBuffer
	env     []string // further variables, as "NAME=value"

	cmd    *exec.Cmd
	exited chan struct{} // nil before the first start
	err    error         // of Wait, after exited is closed
}

// New returns a server that runs `program serve` in a folder. NEMETON_ variables of the environment are not passed on.
func New(program, dir string, args ...string) *Server {
	return NewCommand(program, dir, append([]string{"serve"}, args...)...)
}

// NewCommand returns a server that runs any command of the program that takes --addr and prints its address.
func NewCommand(program, dir string, args ...string) *Server {
	return &Server{program: program, dir: dir, args: args, output: &outputBuffer{changed: make(chan struct{}, 1)}}
}

// Command returns a command that ends with its parent and gets no NEMETON_ variables of the environment.
func Command(program, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...) //nolint:gosec,noctx // the caller names the program, and ends it by Kill and Stop
	cmd.Dir, cmd.SysProcAttr = dir, killedWithParent()
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "NEMETON_") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	return cmd
}

var readyLine = regexp.MustCompile(`http://[^\s"]+:(\d+)`)

// Start starts the process and waits until it prints its address. The first start uses a free port, later ones the same port.
func (s *Server) Start() error {
	addr := "127.0.0.1:0"
	if s.url != "" {
		addr = strings.TrimPrefix(s.url, "http://")
	}
	from := s.output.len()
	s.cmd = Command(s.program, s.dir, append(s.args, "--addr", addr)...)
	s.cmd.Env = append(s.cmd.Env, s.env...)
	s.cmd.Stdout, s.cmd.Stderr = s.output, s.output
	if err := s.cmd.Start(); err != nil {
		return err
	}
	cmd, exited := s.cmd, make(chan struct{})
	s.exited = exited
	go func() {
		s.err = cmd.Wait()
		close(exited)
	}()
	timeout := time.NewTimer(startTimeout)
	defer timeout.Stop()
	for {
		if match := readyLine.FindStringSubmatch(s.output.String()[from:]); match != nil {
			s.url = "http://127.0.0.1:" + match[1]
			return nil
		}
		select {
		case <-s.output.changed:
		case <-exited:
			return fmt.Errorf("server exited during its start: %w\n%s", s.err, s.Output())
		case <-timeout.C:
			return fmt.Errorf("server did not print its address in time\n%s", s.Output())
		}
	}
}

// Use names the program of the next start.
func (s *Server) Use(program string) { s.program = program }

// Setenv sets an environment variable of the processes that Start starts from now on.
func (s *Server) Setenv(name, value string) { s.env = append(s.env, name+"="+value) }

// Exited is closed when the process has ended. Start replaces it.
func (s *Server) Exited() <-chan struct{} { return s.exited }

// URL is the server's address; empty before the first Start.
func (s *Server) URL() string { return s.url }

// Output returns everything that the server has printed.
func (s *Server) Output() string { return s.output.String() }

// Kill ends the process by SIGKILL. It does nothing if there is no process.
func (s *Server) Kill() {
	if s.exited == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	<-s.exited
}

// Pause lets the process stand still until Resume. Its connections stay open.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

func (s *Server) Resume() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

// Stop sends SIGTERM and waits. It returns the exit code and the duration.
func (s *Server) Stop() (code int, took time.Duration) {
	began := time.Now()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.exited
	return ExitCode(s.err), time.Since(began)
}

// ExitCode returns the exit code in an error of Wait or Run; 0 for nil.
func ExitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return 0
}

// outputBuffer collects the output of a process.
type outputBuffer struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func (t *outputBuffer) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case t.changed <- struct{}{}:
	default:
	}
	return t.text.Write(b)
}

func (t *outputBuffer) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

func (t *outputBuffer) len() int { return len(t.String()) }
