// Package process runs a server as a process of its own, to be killed, stopped and started again where it was. It ends with whoever
// started it, however that one ends.
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

// startTimeout is how long a server may take until it can be reached.
const startTimeout = 30 * time.Second

// Server is one server, in one process after another. Its methods are called from one goroutine at a time; Said from any.
type Server struct {
	program string
	args    []string
	dir     string
	url     string
	output  *outputBuffer

	cmd    *exec.Cmd
	exited chan struct{} // nil until it began
	err    error         // of Wait, once ended
}

// New is a server of the program, serve being implied, that works in a folder. It takes no settings from outside. Start begins it.
func New(program, dir string, args ...string) *Server {
	return NewCommand(program, dir, append([]string{"serve"}, args...)...)
}

// NewCommand is a server by any command of the program that takes --addr and prints its address.
func NewCommand(program, dir string, args ...string) *Server {
	return &Server{program: program, dir: dir, args: args, output: &outputBuffer{changed: make(chan struct{}, 1)}}
}

// Command is a program that takes no settings from outside and ends with its caller.
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

// Start starts it, on a free port the first time and there again later, and waits until it says where it can be reached.
func (s *Server) Start() error {
	addr := "127.0.0.1:0"
	if s.url != "" {
		addr = strings.TrimPrefix(s.url, "http://")
	}
	from := s.output.len()
	s.cmd = Command(s.program, s.dir, append(s.args, "--addr", addr)...)
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
			return fmt.Errorf("the server ended before it was ready: %w\n%s", s.err, s.Output())
		case <-timeout.C:
			return fmt.Errorf("the server was not ready in time\n%s", s.Output())
		}
	}
}

// URL is where it can be reached; empty before the first Start.
func (s *Server) URL() string { return s.url }

// Output is all it printed so far.
func (s *Server) Output() string { return s.output.String() }

// Kill ends it without a chance to tidy up. One that is gone, or never began, is left alone.
func (s *Server) Kill() {
	if s.exited == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	<-s.exited
}

// Stop asks it to end and waits: its exit code, and how long that took.
func (s *Server) Stop() (code int, took time.Duration) {
	began := time.Now()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.exited
	return ExitCode(s.err), time.Since(began)
}

// ExitCode reads the code off an error of Wait or Run: 0 for nil.
func ExitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// outputBuffer keeps what a process said.
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
