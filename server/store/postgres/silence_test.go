package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/faultproxy"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// A server that is stopped, but keeps its connections, makes every reading method fail soon, also without a deadline of the caller. Afterwards
// the store works as before.
func TestStore_SilentServer(t *testing.T) {
	t.Parallel()
	proxy, address := faultproxy.Postgres(t, pgtest.New(t))
	s := open(t, address)
	id := store.TableID("t")
	ctx := context.WithoutCancel(t.Context())
	row := store.Table{ID: id, Title: "toy", State: store.Open, Visibility: store.Public, Host: "p"}
	must.Succeed(t, s.CreateTable(ctx, row, ""))
	proxy.Silence()
	reads := map[string]func() error{
		"Table":          func() error { _, err := s.Table(ctx, id); return err },
		"Read":           func() error { _, err := s.Read(ctx, id, 0, 1); return err },
		"Command":        func() error { _, err := s.Command(ctx, id, 0, "c"); return err },
		"TableVersions":  func() error { _, err := s.TableVersions(ctx, []store.TableID{id}); return err },
		"ListTables":     func() error { _, err := s.ListTables(ctx, store.Query{}); return err },
		"CountTables":    func() error { _, err := s.CountTables(ctx, "p"); return err },
		"LatestSnapshot": func() error { _, err := s.LatestSnapshot(ctx, id, engine.Seq(9)); return err },
		"Player":         func() error { _, err := s.Player(ctx, "p"); return err },
		"PlayerNames":    func() error { _, err := s.PlayerNames(ctx, []store.PlayerID{"p"}); return err },
		"SessionByToken": func() error { _, _, err := s.SessionByToken(ctx, [32]byte{1}); return err },
		"Sessions":       func() error { _, err := s.Sessions(ctx, "p"); return err },
		"LiveSessions":   func() error { _, err := s.LiveSessions(ctx, []string{"s"}); return err },
	}
	var all sync.WaitGroup
	for name, read := range reads {
		all.Go(func() {
			if err := read(); !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: got error %v, want %v after a timeout", name, err, store.ErrUnavailable)
			}
		})
	}
	all.Wait()
	proxy.Restore()
	for range 9 { // each connection of the pool may fail once
		_, err := s.Table(ctx, id)
		if err == nil {
			return
		}
		if !errors.Is(err, store.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	t.Error("the store did not work again")
}
