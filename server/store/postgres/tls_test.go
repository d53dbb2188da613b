package postgres_test

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/privateca"
	"nemeton/testkit/testsize"
)

// verify-full works with a private authority. Another authority is a refusal, not a passing outage.
func TestOpen_PrivateAuthority(t *testing.T) {
	t.Parallel()
	if testsize.Get() < testsize.Long {
		t.Skip("a server of its own takes seconds: for long runs")
	}
	port := strconv.Itoa(freePort(t))
	s := must.Return(pgserver.Start(t.Context(), "", append([]string{"listen_addresses=127.0.0.1", "port=" + port}, pgserver.Fast...)...))(t)
	t.Cleanup(func() {
		expect.Error(t, s.Stop(), nil)
	})
	ours, other := privateca.New(t), privateca.New(t)
	certificate, key := ours.Server()
	must.Succeed(t, s.EnableTLS(t.Context(), certificate, key))
	at := func(a *privateca.Authority) string {
		return "postgres://postgres@127.0.0.1:" + port + "/postgres?sslmode=verify-full&sslrootcert=" + url.QueryEscape(a.File)
	}
	expect.Error(t, open(t, at(ours)).ProbeWrite(t.Context()), nil)
	if s, err := postgres.Open(t.Context(), at(other), postgres.Options{}); err == nil || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("with another authority: got store %v and error %v, want a refusal", s, err)
	}
}

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	var l net.ListenConfig
	listener := must.Return(l.Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}
