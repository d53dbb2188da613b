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

// rematch returns the rematch, for which the first player asked, of a finished table of the players.
func (h *fixture) rematch(players ...store.PlayerID) store.Table {
	h.t.Helper()
	ctx := context.Background()
	row := must.Return(h.Start(ctx, h.contribute(h.table(len(players), players...)).ID, players[0]))(h.t)
	h.finish(row)
	next, _, err := h.Rematch(ctx, row.ID, players[0], "")
	must.Succeed(h.t, err)
	return next
}

func confirmations(row store.Table) (list []store.Confirmation) {
	for _, p := range row.Seats {
		list = append(list, p.Confirm)
	}
	return list
}

func (h *fixture) wantConfirmations(when string, id store.TableID, want ...store.Confirmation) {
	h.t.Helper()
	row, err := h.store.Table(context.Background(), id)
	if got := confirmations(row); err != nil || !slices.Equal(got, want) {
		h.t.Errorf("%s: got %q (%v), want %q", when, got, err, want)
	}
}

// An answer that a browser gives by itself confirms nothing. The start waits for the confirmation of every player whom the rematch seated.
func TestConfirm(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, cleo := h.player("Ada"), h.player("Bob"), h.player("Cleo")
	row := h.rematch(ada, bob, cleo)
	start := func(want apperr.Code) {
		t.Helper()
		wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), want)
	}
	h.wantConfirmations("at first", row.ID, store.Confirmed, store.Asked, store.Asked)
	h.contribute(row)
	h.wantConfirmations("after the answers", row.ID, store.Confirmed, store.Asked, store.Asked)
	start(apperr.NotConfirmed)

	for range 2 { // a second call changes nothing
		if got, err := h.Confirm(ctx, row.ID, bob); err != nil || got.Seats[1].Confirm != store.Confirmed {
			t.Fatalf("got %+v and %v", got.Seats, err)
		}
	}
	expect.Equal(t, must.Return(h.store.Table(ctx, row.ID))(t).Rev, row.Rev+4, "rev")
	start(apperr.NotConfirmed)
	wantCode(t, expect.Second(h.Confirm(ctx, row.ID, h.player("Eve"))), apperr.UnknownTable)
	must.Return(h.Confirm(ctx, row.ID, cleo))(t)
	start("")
	wantCode(t, expect.Second(h.Confirm(ctx, row.ID, bob)), apperr.TableRunning)
}

// A player or program that answers by a deliberate call confirms with it, also if the answer was stored before.
func TestConfirm_ByAnswer(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.rematch(ada, bob)
	for _, confirms := range []bool{false, true, true} {
		must.Return(h.Contribute(ctx, row.ID, bob, lobby.AnswerRequest{Contribution: []byte("bob"), Confirm: confirms}))(t)
		h.wantConfirmations("after an answer", row.ID, store.Confirmed, map[bool]store.Confirmation{false: store.Asked, true: store.Confirmed}[confirms])
	}
	other := h.table(2, ada, bob)
	must.Return(h.Contribute(ctx, other.ID, bob, lobby.AnswerRequest{Contribution: []byte("bob"), Confirm: true}))(t)
	must.Return(h.Confirm(ctx, other.ID, bob))(t)
	h.wantConfirmations("at a table that is no rematch", other.ID, "", "")
}

// The host does not have to wait for a player who does not come: another player or a bot takes the seat, and nobody asks it.
func TestConfirm_Replaced(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, cleo := h.player("Ada"), h.player("Bob"), h.player("Cleo")
	row := h.rematch(ada, bob, cleo)
	for _, seat := range []engine.Seat{1, 2} {
		must.Return(h.Stand(ctx, row.ID, ada, seat))(t)
	}
	seat := engine.Seat(1)
	row, err := h.SeatBot(ctx, row.ID, ada, bot.Medium, &seat)
	if err == nil {
		row, _, err = h.Sit(ctx, row.ID, h.player("Dan"), lobby.SitRequest{Invite: row.Invite})
	}
	must.Succeed(t, err)
	h.wantConfirmations("after the replacement", row.ID, store.Confirmed, "", "")
	expect.Error(t, expect.Second(h.Start(ctx, h.contribute(row).ID, ada)), nil)
}

// The confirmation belongs to the player: it moves with the player, and the host who leaves takes it along.
func TestConfirm_Moves(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, cleo := h.player("Ada"), h.player("Bob"), h.player("Cleo")
	row := h.rematch(ada, bob, cleo)
	must.Return(h.Stand(ctx, row.ID, ada, 0))(t)
	seat := engine.Seat(0)
	row, _, err := h.Sit(ctx, row.ID, cleo, lobby.SitRequest{Seat: &seat})
	must.Succeed(t, err)
	h.wantConfirmations("after the move", row.ID, store.Asked, store.Asked, "")
	row = must.Return(h.SeatBot(ctx, row.ID, bob, bot.Easy, nil))(t)
	h.contribute(row)
	wantCode(t, expect.Second(h.Start(ctx, row.ID, bob)), apperr.NotConfirmed)
	must.Return(h.Confirm(ctx, row.ID, cleo))(t)
	if _, err = h.Start(ctx, row.ID, bob); err != nil { // the new host confirms by the start
		t.Error(err)
	}
}
