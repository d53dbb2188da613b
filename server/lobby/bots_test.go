package lobby_test

import (
	"context"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestSeatBot(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(4, ada, bob)
	seat := func(n engine.Seat) *engine.Seat { return &n }
	ask := func(caller store.PlayerID, level bot.Level, at *engine.Seat) error {
		_, err := h.SeatBot(ctx, row.ID, caller, level, at)
		return err
	}
	for _, c := range []struct {
		name   string
		caller store.PlayerID
		level  bot.Level
		at     *engine.Seat
		want   apperr.Code
	}{
		{"a stranger", h.player("Eve"), bot.Easy, nil, apperr.UnknownTable},
		{"a guest", bob, bot.Easy, nil, apperr.NotHost},
		{"an unknown level", ada, bot.Random, nil, apperr.Invalid},
		{"an unknown seat", ada, bot.Easy, seat(4), apperr.BadSeats},
		{"a person's seat", ada, bot.Easy, seat(1), apperr.SeatTaken},
		{"the first free seat", ada, bot.Easy, nil, ""},
		{"a given seat", ada, bot.Hard, seat(3), ""},
		{"another level", ada, bot.Medium, seat(2), ""},
		{"no free seat", ada, bot.Easy, nil, apperr.TableFull},
	} {
		if err := ask(c.caller, c.level, c.at); apperr.CodeOf(err) != c.want && (err != nil || c.want != "") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	_, _, err := h.Sit(ctx, row.ID, h.player("Cy"), lobby.SitRequest{Seat: seat(2), Invite: row.Invite})
	wantCode(t, err, apperr.SeatTaken)
	h.contribute(row)

	got, err := h.Start(ctx, row.ID, ada)
	if err != nil || got.State != store.Running {
		t.Fatalf("a table of two players and two bots: %s, %v", got.State, err)
	}
	wantCode(t, ask(ada, bot.Easy, seat(3)), apperr.TableRunning)
	h.finish(got)
	again, _, err := h.Rematch(ctx, row.ID, bob, "")
	if err != nil || again.Seats[2].Bot != "medium" || again.Seats[3].Bot != "hard" {
		t.Errorf("the rematch has the seats %+v (%v), want the same bots", again.Seats, err)
	}
}

func TestSeatBot_GoesAgain(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(3, ada, bob)
	must.Return(h.SeatBot(ctx, row.ID, ada, bot.Easy, nil))(t)
	_, err := h.Stand(ctx, row.ID, bob, 2)
	wantCode(t, err, apperr.NotHost)
	if row, err = h.Stand(ctx, row.ID, ada, 2); err != nil || !row.Seats[2].Free() {
		t.Errorf("got %+v, %v; want a free seat", row.Seats[2], err)
	}
	row = must.Return(h.SeatBot(ctx, row.ID, ada, bot.Easy, nil))(t)
	// A player can take the color of a bot.
	row, _, err = h.Sit(ctx, row.ID, bob, lobby.SitRequest{Color: row.Seats[2].Color})
	if err != nil || row.Seats[2].Color == row.Seats[1].Color {
		t.Errorf("got %+v, %v", row.Seats, err)
	}
	for _, p := range []store.PlayerID{ada, bob} {
		at, _ := access.SeatOf(row, p)
		row = must.Return(h.Stand(ctx, row.ID, p, at))(t)
	}
	expect.Equal(t, row.State, store.Closed, "a table of bots only")
}
