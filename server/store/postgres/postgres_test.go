package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open opens a store, whose statements are checked at the end of the test.
func open(t testing.TB, address string) *postgres.Store {
	t.Helper()
	ran := &statements{}
	s := must.Return(postgres.Open(t.Context(), address, postgres.Options{Conns: 8, ReadTimeout: time.Minute, Tracer: ran}))(t)
	t.Cleanup(func() { _ = s.Close(); ran.check(t) })
	return s
}

func fresh(t testing.TB) storetest.Fixture {
	t.Helper()
	address := pgtest.New(t)
	return fixtureAt(t, address, address)
}

// fixtureAt returns a fixture for the database at an address, which the store reaches through another one.
func fixtureAt(t testing.TB, address, through string) storetest.Fixture {
	t.Helper()
	t.Cleanup(func() { checkChanges(t, address) })
	s := open(t, through)
	return storetest.Fixture{
		Store: s,
		Reopen: func(t testing.TB) store.Store {
			t.Helper()
			_ = s.Close()
			return open(t, through)
		},
		Damage: func(t testing.TB, table store.TableID, seq engine.Seq) {
			t.Helper()
			raw(t, address, "UPDATE entries SET bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1) WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND seq = $2", table, int64(seq))
		},
		DamageSnapshot: func(t testing.TB, table store.TableID, seq engine.Seq) {
			t.Helper()
			raw(t, address, "UPDATE snapshots SET bytes = bytes || 'x' WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND seq = $2", table, int64(seq))
		},
		Cut: cut(address),
		Duplicate: func(t testing.TB, table store.TableID, seq engine.Seq) error {
			t.Helper()
			return tryRaw(t, address, `INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) SELECT table_key, seq, time, seat, NULL, bytes, hash
				FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND seq = $2`, table, int64(seq))
		},
		Exec: func(t testing.TB, statement string) int64 {
			t.Helper()
			conn := must.Return(pgx.Connect(t.Context(), address))(t)
			defer func() { _ = conn.Close(t.Context()) }()
			tag := must.Return(conn.Exec(t.Context(), statement))(t)
			return tag.RowsAffected()
		},
		Scans: func(t testing.TB) map[string][]string { t.Helper(); return scans(t, address) },
		Restored: func(t testing.TB) store.Store {
			t.Helper()
			_ = s.Close()
			restored := must.Return(postgres.Open(t.Context(), through, postgres.Options{Conns: 8, Restored: true}))(t)
			t.Cleanup(func() { _ = restored.Close() })
			return restored
		},
	}
}

// cut returns the Cut of storetest.Fixture.
func cut(address string) func(t testing.TB, table store.TableID, seq engine.Seq) {
	return func(t testing.TB, table store.TableID, seq engine.Seq) {
		t.Helper()
		raw(t, address, "DELETE FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = $1) AND seq > $2", table, int64(seq))
		raw(t, address, "UPDATE tables SET seq = $2, head = (SELECT hash FROM entries WHERE table_key = key AND entries.seq = $2) WHERE id = $1", table, int64(seq))
	}
}

// raw runs a statement on a connection of its own.
func raw(t testing.TB, address, statement string, args ...any) {
	t.Helper()
	must.Succeed(t, tryRaw(t, address, statement, args...))
}

func tryRaw(t testing.TB, address, statement string, args ...any) error {
	t.Helper()
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(t.Context()) }()
	_, err := conn.Exec(t.Context(), statement, args...)
	return err
}

func TestStore_Contract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, fresh)
}

func TestStore_TwoNodes(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	one, other := open(t, address), open(t, address)
	storetest.TwoStores(t, one, other, cut(address))
	storetest.TwoStoresOfPlayers(t, one, other)
}

func BenchmarkAppend(b *testing.B) { storetest.BenchmarkAppend(b, fresh) }

// refused checks that Open fails.
func refused(t *testing.T, address string, want error) {
	t.Helper()
	s, err := postgres.Open(t.Context(), address, postgres.Options{})
	if err == nil {
		_ = s.Close()
	}
	expect.Error(t, err, want)
}

func TestOpen_Foreign(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	raw(t, address, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	open(t, address) // the newer program has added only what this one does not see
	raw(t, address, "UPDATE meta SET readers = 99999")
	refused(t, address, store.ErrForeign)
}

func TestOpen_Unavailable(t *testing.T) {
	t.Parallel()
	refused(t, "postgres://nobody@localhost/none?host="+t.TempDir(), store.ErrUnavailable)
}

func TestOpen_ManyNodesAtOnce(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	raw(t, address, "DROP SCHEMA public CASCADE")
	raw(t, address, "CREATE SCHEMA public")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), address, postgres.Options{Conns: 2})
			if err != nil {
				t.Errorf("got error %v, want none", err)
				return
			}
			_ = s.Close()
		})
	}
	all.Wait()
}

func TestStore_LostConnection(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	s := open(t, address)
	must.Succeed(t, s.Ping(t.Context()))
	_, err := s.UpdateTable(t.Context(), "none", nil)
	if !errors.Is(err, store.ErrNotFound) {
		t.Fatalf("got error %v, want %v", err, store.ErrNotFound)
	}
	raw(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	_, err = s.Player(t.Context(), "p")
	if !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after the loss: got error %v, want %v", err, store.ErrUnavailable)
	}
	for range 8 { // each connection of the pool may fail once
		_, err = s.Player(t.Context(), "p")
	}
	expect.Error(t, err, store.ErrNotFound, "with new connections")
}
