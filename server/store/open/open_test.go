package open_test

import (
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store/open"
	"nemeton/testkit/pgtest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"sqlite:" + filepath.Join(t.TempDir(), "a.db"), pgtest.New(t)} {
		s, err := open.Store(t.Context(), address, open.Options{})
		if err != nil {
			t.Fatalf("%s: got error %v, want none", address, err)
		}
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("%s: got error %v, want none", address, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "sqlite", "sqlite:", "mysql://x", "postgres://u:hush@%zz", "postgres://u:hush@127.0.0.1:1/x?connect_timeout=1"} {
		s, err := open.Store(t.Context(), address, open.Options{})
		if err == nil || s != nil {
			t.Errorf("%q: got store %v and error %v, want an error alone", address, s, err)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: the error contains the password: %v", address, err)
		}
	}
}
