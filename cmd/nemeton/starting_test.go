package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5" //nolint:depguard // to hold the lock of migrations, as another node does
	"github.com/rs/zerolog"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// migrationLock is the lock of migrations (lock.DefaultLockID of goose).
const migrationLock = 4097083626

// While another node migrates, a new node waits: it answers the health checks and is not ready. When the migration is over, it serves.
func TestApp_ListensBeforeMigrations(t *testing.T) {
	t.Parallel()
	db := pgtest.Empty(t)
	other := must.Return(pgx.Connect(t.Context(), db))(t)
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }()
	must.Return(other.Exec(t.Context(), "SELECT pg_advisory_lock($1)", int64(migrationLock)))(t)
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(freePort(t)))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		a, err := wiring.New(ctx, wiring.Config{Addr: addr, Database: db, Log: zerolog.Nop(), Environment: wiring.NewEnvironment()})
		if err == nil {
			err = a.Run(ctx)
		}
		ended <- err
	}()
	awaitStatus(t, "http://"+addr+"/healthz", 200)
	for path, want := range map[string]int{"/readyz": 503, "/api/v1/titles": 503, "/": 503} {
		expect.Equal(t, expect.First(ask(t, "GET", "http://"+addr+path, "", nil, nil)), want, path, "during the migration")
	}
	must.Return(other.Exec(t.Context(), "SELECT pg_advisory_unlock($1)", int64(migrationLock)))(t)
	awaitStatus(t, "http://"+addr+"/readyz", 200)
	expect.Equal(t, expect.First(ask(t, "GET", "http://"+addr+"/api/v1/titles", "", nil, nil)), 200, "after the migration")
	http.DefaultClient.CloseIdleConnections()
	cancel()
	expect.Error(t, <-ended, nil)
}

// A signal during a migration ends the wait.
func TestApp_StopsWhileItWaits(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := wiring.New(ctx, wiring.Config{Addr: "127.0.0.1:0", Database: pgtest.Empty(t), Log: zerolog.Nop(), Environment: wiring.NewEnvironment()})
	if a != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v and error %v, want %v", a, err, context.Canceled)
	}
}

// awaitStatus asks until the answer has the status.
func awaitStatus(t *testing.T, url string, want int) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		r := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody))(t)
		if res, err := http.DefaultClient.Do(r); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == want {
				return
			}
		}
		<-tick.C
	}
}

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l := must.Return(wiring.Listen(t.Context(), "127.0.0.1:0"))(t)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}
