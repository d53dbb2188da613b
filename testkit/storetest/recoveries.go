package storetest

import (
	"errors"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func newRecovery(table store.TableID, id string, holder, claimant store.PlayerID, n int) store.Recovery {
	return store.Recovery{
		Table: table, ID: id, Seat: 1, Holder: holder, Claimant: claimant, State: store.RecoveryOpen, Confirmed: []store.PlayerID{}, CreatedAt: at(n), ChangedAt: at(n),
	}
}

func allow([]store.Recovery) error { return nil }

var recoveries = []contractCase{
	{"are added once, changed and listed", func(t *testing.T, f Fixture) {
		row, other := createTable(t, f.Store), createTable(t, f.Store)
		first, second := newRecovery(row.ID, "a", "ben", "back", 1), newRecovery(row.ID, "b", "ben", "thief", 2)
		got := must.Return(f.Store.AddRecovery(t.Context(), first, allow))(t)
		wantEqual(t, "the added one", got, first)
		again := newRecovery(row.ID, "a", "x", "y", 3)
		got = must.Return(f.Store.AddRecovery(t.Context(), again, func([]store.Recovery) error { return errors.New("asked") }))(t)
		wantEqual(t, "the one with the same id", got, first)
		refusal := errors.New("no")
		_, err := f.Store.AddRecovery(t.Context(), second, func(open []store.Recovery) error {
			wantEqual(t, "open ones", open, []store.Recovery{first})
			return refusal
		})
		expect.Error(t, err, refusal, "refused")
		must.Return(f.Store.AddRecovery(t.Context(), second, allow))(t)
		_, err = f.Store.AddRecovery(t.Context(), newRecovery("none", "a", "x", "y", 3), allow)
		expect.Error(t, err, store.ErrNotFound, "of an unknown table")
		must.Return(f.Store.AddRecovery(t.Context(), newRecovery(other.ID, "a", "cleo", "back", 4), allow))(t)

		changed, err := f.Store.ChangeRecovery(t.Context(), row.ID, "a", func(r *store.Recovery) error {
			r.Confirmed, r.DueAt = append(r.Confirmed, "ada"), at(9)
			return nil
		})
		must.Succeed(t, err)
		first.Confirmed, first.DueAt = []store.PlayerID{"ada"}, at(9)
		wantEqual(t, "the changed one", changed, first)
		_, err = f.Store.ChangeRecovery(t.Context(), row.ID, "b", func(*store.Recovery) error { return refusal })
		expect.Error(t, err, refusal, "a refused change")
		for _, unknown := range []string{"c", "\x00"} {
			_, err = f.Store.ChangeRecovery(t.Context(), row.ID, unknown, func(*store.Recovery) error { return nil })
			expect.Error(t, err, store.ErrNotFound, "an unknown one")
		}

		open := must.Return(f.Store.OpenRecoveries(t.Context(), []store.TableID{row.ID}, at(1)))(t)
		wantEqual(t, "open ones after a time", open, []store.Recovery{second})
		due := must.Return(f.Store.DueRecoveries(t.Context(), at(9), 5))(t)
		wantEqual(t, "due ones", due, []store.Recovery{first})
		due = must.Return(f.Store.DueRecoveries(t.Context(), at(8), 5))(t)
		wantEqual(t, "number of those that are due earlier", len(due), 0)
		_, err = f.Store.ChangeRecovery(t.Context(), row.ID, "a", func(r *store.Recovery) error {
			r.State, r.ChangedAt = store.RecoveryMoved, at(10)
			return nil
		})
		must.Succeed(t, err)
		first.State, first.ChangedAt = store.RecoveryMoved, at(10)
		of := must.Return(f.Store.RecoveriesFor(t.Context(), "back", at(0)))(t)
		wantEqual(t, "those of a claimant", of, []store.Recovery{first, newRecovery(other.ID, "a", "cleo", "back", 4)})
		of = must.Return(f.Store.RecoveriesFor(t.Context(), "ben", at(1)))(t)
		wantEqual(t, "those of a holder", of, []store.Recovery{first, second})
		third := newRecovery(row.ID, "d", "ben", "thief", 11)
		for at, want := range map[time.Time][]store.Recovery{third.CreatedAt: {first, second}, first.CreatedAt.Add(store.RecoveryRest): {second}} {
			third.CreatedAt = at
			_, err = f.Store.AddRecovery(t.Context(), third, func(counted []store.Recovery) error {
				wantEqual(t, "those that count", counted, want)
				return refusal
			})
			expect.Error(t, err, refusal, "refused")
		}
		due = must.Return(f.Store.DueRecoveries(t.Context(), at(20), 5))(t)
		wantEqual(t, "number of due ones that moved", len(due), 0)
	}},
	{"change their table for all nodes", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		expectRaised := func(what string) {
			t.Helper()
			now := must.Return(f.Store.Table(t.Context(), row.ID))(t)
			if now.Rev != row.Rev+1 || !now.UpdatedAt.After(row.UpdatedAt) {
				t.Errorf("%s: got rev %d at %v, want %d after %v", what, now.Rev, now.UpdatedAt, row.Rev+1, row.UpdatedAt)
			}
			row = now
		}
		r := newRecovery(row.ID, "a", "ben", "back", 1)
		must.Return(f.Store.AddRecovery(t.Context(), r, allow))(t)
		expectRaised("a claim")
		must.Return(f.Store.ChangeRecovery(t.Context(), row.ID, "a", func(*store.Recovery) error { return nil }))(t)
		expectRaised("a confirmation")
	}},
	{"end with their players", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		row := createTable(t, f.Store)
		for _, r := range []store.Recovery{newRecovery(row.ID, "a", x.Player, "y", 1), newRecovery(row.ID, "b", "y", x.Player, 2), newRecovery(row.ID, "c", "y", "z", 3)} {
			must.Return(f.Store.AddRecovery(t.Context(), r, allow))(t)
		}
		must.Return(f.Store.ErasePlayer(t.Context(), x.Player))(t)
		open := must.Return(f.Store.OpenRecoveries(t.Context(), []store.TableID{row.ID}, at(0)))(t)
		wantEqual(t, "what is left", open, []store.Recovery{newRecovery(row.ID, "c", "y", "z", 3)})
	}},
}
