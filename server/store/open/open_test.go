package open_test

import (
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store/open"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"sqlite:" + filepath.Join(t.TempDir(), "a.db"), pgtest.New(t)} {
		s := must.Return(open.Store(t.Context(), address, open.Options{}))(t, address)
		expect.Error(t, s.Ping(t.Context()), nil, address)
		expect.Error(t, s.Close(), nil)
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
