package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/testsize"
)

// newPair starts a primary with a standby, for this test.
func newPair(t *testing.T) pgserver.Pair {
	t.Helper()
	if testsize.Get() < testsize.Long {
		t.Skip("two servers take seconds: for long runs")
	}
	p := must.Return(pgserver.StartPair(t.Context()))(t)
	t.Cleanup(func() {
		expect.Error(t, p.Stop(), nil)
	})
	return p
}

func guest(n int) (store.Player, store.Session) {
	p := store.Player{ID: store.PlayerID(fmt.Sprint("p", n)), Name: "Ada", CreatedAt: time.Unix(1, 0).UTC()}
	return p, store.Session{ID: fmt.Sprint("s", n), TokenHash: [32]byte{byte(n), byte(n >> 8)}, Player: p.ID, CreatedAt: p.CreatedAt, SeenAt: p.CreatedAt}
}

// awaitWrite waits until the store can write again. It does not touch the store otherwise.
func awaitWrite(t *testing.T, s *postgres.Store) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.ProbeWrite(t.Context())
		if err == nil {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal(err)
		case <-tick.C:
		}
	}
}

// The store goes on at the new primary without a restart, and everything that a synchronous primary acknowledged is there.
func TestFailover_PrimaryDies(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	must.Succeed(t, p.Synchronous(t.Context()))
	s := open(t, p.Address)
	const players = 50
	for n := range players {
		must.Succeed(t, s.CreatePlayer(t.Context(), firstOf(guest(n)), secondOf(guest(n))))
	}
	must.Succeed(t, p.Primary.Halt(t.Context()))
	must.Succeed(t, p.Promote(t.Context()))
	awaitWrite(t, s)
	for n := range players {
		expect.Error(t, expect.Second(s.Player(t.Context(), store.PlayerID(fmt.Sprint("p", n)))), nil, "player", n)
	}
}

// The former primary lives on and is read-only. The store uses none of its connections there again: a read would be old.
func TestFailover_PrimaryIsReadOnly(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	must.Succeed(t, p.Synchronous(t.Context()))
	s := open(t, p.Address)
	awaitWrite(t, s)
	raw(t, p.Primary.Address, "ALTER SYSTEM SET default_transaction_read_only = on")
	raw(t, p.Primary.Address, "SELECT pg_reload_conf()")
	must.Succeed(t, p.Promote(t.Context()))
	awaitWrite(t, s)
	raw(t, p.Standby.Address+"&target_session_attrs=read-write", "INSERT INTO players (id, name, created_at) VALUES ('new', 'Ben', now())")
	for range 20 { // more than there are connections
		must.Succeed(t, expect.Second(s.Player(t.Context(), "new")), "(the player that only the new primary has)")
	}
}

// A read-only server counts as failing, and its connections are closed.
func TestStore_ReadOnly(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	s := open(t, p.Primary.Address)
	awaitWrite(t, s)
	raw(t, p.Primary.Address, "ALTER SYSTEM SET default_transaction_read_only = on")
	raw(t, p.Primary.Address, "SELECT pg_reload_conf()")
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for s.ProbeWrite(t.Context()) == nil {
		<-tick.C
	}
	raw(t, p.Primary.Address, "ALTER SYSTEM RESET default_transaction_read_only")
	raw(t, p.Primary.Address, "SELECT pg_reload_conf()")
	awaitWrite(t, s)
}

func firstOf(p store.Player, _ store.Session) store.Player   { return p }
func secondOf(_ store.Player, x store.Session) store.Session { return x }
