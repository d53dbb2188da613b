package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// poolerFor starts PgBouncer before the server of the tests. Only a long run requires it.
func poolerFor(t *testing.T, mode string, settings ...string) *pgserver.Bouncer {
	t.Helper()
	if !pgserver.HasBouncer() && testsize.Get() < testsize.Long {
		t.Skip(pgserver.ErrNoBouncer)
	}
	b := must.Return(pgserver.StartBouncer(t.Context(), pgtest.Server(t), mode, settings...))(t)
	t.Cleanup(func() {
		expect.Error(t, b.Stop(), nil)
	})
	return b
}

func databaseOf(t testing.TB, address string) string {
	t.Helper()
	c := must.Return(pgx.ParseConfig(address))(t)
	return c.Database
}

// Two nodes play through PgBouncer, which gives each transaction another connection. A long run plays the whole contract.
func TestPooler(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode     string
		settings []string
	}{
		"transactions":                   {"transaction", nil},
		"transactions, settings ignored": {"transaction", []string{"ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout"}},
		"sessions":                       {"session", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := poolerFor(t, c.mode, c.settings...)
			direct := pgtest.New(t)
			through := b.Address(databaseOf(t, direct))
			warned := ""
			one := must.Return(postgres.Open(t.Context(), through, postgres.Options{Conns: 8, Warn: func(text string) { warned = text }}))(t)
			t.Cleanup(func() { _ = one.Close() })
			expect.Contains(t, warned, "statement_timeout", "the warning")
			storetest.TwoStores(t, one, open(t, through), cut(direct))
		})
	}
}

// The whole contract holds behind PgBouncer.
func TestPooler_Contract(t *testing.T) {
	t.Parallel()
	if testsize.Get() < testsize.Long {
		t.Skip("the contract behind PgBouncer is for long runs")
	}
	b := poolerFor(t, "transaction")
	storetest.Run(t, func(t testing.TB) storetest.Fixture {
		t.Helper()
		direct := pgtest.New(t)
		return fixtureAt(t, direct, b.Address(databaseOf(t, direct)))
	})
}

// Behind a pooler the program does not migrate, because the lock of migrations would be lost. It says what to do. The direct address works.
func TestPooler_Migrations(t *testing.T) {
	t.Parallel()
	b := poolerFor(t, "transaction")
	direct := pgtest.Empty(t)
	through := b.Address(databaseOf(t, direct))
	s, err := postgres.Open(t.Context(), through, postgres.Options{})
	if err == nil || !strings.Contains(err.Error(), "--migrate-database") {
		t.Errorf("got store %v and error %v, want a hint at --migrate-database", s, err)
	}
	s = must.Return(postgres.Open(t.Context(), through, postgres.Options{Migrate: direct}))(t)
	defer func() { _ = s.Close() }()
	expect.Failure(t, expect.Second(s.LatestSnapshot(t.Context(), store.TableID("none"), engine.Seq(1))), "a snapshot of a table that does not exist")
	expect.Error(t, s.ProbeWrite(t.Context()), nil)
}
