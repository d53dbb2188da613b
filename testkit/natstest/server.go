// Package natstest runs a real NATS server in the test process, which can be stopped and restarted at the same address.
package natstest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"nemeton/testkit/must"
)

// Server is a NATS server for one test.
type Server struct {
	t       *testing.T
	options server.Options
	running *server.Server
	URL     string
}

// Start starts a server on a free port. It stops with the test.
func Start(t *testing.T) *Server {
	t.Helper()
	s := &Server{t: t, options: server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}}
	s.Restart()
	s.URL = s.running.ClientURL()
	t.Cleanup(s.Stop)
	return s
}

// Stop stops the server; all connections break.
func (s *Server) Stop() {
	if s.running == nil {
		return
	}
	s.running.Shutdown()
	s.running.WaitForShutdown()
	s.running = nil
}

// Restart starts a stopped server again at the same address.
func (s *Server) Restart() {
	s.t.Helper()
	options := s.options
	running := must.Return(server.NewServer(&options))(s.t)
	running.Start()
	if !running.ReadyForConnections(5 * time.Minute) {
		s.t.Fatal("the NATS server did not start")
	}
	s.running, s.options.Port = running, options.Port
}
