package lobby_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A change that the commitment covers gives the table another commitment, and everybody answers again.
func TestChange_AsksAgain(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.contribute(h.table(2, ada, bob))
	before := must.Return(row.Commitment())(t)
	got, err := h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{"rounds": 4, lobby.Hints: 1}})
	if err != nil || got.Options["rounds"] != 4 || got.Options["die"] != 1 || got.Options[lobby.Hints] != 1 {
		t.Fatalf("got %v and %v, want four rounds and the other options as before", got.Options, err)
	}
	if want := []store.Change{{By: ada, Options: engine.Options{"rounds": 4}}}; !cmp.Equal(got.Changes, want) {
		t.Errorf("got changes %+v, want %+v: hints were on before", got.Changes, want)
	}
	if after, err := got.Commitment(); err != nil || after == before || got.Secret != row.Secret {
		t.Errorf("got commitment %v and %v, want another one to the same secret", after, err)
	}
	if got.Answered(0) || got.Answered(1) || !h.wasAnnounced(row.ID) {
		t.Errorf("got answers %v %v and announced %v, want none, and the sockets told", got.Answered(0), got.Answered(1), h.wasAnnounced(row.ID))
	}
	wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), apperr.NotContributed)
	expect.Error(t, expect.Second(h.Start(ctx, h.contribute(got).ID, ada)), nil)
	wantCode(t, expect.Second(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{"rounds": 2}})), apperr.TableRunning)
}

// A signature of an answer to the old commitment no longer fits.
func TestChange_OldSignature(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada := h.player("Ada")
	row := h.table(2, ada)
	signed := newDevice(1).signs(t, row, 0, []byte("ada"))
	must.Return(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{"rounds": 4}}))(t)
	wantCode(t, expect.Second(h.Contribute(ctx, row.ID, ada, signed)), apperr.BadProof)
}

func TestChange_SameSettings(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada := h.player("Ada")
	row := h.contribute(h.table(2, ada))
	h.announced = nil
	for _, w := range []lobby.SettingsRequest{
		{},
		{Seats: 2, Visibility: store.Private, Options: engine.Options{"rounds": 3, clock.OptionTakeover: 0}},
		{Options: engine.Options{}},
	} {
		got, err := h.Change(ctx, row.ID, ada, w)
		if err != nil || !cmp.Equal(got, row) {
			t.Errorf("%+v: got %v\n%s", w, err, cmp.Diff(row, got))
		}
	}
	if h.wasAnnounced(row.ID) {
		t.Error("the sockets were told of nothing")
	}
}

func TestChange_Refusals(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.table(3, ada, bob))
	row = must.Return(h.SeatBot(ctx, row.ID, ada, bot.Easy, nil))(t)
	for name, c := range map[string]struct {
		by   store.PlayerID
		w    lobby.SettingsRequest
		want apperr.Code
	}{
		"another player":     {bob, lobby.SettingsRequest{Seats: 4}, apperr.NotHost},
		"a stranger":         {eve, lobby.SettingsRequest{Seats: 4}, apperr.UnknownTable},
		"an unknown option":  {ada, lobby.SettingsRequest{Options: engine.Options{"x": 1}}, apperr.BadOptions},
		"a value too high":   {ada, lobby.SettingsRequest{Options: engine.Options{"rounds": 5}}, apperr.BadOptions},
		"too many seats":     {ada, lobby.SettingsRequest{Seats: 5}, apperr.BadSeats},
		"too few seats":      {ada, lobby.SettingsRequest{Seats: 1}, apperr.BadSeats},
		"fewer than players": {ada, lobby.SettingsRequest{Seats: 2}, apperr.BadSeats},
		"one part is wrong":  {ada, lobby.SettingsRequest{Seats: 2, Options: engine.Options{"rounds": 4}}, apperr.BadSeats},
	} {
		_, err := h.Change(ctx, row.ID, c.by, c.w)
		expect.Equal(t, apperr.CodeOf(err), c.want, name, err)
	}
	if got, err := h.store.Table(ctx, row.ID); err != nil || !cmp.Equal(got, row) {
		t.Errorf("refused changes changed the table (%v):\n%s", err, cmp.Diff(row, got))
	}
}

func TestChange_Seats(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	resize := func(n int) {
		t.Helper()
		var err error
		if row, err = h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Seats: n}); err != nil || len(row.Seats) != n {
			t.Fatalf("got %+v and %v, want %d seats", row.Seats, err, n)
		}
		colors := map[string]bool{}
		for _, p := range row.Seats {
			colors[p.Color] = true
		}
		if len(colors) != n || colors[""] {
			t.Errorf("got seats %+v, want different colors", row.Seats)
		}
	}
	resize(4)
	last, color := engine.Seat(3), row.Seats[1].Color
	row, _, err := h.Sit(ctx, row.ID, bob, lobby.SitRequest{Seat: &last})
	must.Succeed(t, err)
	resize(3)
	if row.Seats[2].Player != bob || row.Seats[2].Color != color || row.Seats[0].Player != ada {
		t.Errorf("got %+v, want Bob on the last seat, with his color", row.Seats)
	}
	resize(2)
	if row.Seats[1].Player != bob || len(row.Changes) != 3 {
		t.Errorf("got %+v and %+v, want Bob beside Ada, and three changes", row.Seats, row.Changes)
	}
	expect.Error(t, expect.Second(h.Start(ctx, h.contribute(row).ID, ada)), nil)
}

// Answers stay if only the visibility changes, because they do not depend on it. Nobody plays in public who sat down at a private table and was not asked: the
// host cannot start without the others.
func TestChange_Visibility(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.contribute(h.rematch(ada, bob))
	must.Return(h.Confirm(ctx, row.ID, bob))(t)
	first := row.Invite
	row, err := h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Visibility: store.Public})
	if err != nil || !row.Answered(0) || !row.Answered(1) || row.Seats[1].Confirm != store.Asked {
		t.Fatalf("got %+v and %v, want a public table with its answers", row, err)
	}
	expect.Error(t, expect.Second(h.Get(ctx, row.ID, eve, "")), nil)
	wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), apperr.NotConfirmed)
	must.Return(h.Confirm(ctx, row.ID, bob))(t)
	row, err = h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Visibility: store.Private})
	if err != nil || row.Invite != first {
		t.Errorf("got invite %q (%v), want the links of others to work again", row.Invite, err)
	}
	wantCode(t, expect.Second(h.Get(ctx, row.ID, eve, first)), "")
	expect.Error(t, expect.Second(h.Start(ctx, row.ID, ada)), nil)
}

// The players of a rematch confirm other options again. The host, who chose them, does not.
func TestChange_ConfirmAgain(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, cleo := h.player("Ada"), h.player("Bob"), h.player("Cleo")
	row := h.rematch(ada, bob, cleo)
	must.Return(h.Confirm(ctx, row.ID, bob))(t)
	must.Return(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{lobby.Hints: 0}}))(t)
	h.wantConfirmations("after the change", row.ID, store.Confirmed, store.Asked, store.Asked)
}

// Changes, seats and starts at the same time leave a table that fits together: its answers fit its commitment, and a running table changed no more.
func TestChange_Race(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := range 4 {
				_, err := h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{"rounds": 2 + (n+i)%3}})
				if code := apperr.CodeOf(err); code != "" && code != apperr.TableRunning {
					t.Errorf("got %v", err)
				}
			}
		})
		all.Go(func() {
			for i := range 4 {
				for _, p := range []store.PlayerID{ada, bob} {
					_, err := h.Contribute(ctx, row.ID, p, lobby.AnswerRequest{Contribution: fmt.Appendf(nil, "%d %d", n, i)})
					if code := apperr.CodeOf(err); code != "" && code != apperr.AlreadyContributed && code != apperr.TableRunning {
						t.Errorf("got %v", err)
					}
				}
				_, err := h.Start(ctx, row.ID, ada)
				if code := apperr.CodeOf(err); code != "" && code != apperr.NotContributed && code != apperr.TableRunning {
					t.Errorf("got %v", err)
				}
			}
		})
	}
	all.Wait()
	got := must.Return(h.store.Table(ctx, row.ID))(t)
	if got.State == store.Running && (!got.Answered(0) || !got.Answered(1)) {
		t.Error("the table runs without an answer")
	}
	rounds := 3
	for _, c := range got.Changes {
		if c.Options["rounds"] == rounds {
			t.Errorf("got changes %+v, want each to change something", got.Changes)
		}
		rounds = c.Options["rounds"]
	}
	expect.Equal(t, got.Options["rounds"], rounds, "rounds, the last change says", rounds)
}

func TestChange_Limit(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada := h.player("Ada")
	row := h.table(2, ada)
	for n := range lobby.MaxChanges {
		must.Return(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{lobby.Hints: n % 2}}))(t)
	}
	wantCode(t, expect.Second(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{lobby.Hints: 0}})), apperr.NoChange)
}
