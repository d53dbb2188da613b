package notify_test

import (
	"fmt"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

func TestNudge_OnceADay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b, by := f.browser(seat), f.Players[1-seat]
	f.round(time.Second)
	f.occasions(b)
	nudge := func() apperr.Code {
		return apperr.CodeOf(f.service.Nudge(t.Context(), id, by, engine.Seat(seat)))
	}
	if code := nudge(); code != "" {
		t.Fatalf("got %q", code)
	}
	f.round(time.Second)
	got := f.pushes.Received(b)
	if len(got) != 1 || got[0].Payload.Notification.Title != "Player "+map[int]string{0: "1", 1: "0"}[seat]+" is waiting for you: The Toy" {
		t.Errorf("got %+v", got)
	}
	expect.Equal(t, nudge(), apperr.TooFast, "again")
	f.clock.Add(25 * time.Hour)
	expect.Equal(t, nudge(), "", "the next day")
}

func TestNudge_Refusals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	row, err := f.Store.Table(t.Context(), id)
	for n := 0; err == nil && len(row.Owing) > 1; n++ {
		f.Step(f.registry, id, n)
		row, err = f.Store.Table(t.Context(), id)
	}
	f.must(err)
	seat := row.Owing[0]
	for name, c := range map[string]struct {
		id   store.TableID
		by   store.PlayerID
		seat engine.Seat
		want apperr.Code
	}{
		"a spectator":              {id, f.Players[3], seat, apperr.NotSeated},
		"oneself":                  {id, f.Players[seat], seat, apperr.BadSeats},
		"no seat":                  {id, f.Players[seat], 7, apperr.BadSeats},
		"a seat that owes nothing": {id, f.Players[seat], 1 - seat, apperr.NoChange},
		"no table":                 {"00000000-0000-7000-8000-000000000000", f.Players[seat], 0, apperr.UnknownTable},
	} {
		expect.Equal(t, apperr.CodeOf(f.service.Nudge(t.Context(), c.id, c.by, c.seat)), c.want, name)
	}
}

func TestNudge_BlockedPerson(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b, by := f.browser(seat), f.Players[1-seat]
	f.round(time.Second)
	f.occasions(b)
	f.must(f.Store.Block(t.Context(), f.Players[seat], by, f.clock.Now()))
	f.must(f.service.Nudge(t.Context(), id, by, engine.Seat(seat)))
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), nil, "from a blocked person")
}

func TestMention(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Open(2)
	b := f.browser(1)
	for range 2 {
		f.must(f.service.Mentioned(t.Context(), id, f.Players[1], f.Players[0], f.clock.Now()))
	}
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"mention"})
}

// Guests who come and go make one notification of claimed seats in an hour.
func TestSeatClaimed_Flood(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Open(2)
	b := f.browser(1)
	for n := range 5 {
		claim := store.Recovery{Table: id, ID: fmt.Sprint(n), Holder: f.Players[1], Claimant: f.Player("Guest"), CreatedAt: f.clock.Now()}
		f.must(f.service.SeatClaimed(t.Context(), claim))
	}
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"claimed"})
}

// A person who is blocked between an act and its notification reaches nobody, and a flood of mentions makes one notification in five minutes.
func TestNotices_BlockedMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Open(2)
	b := f.browser(1)
	f.must(f.service.Mentioned(t.Context(), id, f.Players[1], f.Players[0], f.clock.Now()))
	f.must(f.Store.Block(t.Context(), f.Players[1], f.Players[0], f.clock.Now()))
	f.Open(2, func(row *store.Table) { row.Seats[1].Confirm = store.Asked }) // a rematch
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), nil, "from a blocked person")
	f.must(f.Store.Unblock(t.Context(), f.Players[1], f.Players[0]))
	f.clock.Add(time.Hour)
	for range 50 {
		f.must(f.service.Mentioned(t.Context(), id, f.Players[1], f.Players[0], f.clock.Now()))
		f.round(time.Second)
	}
	expect.Slice(t, f.occasions(b), []string{"mention"})
}
