package table_test

import (
	"context"
	"errors"
	"testing"

	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// expectClosed takes all messages of a subscription and checks the code that ends it.
func expectClosed(t *testing.T, what string, s *tabletest.Subscriber, want wire.CloseCode) {
	t.Helper()
	for {
		_, err := s.Next(context.Background())
		if err == nil {
			continue
		}
		var closed table.Closed
		if !errors.As(err, &closed) || closed.Code != want {
			t.Errorf("%s: got %v, want code %d", what, err, want)
		}
		return
	}
}

// A removed player's sockets close, and so do those that a former invite opened. Afterwards the table refuses both.
func TestSubscribe_Barred(t *testing.T) {
	t.Parallel()
	for visibility, want := range map[store.Visibility]wire.CloseCode{store.Public: wire.CloseRemoved, store.Private: wire.CloseUnknownTable} {
		t.Run(string(visibility), func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			r := h.Registry()
			ctx, removed := context.Background(), h.Players[1]
			id := h.Open(3, func(row *store.Table) {
				if row.Visibility = visibility; visibility == store.Private {
					row.Invite = "first invite"
				}
			})
			seated := h.Subscribe(r, id, table.SubscribeRequest{Player: removed})
			friend := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[2]})
			anonymous := h.Subscribe(r, id, table.SubscribeRequest{Invite: "first invite"})
			_, err := h.Store.UpdateTable(ctx, id, func(row *store.Table) error {
				row.Seats[1].Player, row.Barred = "", []store.PlayerID{removed}
				if visibility == store.Private {
					row.Invite = "second invite"
				}
				return nil
			})
			must.Succeed(t, err)
			r.Announce(ctx, id)
			expectClosed(t, "the removed player's socket", seated, wire.CloseRemoved)
			if f := h.Next(friend, "table"); visibility == store.Private && f.Table.Invite != "second invite" {
				t.Errorf("got invite %q, want the second one", f.Table.Invite)
			}
			if visibility == store.Private {
				expectClosed(t, "a socket by the first invite", anonymous, wire.CloseNotAllowed)
			} else {
				h.Next(anonymous, "table")
			}
			var closed table.Closed
			if _, err := r.Subscribe(ctx, id, table.SubscribeRequest{Player: removed}); !errors.As(err, &closed) || closed.Code != want {
				t.Errorf("a new socket of the removed player: got %v, want code %d", err, want)
			}
			withInvite := wire.CloseNotAllowed
			if visibility == store.Public {
				withInvite = wire.CloseRemoved
			}
			_, err = r.Subscribe(ctx, id, table.SubscribeRequest{Player: removed, Invite: "second invite"})
			if !errors.As(err, &closed) || closed.Code != withInvite {
				t.Errorf("with the new invite: got %v, want code %d", err, withInvite)
			}
		})
	}
}

// Only the host receives the list of barred players.
func TestDescribe_Barred(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	ctx := context.Background()
	id := h.Open(2, func(row *store.Table) { row.Barred = []store.PlayerID{h.Players[3]} })
	row := must.Return(h.Store.Table(ctx, id))(t)
	for name, caller := range map[string]store.PlayerID{"the host": h.Players[0], "a guest": h.Players[1], "the barred player": h.Players[3], "nobody": ""} {
		got := must.Return(r.Describe(ctx, row, caller))(t)
		if caller != h.Players[0] && len(got.Barred) != 0 {
			t.Errorf("%s got the list %v, want none", name, got.Barred)
		}
		if caller == h.Players[0] && (len(got.Barred) != 1 || got.Barred[0].Name != "Player 3") {
			t.Errorf("the host got the list %v, want Player 3", got.Barred)
		}
	}
	host := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[0]})
	expect.Equal(t, len(h.Next(host, "snapshot").Table.Barred), 1, "the host's snapshot lists, player")
	guest := h.Subscribe(r, id, table.SubscribeRequest{Player: h.Players[1]})
	expect.Equal(t, len(h.Next(guest, "snapshot").Table.Barred), 0, "a guest's snapshot lists")
}
