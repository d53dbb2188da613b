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
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// shared is one server per store, for tests that neither stop the server nor need an option of it. Each test uses players and tables of its own.
var shared = map[string]*sharedServer{"sqlite": {}, "postgres": {}}

// sharedServer starts when the first test asks for it and ends with the test binary.
type sharedServer struct {
	once     sync.Once
	database string
	server   *proc.Server
	tb       binaryTB
	err      error
}

// binaryTB lends fixtures of a test to the whole test binary: cleanups run at the end of the binary, and errors are collected.
type binaryTB struct {
	testing.TB
	cleanups []func()
	errs     []error
}

func (b *binaryTB) Context() context.Context { return context.Background() }
func (b *binaryTB) Cleanup(f func())         { b.cleanups = append(b.cleanups, f) }
func (b *binaryTB) Error(args ...any)        { b.errs = append(b.errs, errors.New(fmt.Sprint(args...))) }

// sharedOn returns the shared server on a store: sqlite or postgres.
func sharedOn(t *testing.T, store string) *process {
	t.Helper()
	path, s := program(t, raced), shared[store]
	s.once.Do(func() {
		s.err = errors.New("another test failed to create the database")
		s.err = s.start(t, path, store)
	})
	must.Succeed(t, s.err)
	return &process{t: t, server: s.server, url: s.server.URL()}
}

func (s *sharedServer) start(t *testing.T, path, store string) error {
	t.Helper()
	dir := filepath.Join(buildFolder, store)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	s.tb.TB, s.database = t, "sqlite:"+filepath.Join(dir, "nemeton.db")
	if store == "postgres" {
		s.database = pgtest.New(&s.tb)
	}
	s.server = newServer(path, dir, s.database)
	return s.server.Start()
}

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
		for _, cleanup := range s.tb.cleanups {
			cleanup()
		}
		err = errors.Join(err, errors.Join(s.tb.errs...))
	}
	return err
}
