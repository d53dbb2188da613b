package storetest

import (
	"testing"

	"nemeton/server/store"
)

var sessions = []contractCase{
	{"are found by token and listed newest first", func(t *testing.T, f Fixture) {
		p := newPlayer("Ada")
		old, mid, young := newSession(p.ID, 1), newSession(p.ID, 2), newSession(p.ID, 3)
		must(t, f.Store.CreatePlayer(t.Context(), p, mid))
		must(t, f.Store.CreateSession(t.Context(), young))
		must(t, f.Store.CreateSession(t.Context(), old))
		createPlayer(t, f.Store)
		list, err := f.Store.Sessions(t.Context(), p.ID)
		must(t, err)
		wantEqual(t, "sessions", list, []store.Session{young, mid, old})
		x, owner, err := f.Store.SessionByToken(t.Context(), old.TokenHash)
		must(t, err)
		wantEqual(t, "session", x, old)
		wantEqual(t, "owner", owner, p)
	}},
	{"unknown ones are not found", func(t *testing.T, f Fixture) {
		_, _, err := f.Store.SessionByToken(t.Context(), [32]byte{9})
		wantError(t, "SessionByToken", err, store.ErrNotFound)
		wantError(t, "TouchSession", f.Store.TouchSession(t.Context(), "none", at(1)), store.ErrNotFound)
		wantError(t, "RevokeSession", f.Store.RevokeSession(t.Context(), "none", "none"), store.ErrNotFound)
		wantError(t, "CreateSession", f.Store.CreateSession(t.Context(), newSession("nobody", 1)), store.ErrNotFound)
		list, err := f.Store.Sessions(t.Context(), "nobody")
		must(t, err)
		wantEqual(t, "sessions of an unknown player", len(list), 0)
	}},
	{"have unique ids and tokens", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		x := newSession(p.ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		y := newSession(p.ID, 2)
		y.TokenHash = x.TokenHash
		wantError(t, "same token", f.Store.CreateSession(t.Context(), y), store.ErrConflict)
		z := newSession(p.ID, 3)
		z.ID = x.ID
		wantError(t, "same id", f.Store.CreateSession(t.Context(), z), store.ErrConflict)
	}},
	{"SeenAt only moves forward", func(t *testing.T, f Fixture) {
		x := newSession(createPlayer(t, f.Store).ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		for _, n := range []int{50, 40} {
			must(t, f.Store.TouchSession(t.Context(), x.ID, at(n)))
		}
		got, _, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		must(t, err)
		wantEqual(t, "seen", got.SeenAt, at(50))
	}},
	{"LiveSessions returns those that exist", func(t *testing.T, f Fixture) {
		p, leaver := createPlayer(t, f.Store), createPlayer(t, f.Store)
		stays, goes, erased := newSession(p.ID, 1), newSession(p.ID, 2), newSession(leaver.ID, 3)
		for _, x := range []store.Session{stays, goes, erased} {
			must(t, f.Store.CreateSession(t.Context(), x))
		}
		must(t, f.Store.RevokeSession(t.Context(), p.ID, goes.ID))
		must(t, f.Store.ErasePlayer(t.Context(), leaver.ID))
		live, err := f.Store.LiveSessions(t.Context(), []string{stays.ID, goes.ID, erased.ID, "none", "a\x00b"})
		must(t, err)
		wantEqual(t, "live sessions", live, map[string]bool{stays.ID: true})
		live, err = f.Store.LiveSessions(t.Context(), nil)
		must(t, err)
		wantEqual(t, "live sessions of no ids", len(live), 0)
	}},
	{"are revoked by their player only", func(t *testing.T, f Fixture) {
		p, thief := createPlayer(t, f.Store), createPlayer(t, f.Store)
		x := newSession(p.ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		wantError(t, "by another", f.Store.RevokeSession(t.Context(), thief.ID, x.ID), store.ErrNotFound)
		must(t, f.Store.RevokeSession(t.Context(), p.ID, x.ID))
		_, _, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		wantError(t, "afterwards", err, store.ErrNotFound)
		wantError(t, "twice", f.Store.RevokeSession(t.Context(), p.ID, x.ID), store.ErrNotFound)
	}},
}

var links = []contractCase{
	{"work once, until they expire", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		for n := byte(1); n <= 3; n++ {
			must(t, f.Store.CreateLink(t.Context(), store.Link{CodeHash: [32]byte{n}, Player: p.ID, ExpiresAt: at(10)}))
		}
		got, err := f.Store.ClaimLink(t.Context(), [32]byte{1}, at(9))
		must(t, err)
		wantEqual(t, "owner", got, p.ID)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{1}, at(9))
		wantError(t, "used", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{8}, at(9))
		wantError(t, "unknown", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{2}, at(10))
		wantError(t, "expired", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{3}, at(11))
		wantError(t, "long expired", err, store.ErrNotFound)
	}},
	{"need an existing player and a new code", func(t *testing.T, f Fixture) {
		l := store.Link{CodeHash: [32]byte{1}, Player: "nobody", ExpiresAt: at(10)}
		wantError(t, "for an unknown player", f.Store.CreateLink(t.Context(), l), store.ErrNotFound)
		l.Player = createPlayer(t, f.Store).ID
		must(t, f.Store.CreateLink(t.Context(), l))
		wantError(t, "same code", f.Store.CreateLink(t.Context(), l), store.ErrConflict)
	}},
}
