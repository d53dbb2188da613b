// Package natstest runs real NATS servers as processes. A server can be stopped and restarted at the same address.
package natstest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nemeton/play/process"
	"nemeton/testkit/must"
)

// startTimeout is the longest time from a server's start until it accepts connections. A slow machine must not reach it.
const startTimeout = 5 * time.Minute

// program returns the path of the server in the version of go.mod. Go builds it once and keeps it in its cache.
var program = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "nats-server").Output()
	return strings.TrimSpace(string(out)), err
})

// Server is a NATS server for one test.
type Server struct {
	t        *testing.T
	settings string // of its configuration file, without addresses
	kill     func() // ends the process, and returns when it has ended; nil if there is none
	signal   func(syscall.Signal)
	at       addresses
	URL      string
}

// addresses is the file of its ports that a server writes when it accepts connections.
type addresses struct {
	Clients    []string `json:"nats"`
	Cluster    []string `json:"cluster"`
	Monitoring []string `json:"monitoring"`
}

// Start starts a server on a free port. It stops with the test.
func Start(t *testing.T) *Server {
	t.Helper()
	return start(t, "")
}

func start(t *testing.T, settings string) *Server {
	t.Helper()
	s := &Server{t: t, settings: settings}
	s.Restart()
	s.URL = s.at.Clients[0]
	t.Cleanup(s.Stop)
	return s
}

// Stop kills the server; all connections break.
func (s *Server) Stop() {
	if s.kill != nil {
		s.kill()
		s.kill = nil
	}
}

// Pause lets the server stand still, with open connections, until Resume.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

// Restart starts a stopped server again at the same address.
func (s *Server) Restart() {
	s.t.Helper()
	dir, port := s.t.TempDir(), "-1"
	if s.URL != "" {
		port = must.Return(url.Parse(s.URL))(s.t).Port()
	}
	config := filepath.Join(dir, "nats.conf")
	must.Succeed(s.t, os.WriteFile(config, fmt.Appendf(nil, "listen: \"127.0.0.1:%s\"\nports_file_dir: %q\n%s", port, dir, s.settings), 0o600))
	cmd := process.Command(must.Return(program())(s.t), dir, "--config", config)
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The process ends with the thread that started it. A locked thread lives as long as this goroutine.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // the error names the signal
		}
		close(ended)
	}()
	must.Succeed(s.t, <-started)
	s.signal = func(what syscall.Signal) { must.Succeed(s.t, cmd.Process.Signal(what)) }
	s.kill = func() {
		_ = cmd.Process.Kill() // it fails only for a process that has ended
		<-ended
	}
	file := filepath.Join(dir, fmt.Sprintf("nats-server_%d.ports", cmd.Process.Pid))
	tick, late := time.NewTicker(5*time.Millisecond), time.After(startTimeout)
	defer tick.Stop()
	for {
		// A file that is only half written is not valid JSON.
		if raw, err := os.ReadFile(file); err == nil && json.Unmarshal(raw, &s.at) == nil {
			return
		}
		select {
		case <-tick.C:
		case <-ended:
			s.t.Fatal("the NATS server ended during its start")
		case <-late:
			s.t.Fatal("the NATS server did not start")
		}
	}
}
