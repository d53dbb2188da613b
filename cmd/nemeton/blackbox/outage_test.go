package blackbox_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"nemeton/play/torture"
	"nemeton/testkit/faultproxy"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/pgtest"
)

// goOn is how soon after the store's return every table has to go on.
const goOn = 2 * time.Second

// newWay gives the address of a Postgres database through a way that can be cut.
func newWay(t *testing.T, database string) (*faultproxy.TCPProxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	network, address, query := "tcp", u.Host, u.Query()
	if dir := query.Get("host"); dir != "" {
		port := query.Get("port")
		if port == "" {
			port = "5432"
		}
		network, address = "unix", filepath.Join(dir, ".s.PGSQL."+port)
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	}
	way, err := faultproxy.NewTCPProxy(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(way.Close)
	u.Host = way.Addr()
	return way, u.String()
}

// readily wants tables to have gone on in time.
func readily(t *testing.T, sum torture.Summary) {
	t.Helper()
	promptly(t, sum.Return, goOn, "a table's going on after its store's return")
}

func TestOutage_PostgresOutOfReach(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	way, through := newWay(t, database)
	p := serve(t, through)
	sum := suffer(t, p, database, 4, func(_ context.Context, r *rand.Rand) error {
		way.Cut()
		p.await("/readyz", http.StatusServiceUnavailable)
		if got := p.status("/healthz"); got != http.StatusOK {
			t.Errorf("/healthz without a store: got %d, want 200", got)
		}
		time.Sleep(time.Duration(r.Int64N(int64(time.Second))))
		way.Mend()
		return nil
	})
	readily(t, sum)
	if sum.Outages == 0 {
		t.Error("no player met an outage")
	}
}

// A commit whose connection breaks was stored or was not: the server finds out, and says so.
func TestOutage_ConnectionsBreakInMidCommit(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	way, through := newWay(t, database)
	p := serve(t, through)
	readily(t, suffer(t, p, database, 20, faultproxy.Breaks(way)))
}

func TestOutage_PostgresDiesAndIsBack(t *testing.T) {
	t.Parallel()
	server, err := pgserver.Start(t.Context(), "", "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	p := serve(t, server.Address)
	readily(t, suffer(t, p, server.Address, 3, func(ctx context.Context, r *rand.Rand) error {
		if err := server.Halt(ctx); err != nil {
			return err
		}
		time.Sleep(time.Duration(r.Int64N(int64(time.Second))))
		return server.Resume(ctx)
	}))
}
