package lobby_test

import (
	"context"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A game against bots alone disappears from the list of its person, and a running one is stopped before.
func TestUnlist(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	solo := h.table(2, ada)
	must.Return(h.SeatBot(ctx, solo.ID, ada, bot.Easy, nil))(t)
	wantCode(t, h.Unlist(ctx, solo.ID, ada), apperr.NoChange)
	h.contribute(solo)
	must.Return(h.Start(ctx, solo.ID, ada))(t)
	wantCode(t, h.Unlist(ctx, solo.ID, eve), apperr.UnknownTable)
	listed := func() []store.TableID {
		t.Helper()
		rows, _, err := h.List(ctx, ada, lobby.Filter{Mine: true})
		must.Succeed(t, err)
		ids := make([]store.TableID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		return ids
	}
	if got := listed(); !slices.Equal(got, []store.TableID{solo.ID}) {
		t.Fatalf("got the list %v, want %s", got, solo.ID)
	}
	for range 2 {
		wantCode(t, h.Unlist(ctx, solo.ID, ada), "")
	}
	row, err := h.store.Table(ctx, solo.ID)
	if err != nil || row.State != store.Finished || !slices.Equal(h.stopped, []engine.Seat{0}) {
		t.Errorf("got the state %s, stopped by %v, and %v; want it finished, stopped once by seat 0", row.State, h.stopped, err)
	}
	if got := listed(); len(got) != 0 || !slices.Contains(h.invited, ada) {
		t.Errorf("got the list %v, want it empty, and the player told", got)
	}
	expect.Error(t, expect.Second(h.Get(ctx, solo.ID, ada, "")), nil, "(the table to exist)")

	shared := h.table(2, ada, bob)
	h.contribute(shared)
	must.Return(h.Start(ctx, shared.ID, ada))(t)
	wantCode(t, h.Unlist(ctx, shared.ID, ada), apperr.NotAllowed)
	if shared, err = h.store.Table(ctx, shared.ID); err != nil || shared.State != store.Running {
		t.Fatalf("got the state %s and %v, want the game of others to go on", shared.State, err)
	}
	h.finish(shared)
	wantCode(t, h.Unlist(ctx, shared.ID, ada), apperr.NotAllowed)
	wantCode(t, h.Unlist(ctx, shared.ID, eve), apperr.UnknownTable)
}
