package storetest

import (
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var players = []contractCase{
	{"is returned as created", func(t *testing.T, f Fixture) {
		for _, name := range []string{"Ada", "Zoë ✨ 木", "e\u0301 \u200d👩‍🚀", "'; DROP TABLE players; --", `%_\"`, ""} {
			p := newPlayer(name)
			x := newSession("", 1)
			copy(x.TokenHash[:], p.ID)
			p.CreatedAt = epoch
			must.Succeed(t, f.Store.CreatePlayer(t.Context(), p, x))
			got := must.Return(f.Store.Player(t.Context(), p.ID))(t)
			p.CreatedAt = at(0)
			wantEqual(t, "player", got, p)
			_, owner, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
			must.Succeed(t, err)
			wantEqual(t, "player of the first session", owner, p)
		}
	}},
	{"is created once, together with the first session or not at all", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		expect.Error(t, f.Store.CreatePlayer(t.Context(), p, newSession(p.ID, 1)), store.ErrConflict, "same id")
		list := must.Return(f.Store.Sessions(t.Context(), p.ID))(t)
		wantEqual(t, "number of sessions", len(list), 1)
		q := newPlayer("Bob")
		expect.Error(t, f.Store.CreatePlayer(t.Context(), q, list[0]), store.ErrConflict, "token of another")
		expect.Error(t, expect.Second(f.Store.Player(t.Context(), q.ID)), store.ErrNotFound, "player without session")
	}},
	{"is not found if unknown", func(t *testing.T, f Fixture) {
		for _, id := range []store.PlayerID{"", "nobody", "\x00", "\xff"} {
			expect.Error(t, expect.Second(f.Store.Player(t.Context(), id)), store.ErrNotFound, "Player")
			expect.Error(t, f.Store.RenamePlayer(t.Context(), id, "x"), store.ErrNotFound, "RenamePlayer")
			expect.Error(t, expect.Second(f.Store.ErasePlayer(t.Context(), id)), store.ErrNotFound, "ErasePlayer")
		}
	}},
	{"is renamed", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		must.Succeed(t, f.Store.RenamePlayer(t.Context(), p.ID, "Eve"))
		got := must.Return(f.Store.Player(t.Context(), p.ID))(t)
		p.Name = "Eve"
		wantEqual(t, "player", got, p)
	}},
	{"renamed is a change of unfinished tables", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		mine := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = p.ID })
		other := createTable(t, f.Store)
		since := changedSince(t, f.Store, store.Cursor{}).Next
		before := must.Return(f.Store.TableVersions(t.Context(), []store.TableID{mine.ID, other.ID}))(t)
		must.Succeed(t, f.Store.RenamePlayer(t.Context(), p.ID, "Eve"))
		told := changedSince(t, f.Store, since)
		wantTold(t, told, store.ChangedTable{Table: mine.ID}, true)
		after := must.Return(f.Store.TableVersions(t.Context(), []store.TableID{mine.ID, other.ID}))(t)
		if before[mine.ID] == after[mine.ID] || before[other.ID] != after[other.ID] {
			t.Errorf("got the versions %v before and %v after, want another one of %s alone", before, after, mine.ID)
		}
	}},
	{"names of several players", func(t *testing.T, f Fixture) {
		a, b, gone := createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store)
		must.Succeed(t, f.Store.RenamePlayer(t.Context(), b.ID, "Bob"))
		erase(t, f.Store, gone.ID)
		got := must.Return(f.Store.PlayerNames(t.Context(), []store.PlayerID{a.ID, "nobody", b.ID, gone.ID, a.ID, "\x00", "\xff"}))(t)
		wantEqual(t, "names", got, map[store.PlayerID]string{a.ID: "Ada", b.ID: "Bob"})
		got = must.Return(f.Store.PlayerNames(t.Context(), nil))(t)
		wantEqual(t, "names of no ids", len(got), 0)
	}},
	{"erasing deletes name, sessions and links, and keeps seats", func(t *testing.T, f Fixture) {
		p, other := createPlayer(t, f.Store), createPlayer(t, f.Store)
		x := newSession(p.ID, 7)
		must.Succeed(t, f.Store.CreateSession(t.Context(), x))
		l := newLink(x, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = p.ID })
		erase(t, f.Store, p.ID)

		got := must.Return(f.Store.Player(t.Context(), p.ID))(t)
		wantEqual(t, "player", got, store.Player{ID: p.ID, CreatedAt: p.CreatedAt, Erased: true, Shown: p.Shown})
		expect.Error(t, expect.Third(f.Store.SessionByToken(t.Context(), x.TokenHash)), store.ErrNotFound, "session")
		expect.Error(t, expect.Second(f.Store.ClaimLink(t.Context(), l.CodeHash, at(0), newSession("", 9))), store.ErrNotFound, "link")
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)

		expect.Error(t, f.Store.RenamePlayer(t.Context(), p.ID, "back"), store.ErrNotFound, "rename")
		expect.Error(t, f.Store.CreateSession(t.Context(), newSession(p.ID, 8)), store.ErrNotFound, "new session")
		expect.Error(t, f.Store.CreateLink(t.Context(), newLink(x, 2)), store.ErrNotFound, "new link")
		erase(t, f.Store, p.ID)
		wantEqual(t, "sessions of another", len(must.Return(f.Store.Sessions(t.Context(), other.ID))(t)), 1)
	}},
}

func erase(t testing.TB, s store.Store, id store.PlayerID) {
	t.Helper()
	must.Return(s.ErasePlayer(t.Context(), id))(t)
}
