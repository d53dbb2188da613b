package recovery_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/recovery"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture has a running table. Ben at seat 1 has lost his session and is back as another player.
type fixture struct {
	*tabletest.Fixture
	*recovery.Service
	t           *testing.T
	registry    *table.Registry
	clock       *tabletest.Clock
	id          store.TableID
	ada, ben    store.PlayerID
	cleo        store.PlayerID // at seat 2 of a table with three seats
	back, thief store.PlayerID
	mu          sync.Mutex // guards told
	told        []string
	untold      error // why nobody is told now
}

func newFixture(t *testing.T, seats int) *fixture {
	t.Helper()
	h := &fixture{Fixture: tabletest.New(t), t: t}
	h.clock = tabletest.NewClock(h.Moment)
	h.registry = h.Registry(func(c *table.Config) { c.Now = h.clock.Now })
	h.Service = recovery.NewService(recovery.Config{
		Store: h.Store, Tables: h.registry, Now: h.clock.Now,
		Tell: func(_ context.Context, r store.Recovery, news recovery.News) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if told := fmt.Sprintf("%s %s", r.Holder, news); h.untold == nil && !slices.Contains(h.told, told) {
				h.told = append(h.told, told)
			}
			return h.untold
		},
	})
	h.id = h.Running(h.registry, seats)
	h.ada, h.ben, h.cleo = h.Players[0], h.Players[1], h.Players[2]
	h.back, h.thief = h.Player("Ben"), h.Player("Mallory")
	h.clock.Add(time.Minute)
	return h
}

func (h *fixture) claim(caller store.PlayerID) wire.Recovery {
	h.t.Helper()
	h.clock.Add(time.Second)
	return must.Return(h.Recover(h.t.Context(), h.id, 1, caller, "", "claim-"+string(caller)))(h.t)
}

func (h *fixture) confirm(r wire.Recovery, by store.PlayerID) (wire.Recovery, error) {
	return h.Confirm(h.t.Context(), h.id, 1, r.ID, by)
}

func (h *fixture) holder() store.PlayerID {
	h.t.Helper()
	row := must.Return(h.Store.Table(h.t.Context(), h.id))(h.t)
	return row.Seats[1].Player
}

func (h *fixture) expect(what string, err error, code apperr.Code) {
	h.t.Helper()
	expect.Equal(h.t, apperr.CodeOf(err), code, what, err)
}

func TestRecover_TwoConfirm(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	if again := h.claim(h.back); again.ID != r.ID || r.Needed != 2 || r.State != "open" {
		t.Errorf("got %+v and %+v, want one claim that needs two", r, again)
	}
	expect.Slice(t, h.told, []string{string(h.ben) + " claimed"}, "told")
	for name, c := range map[string]struct {
		by   store.PlayerID
		code apperr.Code
	}{"a stranger": {h.thief, apperr.NotSeated}, "the claimant": {h.back, apperr.NotSeated}, "the holder": {h.ben, apperr.OwnSeat}} {
		h.expect(name, expect.Second(h.confirm(r, c.by)), c.code)
	}
	for range 2 { // the same person twice is one person
		one, err := h.confirm(r, h.ada)
		if err != nil || one.State != "open" || !slices.Equal(one.Confirmed, []engine.Seat{0}) {
			t.Errorf("got %+v, %v, want it open with one confirmation", one, err)
		}
	}
	_, err := h.Confirm(t.Context(), h.id, 0, r.ID, h.cleo)
	h.expect("another seat", err, apperr.BadLink)
	h.expect("an unknown claim", expect.Second(h.Confirm(t.Context(), h.id, 1, "unknown", h.cleo)), apperr.BadLink)
	two, err := h.confirm(r, h.cleo)
	if err != nil || two.State != "moved" || h.holder() != h.back {
		t.Fatalf("got %+v, %v and holder %s, want the seat moved to %s", two, err, h.holder(), h.back)
	}
	expect.Failure(t, expect.Second(h.registry.Act(t.Context(), h.id, table.Command{ID: "late", Seat: 1})), "a command without a decision was accepted")
	h.expect("a second seat", expect.Second(h.Recover(t.Context(), h.id, 0, h.back, "", "another")), apperr.SeatTaken)
	// The player who lost the seat takes it back, once.
	h.expect("a reversal by another", expect.Second(h.End(t.Context(), h.id, r.ID, h.ada)), apperr.NotAllowed)
	if r, err = h.End(t.Context(), h.id, r.ID, h.ben); err != nil || r.State != "reversed" || h.holder() != h.ben {
		t.Errorf("got %+v, %v and holder %s, want the seat back", r, err, h.holder())
	}
	if r, err = h.End(t.Context(), h.id, r.ID, h.ben); err != nil || r.State != "reversed" {
		t.Errorf("a second tap: got %+v, %v", r, err)
	}
	list, err := h.List(t.Context(), h.ben)
	if err != nil || len(list) != 1 || list[0].State != "reversed" || list[0].By.Name != "Ben" {
		t.Errorf("got %+v, %v, want the claim in the list of the player", list, err)
	}
}

// The people at a table read the names of both persons of a claim, until the seat moves.
func TestRecover_Names(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	watching := h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ada})
	r := h.claim(h.back)
	for _, by := range []store.PlayerID{h.ada, h.cleo} {
		must.Return(h.confirm(r, by))(t)
	}
	for moved := false; !moved; {
		f := h.Next(watching, "table")
		for _, c := range f.Table.Recoveries {
			if c.Holder.Name == "" || c.By.Name == "" {
				t.Errorf("got a claim without names: %+v", c)
			}
		}
		moved = f.Table.Seats[1].Player.ID == string(h.back)
	}
}

// Claims that their authors withdraw count for a day, because the player of the seat is told of each.
func TestRecover_Flood(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	flood := func() (n int) {
		for ; n < 20; n++ {
			r, err := h.Recover(t.Context(), h.id, 1, h.thief, "", fmt.Sprintf("claim %d at %s", n, h.clock.Now()))
			if err != nil {
				h.expect("the last claim", err, apperr.TooFast)
				break
			}
			must.Return(h.End(t.Context(), h.id, r.ID, h.thief))(t)
		}
		return n
	}
	expect.Equal(t, flood(), 5, "claims in a row")
	h.clock.Add(25 * time.Hour)
	expect.Equal(t, flood(), 5, "claims a day later")
}

// A thief who gives the seat on does not keep its player from taking it back.
func TestRecover_GivenOn(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.thief)
	for _, by := range []store.PlayerID{h.ada, h.cleo} {
		must.Return(h.confirm(r, by))(t)
	}
	must.Return(h.registry.Recover(t.Context(), h.id, 1, h.thief, h.back, h.clock.Now(), false, "given on"))(t)
	if r, err := h.End(t.Context(), h.id, r.ID, h.ben); err != nil || r.State != "reversed" || h.holder() != h.ben {
		t.Errorf("got %+v, %v and holder %s, want the seat back", r, err, h.holder())
	}
}

// The results of a seat that its person got back count as theirs alone, also when they are made from the log.
func TestRecover_Results(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	for _, by := range []store.PlayerID{h.ada, h.cleo} {
		must.Return(h.confirm(r, by))(t)
	}
	h.PlayOut(h.registry, h.id)
	list, err := h.Store.Results(t.Context(), store.ResultQuery{Player: h.back, Limit: 5})
	if err != nil || len(list) != 1 || list[0].Seats[1].HandedOver {
		t.Errorf("got %+v, %v, want one result, not as handed over", list, err)
	}
}

func TestRecover_OnePersonDecides(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 2)
	r := h.claim(h.back)
	r, err := h.confirm(r, h.ada)
	if err != nil || r.State != "open" || r.MovesAt == nil || !r.MovesAt.Equal(h.clock.Now().Add(24*time.Hour)) {
		t.Fatalf("got %+v, %v, want it to move in a day", r, err)
	}
	h.clock.Add(23 * time.Hour)
	if n, err := h.Sweep(t.Context()); n != 0 || err != nil || h.holder() != h.ben {
		t.Errorf("got %d, %v, want nothing to move early", n, err)
	}
	h.clock.Add(time.Hour)
	if n, err := h.Sweep(t.Context()); n != 1 || err != nil || h.holder() != h.back {
		t.Errorf("got %d, %v and holder %s, want the seat moved", n, err, h.holder())
	}
	expect.Slice(t, h.told, []string{string(h.ben) + " claimed", string(h.ben) + " moved"}, "told")
	h.clock.Add(8 * 24 * time.Hour)
	h.expect("a reversal after a week", expect.Second(h.End(t.Context(), h.id, r.ID, h.ben)), apperr.BadLink)
}

// A player who objects, comes back or plays keeps the seat.
func TestRecover_HolderIsThere(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(*fixture, wire.Recovery){
		"objects": func(h *fixture, r wire.Recovery) {
			expect.Equal(h.t, must.Return(h.End(h.t.Context(), h.id, r.ID, h.ben))(h.t).State, "ended")
		},
		"is connected": func(h *fixture, _ wire.Recovery) {
			h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ben})
		},
		"played meanwhile": func(h *fixture, _ wire.Recovery) {
			h.clock.Add(time.Second)
			must.Return(h.registry.Leave(h.t.Context(), h.id, table.Command{ID: "bye", Seat: 1}))(h.t)
		},
		"is a claimant who withdraws": func(h *fixture, r wire.Recovery) {
			must.Return(h.End(h.t.Context(), h.id, r.ID, h.back))(h.t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, 2)
			r := h.claim(h.back)
			must.Return(h.confirm(r, h.ada))(t)
			act(h, r)
			watching := h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ada})
			seen := h.Next(watching, "snapshot")
			h.clock.Add(25 * time.Hour)
			if n, err := h.Sweep(t.Context()); n != 0 || err != nil || h.holder() != h.ben {
				t.Errorf("got %d, %v and holder %s, want the seat kept", n, err, h.holder())
			}
			for len(seen.Table.Recoveries) != 0 { // until the people at the table see that it is over
				seen = h.Next(watching, "table")
			}
			if _, err := h.confirm(r, h.ada); err == nil {
				if _, err := h.Sweep(t.Context()); err != nil || h.holder() != h.ben {
					t.Error("a second confirmation moved the seat")
				}
			}
		})
	}
}

// A claim ends as soon as the player of the seat is at the table: people there no longer read it, and nobody can confirm it.
func TestRecover_EndsWithThePlayer(t *testing.T) {
	t.Parallel()
	for name, appear := range map[string]func(*fixture){
		"connects": func(h *fixture) {
			s := h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ben})
			if f := h.Next(s, "snapshot"); len(f.Table.Recoveries) != 0 {
				t.Errorf("got %+v, want the player to see no claim", f.Table.Recoveries)
			}
			h.expect("a late confirmation", expect.Second(h.confirm(wire.Recovery{ID: "claim-" + string(h.back)}, h.ada)), apperr.HolderConnected)
			s.Close()
		},
		"plays without a socket": func(h *fixture) {
			must.Return(h.registry.Leave(t.Context(), h.id, table.Command{ID: "bye", Seat: 1, Player: h.ben}))(h.t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, 3)
			watching := h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ada})
			r := h.claim(h.back)
			for f := h.Next(watching, "table"); len(f.Table.Recoveries) != 1; f = h.Next(watching, "table") {
			}
			h.clock.Add(time.Second)
			appear(h)
			for f := h.Next(watching, "table"); len(f.Table.Recoveries) != 0; f = h.Next(watching, "table") {
			}
			h.expect("a confirmation", expect.Second(h.confirm(r, h.ada)), apperr.BadLink)
			list := must.Return(h.List(t.Context(), h.ben))(t)
			if len(list) != 1 || list[0].State != "ended" {
				t.Errorf("got %+v, want the claim to have ended", list)
			}
		})
	}
}

func TestRecover_Refusals(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	ctx := t.Context()
	_, err := h.Recover(ctx, h.id, 1, h.ada, "", "a")
	h.expect("by a player at the table", err, apperr.SeatTaken)
	h.expect("no such seat", expect.Second(h.Recover(ctx, h.id, 7, h.back, "", "a")), apperr.BadSeats)
	h.expect("no such table", expect.Second(h.Recover(ctx, "unknown", 1, h.back, "", "a")), apperr.UnknownTable)
	open := h.Open(2)
	h.expect("before the start", expect.Second(h.Recover(ctx, open, 1, h.back, "", "a")), apperr.StaleDecision)
	private := h.Running(h.registry, 2, func(row *store.Table) { row.Visibility, row.Invite = store.Private, "let me in" })
	h.expect("a private table without its invite", expect.Second(h.Recover(ctx, private, 1, h.back, "guess", "a")), apperr.UnknownTable)
	if _, err = h.Recover(ctx, private, 1, h.back, "let me in", "a"); err != nil {
		t.Errorf("a private table with its invite: %v", err)
	}
	alone := h.Running(h.registry, 2, func(row *store.Table) { row.Seats[0] = store.Seat{Color: row.Seats[0].Color, Bot: "easy"} })
	h.expect("a table of bots", expect.Second(h.Recover(ctx, alone, 1, h.back, "", "a")), apperr.NobodyToConfirm)
	h.expect("the seat of a bot", expect.Second(h.Recover(ctx, alone, 0, h.back, "", "a")), apperr.BadSeats)

	watching := h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.ada})
	r := h.claim(h.back)
	if f := h.Next(watching, "table"); len(f.Table.Recoveries) != 1 || f.Table.Recoveries[0].By.Name != "Ben" {
		t.Errorf("got %+v, want the people at the table to see the claim", f.Table)
	}
	h.expect("a second claim", expect.Second(h.Recover(ctx, h.id, 2, h.back, "", "second")), apperr.TooFast)
	h.expect("the id of another claim", expect.Second(h.Recover(ctx, h.id, 1, h.thief, "", r.ID)), apperr.IDReused)
	h.Subscribe(h.registry, h.id, table.SubscribeRequest{Player: h.cleo})
	h.expect("a connected player", expect.Second(h.Recover(ctx, h.id, 2, h.thief, "", "thief")), apperr.HolderConnected)
	row := must.Return(h.Store.Table(ctx, h.id))(t)
	for viewer, want := range map[store.PlayerID]int{h.ada: 1, h.back: 1, h.thief: 0, "": 0} {
		expect.Equal(t, len(must.Return(h.registry.Describe(ctx, row, viewer))(t).Recoveries), want, "viewer", viewer, "sees claims")
	}
	h.clock.Add(8 * 24 * time.Hour)
	h.expect("an old claim", expect.Second(h.confirm(r, h.ada)), apperr.BadLink)
}

// A person who confirms with one guest, and again with another guest who has the same seat by then, counts once.
func TestRecover_OneSeatConfirmsOnce(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	must.Return(h.confirm(r, h.ada))(t)
	second := h.Player("Ada")
	must.Return(h.Store.MergePlayers(t.Context(), h.ada, second, store.MergeNote{}))(t)
	if r, err := h.confirm(r, second); err != nil || r.State != "open" || !slices.Equal(r.Confirmed, []engine.Seat{0}) || h.holder() != h.ben {
		t.Errorf("got %+v, %v, want it open with one confirmation", r, err)
	}
	expect.Equal(t, must.Return(h.confirm(r, h.cleo))(t).State, "moved", "the seat moved")
}

// A person who gave up confirms nothing. The others are enough then.
func TestRecover_Conceded(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	must.Return(h.registry.Concede(t.Context(), h.id, table.Command{ID: "give-up", Seat: 2}))(t)
	_, err := h.confirm(r, h.cleo)
	h.expect("by a person who gave up", err, apperr.Conceded)
	if r, err = h.confirm(r, h.ada); err != nil || r.Needed != 1 || r.MovesAt == nil {
		t.Errorf("got %+v, %v, want the only other person to decide, in a day", r, err)
	}
}

// A person who has confirmed before another one gave up says it again, because it decides now.
func TestRecover_ConcededAfterConfirmation(t *testing.T) {
	t.Parallel()
	h := newFixture(t, 3)
	r := h.claim(h.back)
	must.Return(h.confirm(r, h.ada))(t)
	must.Return(h.registry.Concede(t.Context(), h.id, table.Command{ID: "give-up", Seat: 2}))(t)
	r, err := h.confirm(r, h.ada)
	if err != nil || r.MovesAt == nil || !slices.Equal(r.Confirmed, []engine.Seat{0}) {
		t.Errorf("got %+v, %v, want one confirmation to decide, in a day", r, err)
	}
}
