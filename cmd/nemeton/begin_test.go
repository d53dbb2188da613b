package main

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/bench/crowd"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/store"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/testsize"
)

// fullStore is a store whose queue is full at some calls: each kind of call that begins a table is refused first.
type fullStore struct {
	store.Store
	players, tables, seats, starts, sessions, names atomic.Int32 // calls to refuse
}

// PlayerNames is refused only if the request has changed nothing yet.
func (f *fullStore) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	if !store.IsUrgent(ctx) && refuses(&f.names) {
		return nil, store.ErrOverloaded
	}
	return f.Store.PlayerNames(ctx, ids)
}

// refuses counts down the refusals that are left.
func refuses(left *atomic.Int32) bool { return left.Add(-1) >= 0 }

func (f *fullStore) CreatePlayer(ctx context.Context, p store.Player, first store.Session) error {
	if refuses(&f.players) {
		return store.ErrOverloaded
	}
	return f.Store.CreatePlayer(ctx, p, first)
}

func (f *fullStore) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	if refuses(&f.sessions) {
		return store.Session{}, store.Player{}, store.ErrOverloaded
	}
	return f.Store.SessionByToken(ctx, hash)
}

func (f *fullStore) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	if refuses(&f.tables) {
		return store.ErrOverloaded
	}
	return f.Store.CreateTableWithin(ctx, t, after, q)
}

func (f *fullStore) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	if refuses(&f.seats) {
		return store.Table{}, store.ErrOverloaded
	}
	return f.Store.UpdateTableWithin(ctx, id, q, change)
}

func (f *fullStore) Append(ctx context.Context, a store.Append) error {
	if a.Record.Entry.Seq == 1 && refuses(&f.starts) {
		return store.ErrOverloaded
	}
	return f.Store.Append(ctx, a)
}

// An overload has its own code with a time to wait, and after it every table begins.
func TestBenchBegin_Overloaded(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	stores := map[string]func() string{"sqlite": func() string { return "sqlite:" + sqlitetest.File(t) }}
	if testsize.Get() != testsize.Quick {
		stores["postgres"] = func() string { return pgtest.New(t) }
	}
	for name, database := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			full := &fullStore{}
			for _, left := range []*atomic.Int32{&full.players, &full.tables, &full.seats, &full.starts, &full.sessions, &full.names} {
				left.Store(5)
			}
			s := start(t, database(), func(c *wiring.Config) {
				c.WrapStore = func(inner store.Store) store.Store { full.Store = inner; return full }
			})
			var short atomic.Int32
			r := crowd.Run(t.Context(), crowd.Options{
				URLs: []string{s.url}, Title: "meduris", Callers: 20,
				After: func(d time.Duration) <-chan time.Time {
					if d < time.Second {
						short.Add(1)
					}
					return time.After(time.Millisecond)
				},
			})
			late := 0 // a busy Postgres may be too late for a read
			if name == "postgres" {
				late = r.Errors["unavailable"]
				delete(r.Errors, "unavailable")
			}
			if r.Begun+late != 20 || len(r.Errors) > 0 || r.Retries != 30 || r.NoWait != 0 || short.Load() != 0 {
				t.Errorf("got %+v and %d short waits, want 20 tables, 30 refusals with Retry-After, and no error", r, short.Load())
			}
		})
	}
}
