package blackbox_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"nemeton/client"
	"nemeton/play/torture"
	"nemeton/testkit/expect"
	"nemeton/testkit/faultproxy"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// goOn is the longest time from the store's return until every table goes on, on an idle machine.
const goOn = 2 * time.Second

// logReturn logs the longest time from the end of an outage to a table's next move.
func logReturn(t *testing.T, sum torture.Summary) {
	t.Helper()
	logDuration(t, sum.Return, goOn, "a table's next move after its store's return")
}

// serveWithMetrics starts a server on a store that will fail. Call watch before the failure: the function that it returns waits until the server has
// refused a request of a player since then because of the store. A player whose command was refused may wait without another request. It counts
// all kinds of requests, because some players wait for answers to reads, and most commands fail before their table sees them: their sender cannot be
// authenticated.
func serveWithMetrics(t *testing.T, database string) (p *process, watch func() (untilRefused func())) {
	t.Helper()
	admin := freeAddress(t)
	p = serve(t, database, "--admin-addr", admin)
	refused := func() float64 {
		return sumMetric(t, admin, "nemeton_http_request_seconds_count", `status="503"`) + sumMetric(t, admin, "nemeton_commands_refused_total", `"unavailable"`)
	}
	return p, func() func() {
		before := refused()
		return func() {
			t.Helper()
			p.until("a player's request is refused", func() bool { return refused() > before })
		}
	}
}

func TestOutage_PostgresOutOfReach(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := pgtest.New(t)
	proxy, through := faultproxy.Postgres(t, database)
	p, watch := serveWithMetrics(t, through)
	page := p.status("/") // 200, or 404 if the web client was not built
	sum := runFaults(t, p, database, testsize.Pick(1, 1, 10), func(context.Context, *rand.Rand) error {
		untilRefused := watch()
		proxy.Cut()
		untilRefused()
		p.await("/readyz?store", http.StatusServiceUnavailable)
		// The node itself stays ready, so that a proxy still passes requests on: pages load, and calls say that the store is unavailable.
		for path, want := range map[string]int{
			"/healthz": 200, "/readyz": 200, "/": page, "/settings": page, "/api/v1/titles": 200, "/api/v1/session": 200, "/api/v1/tables": 503,
		} {
			expect.Equal(t, p.status(path), want, path, "without a store")
		}
		proxy.Restore()
		p.await("/readyz?store", http.StatusOK)
		return nil
	})
	logReturn(t, sum)
	if sum.Outages == 0 {
		t.Error("no player met an outage")
	}
}

// If the connection breaks during a commit, the server finds out whether the entry was stored.
func TestOutage_ConnectionsBreakInMidCommit(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := pgtest.New(t)
	proxy, through := faultproxy.Postgres(t, database)
	p := serve(t, through)
	logReturn(t, runFaults(t, p, database, testsize.Pick(5, 8, 100), faultproxy.InterruptOne(proxy)))
}

// A Postgres that is stopped, but keeps its connections, is noticed by requests that only read.
func TestOutage_PostgresIsSilent(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	proxy, through := faultproxy.Postgres(t, pgtest.New(t))
	p := serve(t, through)
	m := newMatch(t, p.url, nil)
	m.move()
	proxy.Silence()
	began := time.Now()
	expect.Equal(t, p.status("/api/v1/tables"), http.StatusServiceUnavailable, "list")
	err := m.call(0, http.MethodGet, "/view", nil, nil)
	if refused := (*client.Error)(nil); !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable || refused.Code != "unavailable" {
		t.Errorf("view: got %v, want unavailable", err)
	}
	t.Logf("two requests were refused within %v", time.Since(began))
	proxy.Restore()
	p.await("/readyz", http.StatusOK)
	m.move()
}

func TestOutage_PostgresDiesAndIsBack(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	server := must.Return(pgserver.Start(t.Context(), "", "fsync=off"))(t)
	t.Cleanup(func() {
		expect.Error(t, server.Stop(), nil)
	})
	p, watch := serveWithMetrics(t, server.Address)
	logReturn(t, runFaults(t, p, server.Address, testsize.Pick(1, 2, 10), func(ctx context.Context, _ *rand.Rand) error {
		untilRefused := watch()
		if err := server.Halt(ctx); err != nil {
			return err
		}
		untilRefused()
		return server.Resume(ctx)
	}))
}
