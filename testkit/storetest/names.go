package storetest

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// startWith starts a table whose seats 0 and 1 are held by the players, and stores their names.
func startWith(t testing.TB, s store.Store, first, second store.PlayerID) store.Table {
	t.Helper()
	row := createTable(t, s, func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = first, second })
	a := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
	a.Rev, a.Names = 1, []store.TableName{{Seat: 1, Player: second, Name: "Bo ☎"}, {Seat: 0, Player: first, Name: "Ada"}}
	must.Succeed(t, s.Append(t.Context(), a))
	return row
}

func readTableNames(t testing.TB, s store.Store, id store.TableID) []store.TableName {
	t.Helper()
	return must.Return(s.TableNames(t.Context(), id))(t)
}

var tableNames = []contractCase{
	{"are missing for tables that are unknown or have not started", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		for _, id := range []store.TableID{row.ID, "none", "", "\x00", "\xff"} {
			wantEqual(t, "names of "+string(id), len(readTableNames(t, f.Store, id)), 0)
		}
	}},
	{"are stored only with their record", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
		row := createTable(t, f.Store)
		start := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
		start.Names = []store.TableName{{Player: a.ID, Name: "Ada"}}
		start.Rev = 7
		expect.Error(t, f.Store.Append(t.Context(), start), store.ErrConflict, "another rev")
		wantEqual(t, "names after the refusal", len(readTableNames(t, f.Store, row.ID)), 0)
		start.Rev = 1
		must.Succeed(t, f.Store.Append(t.Context(), start))
		again := start
		again.Names = []store.TableName{{Player: b.ID, Name: "Eve"}}
		expect.Error(t, f.Store.Append(t.Context(), again), store.ErrConflict, "a second start")
		wantEqual(t, "names", readTableNames(t, f.Store, row.ID), start.Names)
	}},
	{"replace those of the same holder", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
		row := startWith(t, f.Store, a.ID, b.ID)
		next := newAppend(row.ID, nextRecord(t, f.Store, row.ID, 1, "a"))
		next.Names = []store.TableName{{Seat: 1, Player: a.ID, Name: "other"}}
		must.Succeed(t, f.Store.Append(t.Context(), next))
		wantEqual(t, "names", readTableNames(t, f.Store, row.ID)[1:], next.Names)
	}},
}

// playerNames are cases of the names at tables whose players change.
var playerNames = []contractCase{
	{"are those of the start, whatever the players are called later", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
		row, other := startWith(t, f.Store, a.ID, b.ID), startWith(t, f.Store, b.ID, a.ID)
		must.Succeed(t, f.Store.RenamePlayer(t.Context(), a.ID, "Eve"))
		want := []store.TableName{{Seat: 0, Player: a.ID, Name: "Ada"}, {Seat: 1, Player: b.ID, Name: "Bo ☎"}}
		wantEqual(t, "names", readTableNames(t, f.Store, row.ID), want)
		wantEqual(t, "names of another table", readTableNames(t, f.Store, other.ID)[0].Player, b.ID)
		wantEqual(t, "names after a restart", readTableNames(t, f.Reopen(t), row.ID), want)
	}},
	{"of a new holder are stored with the handover, with an offer or without", func(t *testing.T, f Fixture) {
		x, heir, third := createSession(t, f.Store), createSession(t, f.Store), createSession(t, f.Store)
		row := startWith(t, f.Store, createPlayer(t, f.Store).ID, x.Player)
		o := newOffer(x, 1, row.ID, 1)
		wrong := newHandover(row.ID, nextRecord(t, f.Store, row.ID, 1, "a"), heir.Player, o)
		wrong.Names = []store.TableName{{Seat: 1, Holder: 1, Player: heir.Player, Name: "thief"}}
		expect.Error(t, f.Store.Append(t.Context(), wrong), store.ErrOffer, "without an offer")
		must.Succeed(t, f.Store.CreateLink(t.Context(), o))
		claim := newHandover(row.ID, nextRecord(t, f.Store, row.ID, 1, "b"), heir.Player, o)
		claim.Names = []store.TableName{{Seat: 1, Holder: 1, Player: heir.Player, Name: "Cy"}}
		must.Succeed(t, f.Store.Append(t.Context(), claim))
		expect.Error(t, f.Store.Append(t.Context(), claim), store.ErrDuplicate, "again")
		free := newAppend(row.ID, nextRecord(t, f.Store, row.ID, 1, "c"))
		free.NewHolder = &store.NewHolder{Seat: 1, Player: third.Player}
		free.Names = []store.TableName{{Seat: 1, Holder: 2, Player: third.Player, Name: "Di"}}
		must.Succeed(t, f.Store.Append(t.Context(), free))
		list := readTableNames(t, f.Store, row.ID)
		wantEqual(t, "number", len(list), 4)
		wantEqual(t, "holders of seat 1", list[1:], []store.TableName{{Seat: 1, Player: x.Player, Name: "Bo ☎"}, claim.Names[0], free.Names[0]})
		wantEqual(t, "holder", readTable(t, f.Store, row.ID).Seats[1].Player, third.Player)
	}},
	{"are deleted with the player, and not stored afterwards", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
		row, other := startWith(t, f.Store, a.ID, b.ID), startWith(t, f.Store, b.ID, a.ID)
		erase(t, f.Store, a.ID)
		wantEqual(t, "names", readTableNames(t, f.Store, row.ID), []store.TableName{{Seat: 1, Player: b.ID, Name: "Bo ☎"}})
		wantEqual(t, "names of another table", readTableNames(t, f.Store, other.ID), []store.TableName{{Player: b.ID, Name: "Ada"}})
		late := startWith(t, f.Store, a.ID, "nobody")
		wantEqual(t, "names of a later table", len(readTableNames(t, f.Store, late.ID)), 0)
		wantEqual(t, "its log", len(readLog(t, f.Store, late.ID)), 1)
	}},
	{"are deleted with idle players", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
		row := startWith(t, f.Store, a.ID, b.ID)
		away := newAppend(row.ID, nextRecord(t, f.Store, row.ID, 0, "a"))
		away.NewHolder = &store.NewHolder{Seat: 0, Player: "somebody"}
		must.Succeed(t, f.Store.Append(t.Context(), away))
		n, _, err := f.Store.RemoveIdlePlayers(t.Context(), at(1000), "", 10)
		must.Succeed(t, err)
		wantEqual(t, "removed players", n, 1)
		wantEqual(t, "names", readTableNames(t, f.Store, row.ID), []store.TableName{{Seat: 1, Player: b.ID, Name: "Bo ☎"}})
	}},
	{"are never those of an erased player if both happen at once", func(t *testing.T, f Fixture) {
		for range 8 {
			a, b := createPlayer(t, f.Store), createPlayer(t, f.Store)
			row := createTable(t, f.Store)
			start := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
			start.Names = []store.TableName{{Player: a.ID, Name: "Ada"}, {Seat: 1, Player: b.ID, Name: "Bo"}}
			done := make(chan error, 1)
			go func() { done <- f.Store.Append(t.Context(), start) }()
			erase(t, f.Store, a.ID)
			must.Succeed(t, <-done)
			wantEqual(t, "names", readTableNames(t, f.Store, row.ID), start.Names[1:])
		}
	}},
}
