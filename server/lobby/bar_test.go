package lobby_test

import (
	"context"
	"testing"

	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestBar(t *testing.T) {
	t.Parallel()
	for _, visibility := range []store.Visibility{store.Public, store.Private} {
		t.Run(string(visibility), func(t *testing.T) {
			t.Parallel()
			h := newFixture(t)
			ctx := context.Background()
			ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
			private := visibility == store.Private
			row, err := h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 3, Visibility: visibility, Session: "first"})
			must.Succeed(t, err)
			first := row.Invite
			for _, p := range []store.PlayerID{bob, eve} {
				must.Succeed(t, expect.Third(h.Sit(ctx, row.ID, p, lobby.SitRequest{Invite: first})))
			}
			// A player who leaves may return, and the invite stays.
			if row, err = h.Stand(ctx, row.ID, eve, 2); err != nil || row.Invite != first || len(row.Barred) != 0 {
				t.Fatalf("got %+v and %v, want the same invite and nobody barred", row, err)
			}
			must.Succeed(t, expect.Third(h.Sit(ctx, row.ID, eve, lobby.SitRequest{Invite: first})))
			if row, err = h.Stand(ctx, row.ID, ada, 1); err != nil || len(row.Barred) != 1 || row.Barred[0] != bob {
				t.Fatalf("got %+v and %v, want Bob barred", row.Barred, err)
			}
			if row.Invite != first || row.InviteSession != map[bool]string{true: "first"}[private] {
				t.Errorf("got invite %q of session %q, want the links of others to stay valid", row.Invite, row.InviteSession)
			}
			sit := func(invite string) error {
				_, _, err := h.Sit(ctx, row.ID, bob, lobby.SitRequest{Invite: invite})
				return err
			}
			_, seen := h.Get(ctx, row.ID, bob, row.Invite)
			if private {
				wantCode(t, sit(""), apperr.UnknownTable)
				wantCode(t, seen, apperr.UnknownTable)
			} else {
				wantCode(t, sit(""), apperr.Barred)
				wantCode(t, seen, "")
			}
			wantCode(t, sit(row.Invite), apperr.Barred)

			wantCode(t, expect.Second(h.Allow(ctx, row.ID, eve, bob)), apperr.NotHost)
			_, err = h.Allow(ctx, row.ID, bob, bob)
			expect.Equal(t, apperr.CodeOf(err), map[bool]apperr.Code{true: apperr.UnknownTable, false: apperr.NotHost}[private], "the barred player lifts the ban")
			wantCode(t, expect.Second(h.Allow(ctx, row.ID, ada, eve)), apperr.NoChange)
			if row, err = h.Allow(ctx, row.ID, ada, bob); err != nil || len(row.Barred) != 0 {
				t.Fatalf("got %v barred and %v, want nobody", row.Barred, err)
			}
			wantCode(t, sit(first), "")
		})
	}
}

// A player whom the host removed came back as a guest, and is one with that guest since. The seat counts, not the ban.
func TestBar_UnitedPlayers(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob, guest := h.player("Ada"), h.player("Bob"), h.player("Guest")
	row := h.table(3, ada, bob)
	must.Return(h.Stand(ctx, row.ID, ada, 1))(t)
	must.Succeed(t, expect.Third(h.Sit(ctx, row.ID, guest, lobby.SitRequest{Invite: row.Invite})))
	must.Return(h.store.MergePlayers(ctx, guest, bob, store.MergeNote{}))(t)
	wantCode(t, expect.Third(h.Sit(ctx, row.ID, bob, lobby.SitRequest{Color: "white"})), "")
	row = must.Return(h.Stand(ctx, row.ID, ada, 1))(t)
	if _, err := h.Get(ctx, row.ID, bob, row.Invite); len(row.Barred) != 1 || apperr.CodeOf(err) != apperr.UnknownTable {
		t.Errorf("got %v barred and %v, want Bob, once", row.Barred, err)
	}
}

// The list of barred players stays bounded.
func TestBar_Many(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	_, err := h.store.UpdateTable(ctx, row.ID, func(row *store.Table) error {
		for range lobby.MaxBarred {
			row.Barred = append(row.Barred, "somebody")
		}
		return nil
	})
	must.Succeed(t, err)
	if row, err = h.Stand(ctx, row.ID, ada, 1); err != nil || len(row.Barred) != lobby.MaxBarred || row.Barred[lobby.MaxBarred-1] != bob {
		t.Errorf("got %d barred and %v, want %d with Bob as the last", len(row.Barred), err, lobby.MaxBarred)
	}
}

func TestReplaceInvites(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row, missed := h.table(3, ada, bob), h.table(3, ada, bob)
	for _, id := range []store.TableID{row.ID, missed.ID} {
		must.Return(h.store.UpdateTable(ctx, id, func(row *store.Table) error { row.Invite, row.InviteSession = "", ""; return nil }))(t)
	}
	h.ReplaceInvites(ctx, []store.TableID{row.ID, "unknown"})
	got, err := h.store.Table(ctx, row.ID)
	if err != nil || len(got.Invite) != len(row.Invite) || got.Invite == row.Invite || got.InviteSession != "" || !h.wasAnnounced(row.ID) {
		t.Errorf("got invite %q and %v, want a new one that is announced", got.Invite, err)
	}
	expect.Equal(t, got.Seats[1].Player, bob, "seats", got.Seats)
	h.ReplaceInvites(ctx, []store.TableID{row.ID})
	expect.Equal(t, must.Return(h.store.Table(ctx, row.ID))(t).Invite, got.Invite, "invite the second time")
	// Nobody can use the empty invite of a table that was missed, and its next change makes a new one.
	wantCode(t, expect.Second(h.Get(ctx, missed.ID, eve, "")), apperr.UnknownTable)
	if changed, _, err := h.Sit(ctx, missed.ID, bob, lobby.SitRequest{Color: "white"}); err != nil || changed.Invite == "" {
		t.Errorf("got invite %q and %v, want a new one", changed.Invite, err)
	}
}

// The invite of a rematch belongs to the session that asked for it.
func TestRematch_InviteSession(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	h.contribute(row)
	must.Return(h.Start(ctx, row.ID, ada))(t)
	row = must.Return(h.store.Table(ctx, row.ID))(t)
	h.finish(row)
	if next, _, err := h.Rematch(ctx, row.ID, bob, "bob's"); err != nil || next.InviteSession != "bob's" {
		t.Errorf("got session %q and %v, want Bob's", next.InviteSession, err)
	}
}

// A host who fears that a removed player returns as another guest replaces the invite, for everybody.
func TestNewInvite(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := context.Background()
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.table(3, ada, bob)
	_, err := h.NewInvite(ctx, row.ID, bob, "bob's")
	wantCode(t, err, apperr.NotHost)
	wantCode(t, expect.Second(h.NewInvite(ctx, row.ID, eve, "eve's")), apperr.UnknownTable)
	got, err := h.NewInvite(ctx, row.ID, ada, "second")
	if err != nil || got.Invite == row.Invite || len(got.Invite) != len(row.Invite) || got.InviteSession != "second" || !h.wasAnnounced(row.ID) {
		t.Fatalf("got invite %q of session %q and %v, want a new one of the host's session, announced", got.Invite, got.InviteSession, err)
	}
	wantCode(t, expect.Third(h.Sit(ctx, row.ID, eve, lobby.SitRequest{Invite: row.Invite})), apperr.WrongInvite)
	wantCode(t, expect.Third(h.Sit(ctx, row.ID, eve, lobby.SitRequest{Invite: got.Invite})), "")
	public := must.Return(h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2, Visibility: store.Public}))(t)
	wantCode(t, expect.Second(h.NewInvite(ctx, public.ID, ada, "")), apperr.NoChange)
	must.Return(h.Stand(ctx, row.ID, ada, 0))(t)
	wantCode(t, expect.Second(h.NewInvite(ctx, row.ID, ada, "")), apperr.UnknownTable)
}
