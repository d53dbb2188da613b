package postgres_test

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// A full queue refuses changes and reads at once, and nothing is changed. The calls in the queue get their results.
func TestStore_Overloaded(t *testing.T) {
	t.Parallel()
	s := must.Return(postgres.Open(t.Context(), pgtest.New(t), postgres.Options{Conns: 1}))(t)
	t.Cleanup(func() { _ = s.Close() })
	const callers = 20
	s.SetMaxWaiting(callers)
	create := func(n int) error {
		p := store.Player{ID: store.PlayerID(fmt.Sprint(n)), Name: "Ada", CreatedAt: time.Unix(1, 0)}
		return s.CreatePlayer(t.Context(), p, store.Session{ID: fmt.Sprint(n), TokenHash: [32]byte{byte(n)}, Player: p.ID, CreatedAt: p.CreatedAt, SeenAt: p.CreatedAt})
	}
	table := store.Table{ID: "t", Title: "toy", State: store.Open, Visibility: store.Public, Host: "p"}
	must.Succeed(t, s.CreateTable(t.Context(), table, ""))
	hold, held := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { // has the only connection until hold is closed
		expect.Error(t, expect.Second(s.UpdateTable(t.Context(), "t", func(*store.Table) error { close(held); <-hold; return nil })), nil)
	})
	<-held
	for n := range callers {
		all.Go(func() {
			expect.Error(t, create(n), nil, "caller", n)
		})
	}
	for s.Waiting() < callers {
		runtime.Gosched()
	}
	if err := create(callers); !errors.Is(err, store.ErrOverloaded) || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a change: got %v, want %v", err, store.ErrOverloaded)
	}
	if _, err := s.Table(t.Context(), "t"); !errors.Is(err, store.ErrOverloaded) || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a read: got %v, want %v", err, store.ErrOverloaded)
	}
	close(hold)
	all.Wait()
	for n := range callers {
		expect.Error(t, expect.Second(s.Player(t.Context(), store.PlayerID(fmt.Sprint(n)))), nil, "player", n)
	}
	expect.Error(t, expect.Second(s.Player(t.Context(), store.PlayerID(fmt.Sprint(callers)))), store.ErrNotFound, "the refused player")
	expect.Error(t, create(callers), nil)
}
