package lobby_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// refusals counts refusals by limit.
type refusals struct {
	mu     sync.Mutex
	counts map[store.QuotaKind]int
}

func (r *refusals) count(kind store.QuotaKind) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[kind]++
}

// A player who creates and leaves tables without end reaches the limit of a day, whatever becomes of the tables.
func TestCreate_Loop(t *testing.T) {
	t.Parallel()
	refused := refusals{counts: map[store.QuotaKind]int{}}
	h := newFixture(t, func(c *lobby.Config) { c.MaxTables, c.MaxDaily, c.Refused = 3, 10, refused.count })
	ada, ben, ctx := h.player("Ada"), h.player("Ben"), t.Context()
	began := h.clock()
	created := 0
	for range 309 {
		row, err := h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2})
		if err != nil {
			wantCode(t, err, apperr.DailyLimit)
			var e *apperr.Error
			if errors.As(err, &e) && (e.Wait <= 23*time.Hour || e.Wait > lobby.Period) {
				t.Errorf("got a wait of %v, want the rest of a day", e.Wait)
			}
			continue
		}
		created++
		must.Return(h.Stand(ctx, row.ID, ada, 0))(t)
	}
	if created != 10 || refused.counts[store.QuotaCreated] != 299 {
		t.Errorf("got %d tables and refusals %v, want 10 tables and 299 refusals", created, refused.counts)
	}
	expect.Error(t, expect.Second(h.Create(ctx, ben, lobby.CreateRequest{Title: "toy", Seats: 2})), nil, "another player")
	h.mu.Lock()
	h.now = began.Add(lobby.Period + time.Second)
	h.mu.Unlock()
	expect.Error(t, expect.Second(h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2})), nil, "a day later")
}

// A rematch is a created table.
func TestRematch_DailyLimit(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *lobby.Config) { c.MaxDaily = 1 })
	ada, ben, ctx := h.player("Ada"), h.player("Ben"), t.Context()
	row := h.table(2, ada, ben)
	h.contribute(row)
	must.Return(h.Start(ctx, row.ID, ada))(t)
	row = must.Return(h.store.Table(ctx, row.ID))(t)
	h.finish(row)
	wantCode(t, expect.Third(h.Rematch(ctx, row.ID, ada, "")), apperr.DailyLimit)
	if _, isNew, err := h.Rematch(ctx, row.ID, ben, ""); err != nil || !isNew {
		t.Errorf("the other player's rematch: got new %v, error %v", isNew, err)
	}
}

// Of concurrent calls of one player only as many succeed as the limit allows.
func TestCreate_Race(t *testing.T) {
	t.Parallel()
	const limit, calls = 4, 24
	refused := refusals{counts: map[store.QuotaKind]int{}}
	h := newFixture(t, func(c *lobby.Config) { c.MaxTables, c.Refused = limit, refused.count })
	ada, ctx := h.player("Ada"), context.Background()
	var open []store.Table
	for range calls / 2 {
		open = append(open, h.table(2, h.player("Ben")))
	}
	errs := make([]error, calls)
	var all sync.WaitGroup
	for n := range calls {
		all.Go(func() {
			if n < calls/2 {
				_, errs[n] = h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2})
				return
			}
			row := open[n-calls/2]
			_, _, errs[n] = h.Sit(ctx, row.ID, ada, lobby.SitRequest{Invite: row.Invite})
		})
	}
	all.Wait()
	succeeded := 0
	for _, err := range errs {
		if err == nil {
			succeeded++
			continue
		}
		wantCode(t, err, apperr.TooManyTables)
	}
	n, err := h.store.CountTables(ctx, ada)
	if err != nil || succeeded != limit || n != limit || refused.counts[store.QuotaUnfinished] != calls-limit {
		t.Errorf("got %d successes, %d tables, refusals %v, error %v; want %d tables", succeeded, n, refused.counts, err, limit)
	}
	wantCode(t, h.Room(ctx, ada), apperr.TooManyTables)
}
