package storetest

import (
	"testing"

	"nemeton/server/store"
)

var players = []contractCase{
	{"is read back as created", func(t *testing.T, f Fixture) {
		for _, name := range []string{"Ada", "Zoë ✨ 木", "e\u0301 \u200d👩‍🚀", "'; DROP TABLE players; --", `%_\"`, ""} {
			p := newPlayer(name)
			x := newSession("", 1)
			copy(x.TokenHash[:], p.ID)
			p.CreatedAt = epoch
			must(t, f.Store.CreatePlayer(t.Context(), p, x))
			got, err := f.Store.Player(t.Context(), p.ID)
			must(t, err)
			p.CreatedAt = at(0)
			same(t, "player", got, p)
			_, owner, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
			must(t, err)
			same(t, "player of the first session", owner, p)
		}
	}},
	{"is created once, its first session with it or not at all", func(t *testing.T, f Fixture) {
		p := somebody(t, f.Store)
		fails(t, "same id", f.Store.CreatePlayer(t.Context(), p, newSession(p.ID, 1)), store.ErrConflict)
		list, err := f.Store.Sessions(t.Context(), p.ID)
		must(t, err)
		same(t, "number of sessions", len(list), 1)
		q := newPlayer("Bob")
		fails(t, "token of another", f.Store.CreatePlayer(t.Context(), q, list[0]), store.ErrConflict)
		_, err = f.Store.Player(t.Context(), q.ID)
		fails(t, "player without session", err, store.ErrNotFound)
	}},
	{"unknown ones are not found", func(t *testing.T, f Fixture) {
		for _, id := range []store.PlayerID{"", "nobody", "\x00", "\xff"} {
			_, err := f.Store.Player(t.Context(), id)
			fails(t, "Player", err, store.ErrNotFound)
			fails(t, "RenamePlayer", f.Store.RenamePlayer(t.Context(), id, "x"), store.ErrNotFound)
			fails(t, "ErasePlayer", f.Store.ErasePlayer(t.Context(), id), store.ErrNotFound)
		}
	}},
	{"is renamed", func(t *testing.T, f Fixture) {
		p := somebody(t, f.Store)
		must(t, f.Store.RenamePlayer(t.Context(), p.ID, "Eve"))
		got, err := f.Store.Player(t.Context(), p.ID)
		must(t, err)
		p.Name = "Eve"
		same(t, "player", got, p)
	}},
	{"names of many", func(t *testing.T, f Fixture) {
		a, b, gone := somebody(t, f.Store), somebody(t, f.Store), somebody(t, f.Store)
		must(t, f.Store.RenamePlayer(t.Context(), b.ID, "Bob"))
		must(t, f.Store.ErasePlayer(t.Context(), gone.ID))
		got, err := f.Store.PlayerNames(t.Context(), []store.PlayerID{a.ID, "nobody", b.ID, gone.ID, a.ID, "\x00", "\xff"})
		must(t, err)
		same(t, "names", got, map[store.PlayerID]string{a.ID: "Ada", b.ID: "Bob"})
		got, err = f.Store.PlayerNames(t.Context(), nil)
		must(t, err)
		same(t, "names of none", len(got), 0)
	}},
	{"erasing forgets name, sessions and links, and keeps seats", func(t *testing.T, f Fixture) {
		p, other := somebody(t, f.Store), somebody(t, f.Store)
		x := newSession(p.ID, 7)
		must(t, f.Store.CreateSession(t.Context(), x))
		must(t, f.Store.CreateLink(t.Context(), store.Link{CodeHash: [32]byte{1}, Player: p.ID, ExpiresAt: at(9)}))
		row := stored(t, f.Store, func(r *store.Table) { r.Seats[1].Player = p.ID })
		must(t, f.Store.ErasePlayer(t.Context(), p.ID))

		got, err := f.Store.Player(t.Context(), p.ID)
		must(t, err)
		same(t, "player", got, store.Player{ID: p.ID, CreatedAt: p.CreatedAt, Erased: true})
		_, _, err = f.Store.SessionByToken(t.Context(), x.TokenHash)
		fails(t, "session", err, store.ErrNotFound)
		_, err = f.Store.ClaimLink(t.Context(), [32]byte{1}, at(0))
		fails(t, "link", err, store.ErrNotFound)
		same(t, "table", look(t, f.Store, row.ID), row)

		fails(t, "rename", f.Store.RenamePlayer(t.Context(), p.ID, "back"), store.ErrNotFound)
		fails(t, "new session", f.Store.CreateSession(t.Context(), newSession(p.ID, 8)), store.ErrNotFound)
		fails(t, "new link", f.Store.CreateLink(t.Context(), store.Link{CodeHash: [32]byte{2}, Player: p.ID, ExpiresAt: at(9)}), store.ErrNotFound)
		must(t, f.Store.ErasePlayer(t.Context(), p.ID))
		list, err := f.Store.Sessions(t.Context(), other.ID)
		must(t, err)
		same(t, "sessions of another", len(list), 1)
	}},
}
