package account_test

import (
	"slices"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// offer says that Ada signed in with the browser of the guest Ben.
func (h *fixture) offer() (string, store.Merged) {
	h.t.Helper()
	id, m, err := h.OfferMerge(h.t.Context(), h.ben, "", h.ada)
	must.Succeed(h.t, err)
	return id, m
}

// alone is a running table at which Ben sits with somebody else.
func (h *fixture) alone() store.TableID {
	return h.Running(h.Registry(), 2, func(row *store.Table) {
		row.Host, row.Seats[0].Player, row.Seats[1].Player = h.ben, h.ben, h.Players[2]
	})
}

func (h *fixture) holder(id store.TableID, seat engine.Seat) store.PlayerID {
	h.t.Helper()
	return of(h.Store.Table(h.t.Context(), id)).Seats[seat].Player
}

func TestMerge(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	expect.Equal(t, expect.First(h.offer()), "", "a guest without anything is offered")
	running := h.alone()
	id, m := h.offer()
	if id == "" || m.Unfinished != 1 || !slices.Equal(m.Tables, []store.TableID{running}) || m.Name != "Player 1" || len(m.Sessions) != 1 {
		t.Fatalf("got %q and %+v, want the guest's table and device", id, m)
	}
	for name, c := range map[string]struct {
		player store.PlayerID
		id     string
	}{"of another player": {h.Players[2], id}, "of the guest": {h.ben, id}, "unknown": {h.ada, "unknown"}} {
		h.expect(name, expect.Second(h.Merge(t.Context(), c.player, c.id)), apperr.ExpiredCode)
		h.expect(name+", looked at", expect.Second(h.LookAtMerge(t.Context(), c.player, c.id)), apperr.ExpiredCode)
		h.expect(name+", back", expect.Second(h.GoBack(t.Context(), c.player, c.id)), apperr.ExpiredCode)
	}
	expect.Equal(t, must.Return(h.LookAtMerge(t.Context(), h.ada, id))(t).Unfinished, 1, "the same again")
	expect.Equal(t, h.holder(running, 0), h.ben, "a look moved the seat")
	if m, err := h.Merge(t.Context(), h.ada, id); err != nil || m.Unfinished != 1 || len(h.merged) != 1 {
		t.Fatalf("got %+v, %v and %d announcements, want one table", m, err, len(h.merged))
	}
	expect.Equal(t, h.holder(running, 0), h.ada, "the seat did not move")
	h.hears(h.ada, account.PersonMerged)
	h.expect("used twice", expect.Second(h.Merge(t.Context(), h.ada, id)), apperr.ExpiredCode)
	if p := of(h.Store.Player(t.Context(), h.ben)); !p.Erased {
		t.Error("the guest is still there")
	}
	expect.Equal(t, expect.First(h.offer()), "", "a guest who is gone is offered")
}

func TestMerge_GoBack(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	running := h.alone()
	id, _ := h.offer()
	for range 2 { // the first answer may get lost
		guest, err := h.GoBack(t.Context(), h.ada, id)
		if err != nil || guest != h.ben || h.holder(running, 0) != h.ben {
			t.Errorf("got %q, %v, want the guest as before", guest, err)
		}
	}
	id, _ = h.offer()
	h.clock.Add(2 * time.Hour)
	h.expect("too old", expect.Second(h.Merge(t.Context(), h.ada, id)), apperr.ExpiredCode)
}

// The table at which both sit waits. Its seat stays with the guest, to whom the person can go back; once it has ended, the same answer moves it.
func TestMerge_OneTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	registry := h.Registry()
	shared := h.Running(registry, 2)
	other := h.alone()
	id, m := h.offer()
	if !slices.Equal(m.Waiting, []store.TableID{shared}) || !slices.Equal(m.Tables, []store.TableID{other}) {
		t.Fatalf("got %+v, want one table that waits and one that moves", m)
	}
	must.Return(h.Merge(t.Context(), h.ada, id))(t)
	if h.holder(shared, 1) != h.ben || h.holder(other, 0) != h.ada {
		t.Errorf("got %q and %q, want the shared seat to wait", h.holder(shared, 1), h.holder(other, 0))
	}
	if p := of(h.Store.Player(t.Context(), h.ben)); p.Erased {
		t.Fatal("the guest lost the seat that waits")
	}
	h.PlayOut(registry, shared)
	if m, err := h.Merge(t.Context(), h.ada, id); err != nil || !slices.Contains(m.Tables, shared) {
		t.Fatalf("after the end: got %+v, %v, want the finished table", m, err)
	}
	if row := of(h.Store.Table(t.Context(), shared)); row.Seats[0].Player != h.ada || row.Seats[1].Player != h.ada {
		t.Errorf("got %+v, want both seats with Ada", row.Seats)
	}
	if p := of(h.Store.Player(t.Context(), h.ben)); !p.Erased {
		t.Error("the guest is still there")
	}
}

// The answer that waits follows a person who becomes one with somebody else.
func TestMerge_OneTableOfTwo(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	registry := h.Registry()
	shared := h.Running(registry, 2)
	id, _ := h.offer()
	must.Return(h.Merge(t.Context(), h.ada, id))(t)
	third := h.Players[2]
	next, _, err := h.OfferMerge(t.Context(), h.ada, "", third)
	must.Succeed(t, err)
	must.Return(h.Merge(t.Context(), third, next))(t)
	h.PlayOut(registry, shared)
	if m, err := h.Merge(t.Context(), third, id); err != nil || h.holder(shared, 0) != third || h.holder(shared, 1) != third {
		t.Errorf("got %+v, %v and holders %s, %s, want both seats with %s", m, err, h.holder(shared, 0), h.holder(shared, 1), third)
	}
}
