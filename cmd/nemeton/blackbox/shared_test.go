package blackbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	proc "nemeton/play/process"
	"nemeton/testkit/pgtest"
)

// shared is one server per store, for tests that neither stop the server nor need an option of it. Each test uses players and tables of its own.
var shared = map[string]*sharedServer{"sqlite": {}, "postgres": {}}

// sharedServer starts when the first test asks for it and ends with the test binary.
type sharedServer struct {
	once     sync.Once
	database string
	server   *proc.Server
	drop     func() error
	err      error
}

// sharedOn returns the shared server on a store: sqlite or postgres.
func sharedOn(t *testing.T, store string) *process {
	t.Helper()
	program, s := built(t), shared[store]
	if s.once.Do(func() { s.err = s.start(program, store) }); s.err != nil {
		t.Fatal(s.err)
	}
	return &process{t: t, server: s.server, url: s.server.URL()}
}

func (s *sharedServer) start(program, store string) (err error) {
	dir := filepath.Join(buildFolder, store)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	s.database, s.drop = "sqlite:"+filepath.Join(dir, "nemeton.db"), func() error { return nil }
	if store == "postgres" {
		if s.database, s.drop, err = pgtest.Create(context.Background()); err != nil {
			return err
		}
	}
	s.server = newServer(program, dir, s.database)
	return s.server.Start()
}

// onSharedServers runs a test on each shared server.
func onSharedServers(t *testing.T, test func(t *testing.T, p *process)) {
	t.Helper()
	for store := range shared {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			test(t, sharedOn(t, store))
		})
	}
}

// stopShared stops the shared servers. It fails if one of them exits with an error or has reported a race.
func stopShared() (err error) {
	for store, s := range shared {
		if s.server == nil {
			continue
		}
		if code, _ := s.server.Stop(); code != 0 || hasRace(s.server) {
			err = errors.Join(err, fmt.Errorf("the shared server on %s exits with code %d; its output:\n%s", store, code, s.server.Output()))
		}
		err = errors.Join(err, s.drop())
	}
	return err
}
