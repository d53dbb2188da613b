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
		somebody(t, f.Store)
		list, err := f.Store.Sessions(t.Context(), p.ID)
		must(t, err)
		same(t, "sessions", list, []store.Session{young, mid, old})
		x, owner, err := f.Store.SessionByToken(t.Context(), old.TokenHash)
		must(t, err)
		same(t, "session", x, old)
		same(t, "owner", owner, p)
	}},
	{"unknown ones are not found", func(t *testing.T, f Fixture) {
		_, _, err := f.Store.SessionByToken(t.Context(), [32]byte{9})
		fails(t, "SessionByToken", err, store.ErrNotFound)
		fails(t, "TouchSession", f.Store.TouchSession(t.Context(), "none", at(1)), store.ErrNotFound)
		fails(t, "RevokeSession", f.Store.RevokeSession(t.Context(), "none", "none"), store.ErrNotFound)
		fails(t, "CreateSession", f.Store.CreateSession(t.Context(), newSession("nobody", 1)), store.ErrNotFound)
		list, err := f.Store.Sessions(t.Context(), "nobody")
		must(t, err)
		same(t, "sessions of nobody", len(list), 0)
	}},
	{"share neither id nor token", func(t *testing.T, f Fixture) {
		p := somebody(t, f.Store)
		x := newSession(p.ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		y := newSession(p.ID, 2)
		y.TokenHash = x.TokenHash
		fails(t, "same token", f.Store.CreateSession(t.Context(), y), store.ErrConflict)
		z := newSession(p.ID, 3)
		z.ID = x.ID
		fails(t, "same id", f.Store.CreateSession(t.Context(), z), store.ErrConflict)
	}},
	{"seen moves forward only", func(t *testing.T, f Fixture) {
		x := newSession(somebody(t, f.Store).ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		for _, n := range []int{50, 40} {
			must(t, f.Store.TouchSession(t.Context(), x.ID, at(n)))
		}
		got, _, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		must(t, err)
		same(t, "seen", got.SeenAt, at(50))
	}},
	{"that are left are told from those that are gone", func(t *testing.T, f Fixture) {
		p, leaver := somebody(t, f.Store), somebody(t, f.Store)
		stays, goes, erased := newSession(p.ID, 1), newSession(p.ID, 2), newSession(leaver.ID, 3)
		for _, x := range []store.Session{stays, goes, erased} {
			must(t, f.Store.CreateSession(t.Context(), x))
		}
		must(t, f.Store.RevokeSession(t.Context(), p.ID, goes.ID))
		must(t, f.Store.ErasePlayer(t.Context(), leaver.ID))
		left, err := f.Store.LiveSessions(t.Context(), []string{stays.ID, goes.ID, erased.ID, "none", "a\x00b"})
		must(t, err)
		same(t, "sessions left", left, map[string]bool{stays.ID: true})
		left, err = f.Store.LiveSessions(t.Context(), nil)
		must(t, err)
		same(t, "of none", len(left), 0)
	}},
	{"are revoked by their owner alone", func(t *testing.T, f Fixture) {
		p, thief := somebody(t, f.Store), somebody(t, f.Store)
		x := newSession(p.ID, 1)
		must(t, f.Store.CreateSession(t.Context(), x))
		fails(t, "by another", f.Store.RevokeSession(t.Context(), thief.ID, x.ID), store.ErrNotFound)
		must(t, f.Store.RevokeSession(t.Context(), p.ID, x.ID))
		_, _, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		fails(t, "afterwards", err, store.ErrNotFound)
		fails(t, "twice", f.Store.RevokeSession(t.Context(), p.ID, x.ID), store.ErrNotFound)
	}},
}

var links = []contractCase{
	{"work once, until they expire", func(t *testing.T, f Fixture) {
		p := somebody(t, f.Store)
		for n := byte(1); n <= 3; n++ {
			must(t, f.Store.CreateLink(t.Context(), store.Link{CodeHash: [32]byte{n}, Player: p.ID, ExpiresAt: at(10)}))
		}
		got, err := f.Store.ClaimLink(t.Context(), [32]byte{1}, at(9))
		must(t, err)
		same(t, "owner", got, p.ID)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{1}, at(9))
		fails(t, "used", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{8}, at(9))
		fails(t, "unknown", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{2}, at(10))
		fails(t, "expired", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{3}, at(11))
		fails(t, "long expired", err, store.ErrNotFound)
	}},
	{"are made for those who exist, with a code of their own", func(t *testing.T, f Fixture) {
		l := store.Link{CodeHash: [32]byte{1}, Player: "nobody", ExpiresAt: at(10)}
		fails(t, "for nobody", f.Store.CreateLink(t.Context(), l), store.ErrNotFound)
		l.Player = somebody(t, f.Store).ID
		must(t, f.Store.CreateLink(t.Context(), l))
		fails(t, "same code", f.Store.CreateLink(t.Context(), l), store.ErrConflict)
	}},
}
