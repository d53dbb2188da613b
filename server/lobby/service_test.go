package lobby_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestCreate_Secrets(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.player("Ada")
	first, second := h.table(2, ada), h.table(2, ada)
	if first.Secret == (chance.Secret{}) || first.Secret == second.Secret || first.Invite == second.Invite {
		t.Error("every table needs a secret and an invite of its own")
	}
}

// A start is judged by the row that the host saw. If a player leaves meanwhile, it is judged again.
func TestStart_SeatingRace(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	t.Run("a player leaves", func(t *testing.T) {
		t.Parallel()
		h := newFixture(t)
		ada, bob := h.player("Ada"), h.player("Bob")
		row := h.contribute(h.table(2, ada, bob))
		h.before = func(store.Table) {
			expect.Error(t, expect.Second(h.Stand(ctx, row.ID, bob, 1)), nil)
		}
		wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), apperr.TableNotFull)
	})
	t.Run("a player takes another color", func(t *testing.T) {
		t.Parallel()
		h := newFixture(t)
		ada, bob := h.player("Ada"), h.player("Bob")
		row := h.contribute(h.table(2, ada, bob))
		h.before = func(store.Table) {
			expect.Error(t, expect.Third(h.Sit(ctx, row.ID, bob, lobby.SitRequest{Color: "white"})), nil)
		}
		got, err := h.Start(ctx, row.ID, ada)
		if err != nil || got.State != store.Running || got.Seats[1].Color != "white" {
			t.Errorf("got %+v and %v, want it running with the new color", got, err)
		}
	})
	t.Run("the host asks twice", func(t *testing.T) {
		t.Parallel()
		h := newFixture(t)
		ada := h.player("Ada")
		row := h.contribute(h.table(2, ada, h.player("Bob")))
		var both sync.WaitGroup
		codes := make([]apperr.Code, 2)
		for i := range codes {
			both.Go(func() {
				_, err := h.Start(ctx, row.ID, ada)
				codes[i] = apperr.CodeOf(err)
			})
		}
		both.Wait()
		if codes[0] > codes[1] {
			codes[0], codes[1] = codes[1], codes[0]
		}
		expect.Deep(t, codes, []apperr.Code{"", apperr.TableRunning})
	})
}

// If two players want the same color at once, one of them gets it, and all colors stay different.
func TestSit_ColorRace(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	people := []store.PlayerID{h.player("A"), h.player("B"), h.player("C"), h.player("D")}
	row := h.table(4, people...)
	colors := []string{"red", "blue", "green", "white"}
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			for n := range colors {
				_, _, err := h.Sit(ctx, row.ID, p, lobby.SitRequest{Color: colors[(i+n)%4]})
				if code := apperr.CodeOf(err); code != "" && code != apperr.ColorTaken {
					t.Errorf("got %v", err)
				}
			}
		})
	}
	all.Wait()
	got := must.Return(h.Get(ctx, row.ID, people[0], ""))(t)
	seen := map[string]bool{}
	for _, p := range got.Seats {
		if seen[p.Color] {
			t.Errorf("color %s is used twice: %+v", p.Color, got.Seats)
		}
		seen[p.Color] = true
	}
}

func TestRematch_People(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.table(3, ada, bob, eve))
	row = must.Return(h.Start(ctx, row.ID, ada))(t)
	_, _, err := h.Rematch(ctx, row.ID, ada, "")
	wantCode(t, err, apperr.TableRunning)
	h.finish(row)
	must.Return(h.store.ErasePlayer(ctx, eve))(t)

	next, isNew, err := h.Rematch(ctx, row.ID, bob, "")
	if err != nil || !isNew {
		t.Fatalf("got %v and new %v", err, isNew)
	}
	if next.Host != bob || next.Seats[0].Player != ada || next.Seats[1].Player != bob || next.Seats[2].Player != "" {
		t.Errorf("got host %s and %+v, want Bob as host and the erased player's seat free", next.Host, next.Seats)
	}
	if next.Secret == row.Secret || next.Invite == row.Invite || next.Visibility != store.Private || !cmp.Equal(next.Options, row.Options) {
		t.Errorf("got %+v, want secrets of its own, the same options and visibility", next)
	}
	if !h.wasAnnounced(row.ID) {
		t.Error("the sockets of the old table must learn of the new one")
	}
	again, isNew, err := h.Rematch(ctx, row.ID, ada, "")
	if err != nil || isNew || again.ID != next.ID {
		t.Errorf("got %s, new %v and %v, want the same table again", again.ID, isNew, err)
	}
}

// Forks without end neither seat the same people again and again nor those who blocked their author.
func TestFork_Flood(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.table(3, ada, bob, eve))
	row = must.Return(h.Start(ctx, row.ID, ada))(t)
	h.finish(row)
	must.Succeed(t, h.store.Block(ctx, eve, ada, h.clock()))
	for n := range 5 {
		next, err := h.Fork(ctx, row.ID, ada, lobby.ForkRequest{Seq: 1, Chance: engine.ForkSame})
		must.Succeed(t, err)
		if seated := next.Seats[1].Player == bob; seated != (n < 3) || !next.Seats[2].Free() {
			t.Errorf("fork %d: got %+v, want Bob at three tables that wait for him, and Eve at none", n, next.Seats)
		}
		must.Return(h.Stand(ctx, next.ID, ada, 0))(t)
	}
	next, _, err := h.Rematch(ctx, row.ID, eve, "")
	if err != nil || next.Seats[0].Player != ada || !next.Seats[1].Free() {
		t.Errorf("got %+v and %v, want a rematch with Ada, whom Eve blocked", next.Seats, err)
	}
}

// A person who is not seated at a rematch, because its host is blocked, asks for a table of their own. The others keep their way to the rematch.
func TestRematch_Avoided(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.table(3, ada, bob, eve))
	row = must.Return(h.Start(ctx, row.ID, ada))(t)
	h.finish(row)
	must.Succeed(t, h.store.Block(ctx, eve, ada, h.clock()))
	first, _, err := h.Rematch(ctx, row.ID, ada, "")
	must.Succeed(t, err)
	second, isNew, err := h.Rematch(ctx, row.ID, eve, "")
	if err != nil || !isNew || second.ID == first.ID || second.Host != eve || second.Seats[1].Player != bob {
		t.Fatalf("got %+v, new %v and %v, want another table of Eve with Bob", second, isNew, err)
	}
	again, isNew, err := h.Rematch(ctx, row.ID, bob, "")
	if err != nil || isNew || again.ID != first.ID {
		t.Errorf("Bob: got %s, new %v and %v, want %s", again.ID, isNew, err, first.ID)
	}
	expect.Equal(t, must.Return(h.store.Table(ctx, row.ID))(t).Rematch, first.ID, "the rematch of the old table")
	// A person who left the rematch has declined it.
	must.Return(h.Stand(ctx, first.ID, bob, 1))(t)
	_, _, err = h.Rematch(ctx, row.ID, bob, "")
	wantCode(t, err, apperr.UnknownTable)
}

// A person who played as two guests, and is one player since, gets one seat.
func TestRematch_UnitedPlayers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.table(3, ada, bob, eve))
	row = must.Return(h.Start(ctx, row.ID, ada))(t)
	h.finish(row)
	must.Return(h.store.MergePlayers(ctx, eve, ada, store.MergeNote{}))(t)
	next, _, err := h.Rematch(ctx, row.ID, bob, "")
	if err != nil || next.Seats[0].Player != ada || next.Seats[1].Player != bob || !next.Seats[2].Free() {
		t.Errorf("got %+v and %v, want Ada on one seat, and the other one free", next.Seats, err)
	}
}

func TestStandUpAll(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	hosted, joined, alone := h.table(2, ada, bob), h.table(2, bob, ada), h.table(2, ada)
	running := must.Return(h.Start(ctx, h.contribute(h.table(2, ada, bob)).ID, ada))(t)
	must.Succeed(t, h.StandUpAll(ctx, ada))
	for name, c := range map[string]struct {
		id    store.TableID
		state store.State
		sits  bool
		host  store.PlayerID
	}{
		"a table Ada hosted":    {hosted.ID, store.Open, false, bob},
		"a table Ada joined":    {joined.ID, store.Open, false, bob},
		"a table Ada sat alone": {alone.ID, store.Closed, false, ada},
		"a running table":       {running.ID, store.Running, true, ada},
	} {
		got, err := h.store.Table(ctx, c.id)
		_, sits := access.SeatOf(got, ada)
		if err != nil || got.State != c.state || sits != c.sits || got.Host != c.host {
			t.Errorf("%s: got state %s, seated %v, host %s (%v); want %+v", name, got.State, sits, got.Host, err, c)
		}
	}
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.player("Ada")
	mine, other := h.table(2, ada), h.table(2, h.player("Bob"))
	var finished []store.TableID
	for range 30 {
		row := h.table(2, ada)
		h.finish(row)
		finished = append(finished, row.ID)
	}
	h.announced, h.announcements = nil, 0
	h.Renamed(context.Background(), ada)
	if !h.wasAnnounced(mine.ID) || h.wasAnnounced(other.ID) || !h.wasAnnounced(finished[29]) || h.wasAnnounced(finished[0]) {
		t.Errorf("got %v announced, want Ada's open table and the newest finished ones", h.announced)
	}
	expect.Equal(t, h.announcements, 1, "announcements")
}
