package storetest

import (
	"slices"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var sessions = []contractCase{
	{"are found by token and listed newest first", func(t *testing.T, f Fixture) {
		p := newPlayer("Ada")
		old, mid, young := newSession(p.ID, 1), newSession(p.ID, 2), newSession(p.ID, 3)
		must.Succeed(t, f.Store.CreatePlayer(t.Context(), p, mid))
		must.Succeed(t, f.Store.CreateSession(t.Context(), young))
		must.Succeed(t, f.Store.CreateSession(t.Context(), old))
		createPlayer(t, f.Store)
		wantEqual(t, "sessions", must.Return(f.Store.Sessions(t.Context(), p.ID))(t), []store.Session{young, mid, old})
		x, owner, err := f.Store.SessionByToken(t.Context(), old.TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "session", x, old)
		wantEqual(t, "owner", owner, p)
	}},
	{"unknown ones are not found", func(t *testing.T, f Fixture) {
		expect.Error(t, expect.Third(f.Store.SessionByToken(t.Context(), [32]byte{9})), store.ErrNotFound, "SessionByToken")
		expect.Error(t, f.Store.SetSessionSeen(t.Context(), "none", at(1)), store.ErrNotFound, "SetSessionSeen")
		expect.Error(t, expect.Second(f.Store.RevokeSession(t.Context(), "none", "none")), store.ErrNotFound, "RevokeSession")
		expect.Error(t, f.Store.CreateSession(t.Context(), newSession("nobody", 1)), store.ErrNotFound, "CreateSession")
		wantEqual(t, "sessions of an unknown player", len(must.Return(f.Store.Sessions(t.Context(), "nobody"))(t)), 0)
	}},
	{"have unique ids and tokens", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		x := newSession(p.ID, 1)
		must.Succeed(t, f.Store.CreateSession(t.Context(), x))
		y := newSession(p.ID, 2)
		y.TokenHash = x.TokenHash
		expect.Error(t, f.Store.CreateSession(t.Context(), y), store.ErrConflict, "same token")
		z := newSession(p.ID, 3)
		z.ID = x.ID
		expect.Error(t, f.Store.CreateSession(t.Context(), z), store.ErrConflict, "same id")
	}},
	{"SeenAt only moves forward", func(t *testing.T, f Fixture) {
		x := newSession(createPlayer(t, f.Store).ID, 1)
		must.Succeed(t, f.Store.CreateSession(t.Context(), x))
		for _, n := range []int{50, 40} {
			must.Succeed(t, f.Store.SetSessionSeen(t.Context(), x.ID, at(n)))
		}
		got, _, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "seen", got.SeenAt, at(50))
	}},
	{"LiveSessions returns the players of those that exist", func(t *testing.T, f Fixture) {
		p, leaver := createPlayer(t, f.Store), createPlayer(t, f.Store)
		stays, goes, erased := newSession(p.ID, 1), newSession(p.ID, 2), newSession(leaver.ID, 3)
		for _, x := range []store.Session{stays, goes, erased} {
			must.Succeed(t, f.Store.CreateSession(t.Context(), x))
		}
		revoke(t, f.Store, goes)
		erase(t, f.Store, leaver.ID)
		live := must.Return(f.Store.LiveSessions(t.Context(), []string{stays.ID, goes.ID, erased.ID, "none", "a\x00b"}))(t)
		wantEqual(t, "live sessions", live, map[string]store.PlayerID{stays.ID: p.ID})
		live = must.Return(f.Store.LiveSessions(t.Context(), nil))(t)
		wantEqual(t, "live sessions of no ids", len(live), 0)
	}},
	{"are revoked by their player only", func(t *testing.T, f Fixture) {
		p, thief := createPlayer(t, f.Store), createPlayer(t, f.Store)
		x := newSession(p.ID, 1)
		must.Succeed(t, f.Store.CreateSession(t.Context(), x))
		expect.Error(t, expect.Second(f.Store.RevokeSession(t.Context(), thief.ID, x.ID)), store.ErrNotFound, "by another")
		revoke(t, f.Store, x)
		expect.Error(t, expect.Third(f.Store.SessionByToken(t.Context(), x.TokenHash)), store.ErrNotFound, "afterwards")
		expect.Error(t, expect.Second(f.Store.RevokeSession(t.Context(), p.ID, x.ID)), store.ErrNotFound, "twice")
	}},
	{"RevokeOtherSessions ends all but one", func(t *testing.T, f Fixture) {
		p, other := createPlayer(t, f.Store), createSession(t, f.Store)
		kept, second := newSession(p.ID, 1), newSession(p.ID, 2)
		must.Succeed(t, f.Store.CreateSession(t.Context(), kept))
		must.Succeed(t, f.Store.CreateSession(t.Context(), second))
		wantEqual(t, "number of ended sessions", len(must.Return(f.Store.RevokeOtherSessions(t.Context(), p.ID, kept.ID))(t).Sessions), 2)
		wantEqual(t, "sessions", must.Return(f.Store.Sessions(t.Context(), p.ID))(t), []store.Session{kept})
		must.Succeed(t, expect.Third(f.Store.SessionByToken(t.Context(), other.TokenHash)))
	}},
	{"ExpireSessions ends those last seen before a time, the oldest first", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store) // seen at(0)
		late, fresh := newSession(p.ID, 4), newSession(p.ID, 5)
		must.Succeed(t, f.Store.CreateSession(t.Context(), late))
		must.Succeed(t, f.Store.CreateSession(t.Context(), fresh))
		ended := must.Return(f.Store.ExpireSessions(t.Context(), at(5), 1))(t)
		wantEqual(t, "number of ended sessions", len(ended.Sessions), 1)
		ended = must.Return(f.Store.ExpireSessions(t.Context(), at(5), 10))(t)
		wantEqual(t, "ended sessions", ended.Sessions, []string{late.ID})
		wantEqual(t, "sessions", must.Return(f.Store.Sessions(t.Context(), p.ID))(t), []store.Session{fresh})
	}},
	{"their end empties the invites that they made, at open and running private tables", func(t *testing.T, f Fixture) {
		x, other := createSession(t, f.Store), createSession(t, f.Store)
		private := func(by store.Session) func(*store.Table) {
			return func(r *store.Table) { r.Visibility, r.Invite, r.InviteSession = store.Private, "invite", by.ID }
		}
		open, running, finished, kept := createTable(t, f.Store, private(x)), createTable(t, f.Store, private(x)), createTable(t, f.Store, private(x)), createTable(t, f.Store, private(other))
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(running.ID, newRecord(t, 1, 0, "c"))))
		last := newAppend(finished.ID, newRecord(t, 1, 0, "c"))
		last.State = store.Finished
		must.Succeed(t, f.Store.Append(t.Context(), last))
		ended := revoke(t, f.Store, x)
		slices.Sort(ended.Tables)
		want := []store.TableID{open.ID, running.ID}
		slices.Sort(want)
		wantEqual(t, "tables", ended.Tables, want)
		for _, id := range want {
			got := readTable(t, f.Store, id)
			wantEqual(t, "invite", got.Invite+got.InviteSession, "")
			wantEqual(t, "rev", got.Rev, int64(2))
		}
		wantEqual(t, "invite of a finished table", readTable(t, f.Store, finished.ID).Invite, "invite")
		wantEqual(t, "table of another", readTable(t, f.Store, kept.ID), kept)
	}},
}

// revoke revokes a session as its player.
func revoke(t testing.TB, s store.Store, x store.Session) store.Ended {
	t.Helper()
	ended := must.Return(s.RevokeSession(t.Context(), x.Player, x.ID))(t)
	wantEqual(t, "ended sessions", ended.Sessions, []string{x.ID})
	return ended
}
