package storetest

import (
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var links = []contractCase{
	{"work once, until they expire", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		for n := byte(1); n <= 3; n++ {
			must.Succeed(t, f.Store.CreateLink(t.Context(), newLink(x, n)))
		}
		claim := func(n byte, now int) (store.PlayerID, error) {
			return f.Store.ClaimLink(t.Context(), newLink(x, n).CodeHash, at(now), newSession("", n+10))
		}
		wantEqual(t, "owner", must.Return(claim(1, 9))(t), x.Player)
		phone, owner, err := f.Store.SessionByToken(t.Context(), newSession("", 11).TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "owner of the new session", owner.ID, x.Player)
		wantEqual(t, "time of the new session", phone.CreatedAt, at(11))
		expect.Error(t, expect.Second(claim(1, 9)), store.ErrNotFound, "used")
		expect.Error(t, expect.Second(claim(8, 9)), store.ErrNotFound, "unknown")
		expect.Error(t, expect.Second(claim(2, 10)), store.ErrNotFound, "expired")
		expect.Error(t, expect.Second(claim(3, 11)), store.ErrNotFound, "long expired")
	}},
	{"need a session of their player and a new code", func(t *testing.T, f Fixture) {
		x, other := createSession(t, f.Store), createSession(t, f.Store)
		unknown, foreign := newLink(x, 1), newLink(x, 1)
		unknown.Session, foreign.Player = "none", other.Player
		expect.Error(t, f.Store.CreateLink(t.Context(), unknown), store.ErrNotFound, "of an unknown session")
		expect.Error(t, f.Store.CreateLink(t.Context(), foreign), store.ErrNotFound, "of another player's session")
		expect.Error(t, f.Store.CreateLink(t.Context(), newOffer(x, 1, "none", 0)), store.ErrNotFound, "of an unknown table")
		must.Succeed(t, f.Store.CreateLink(t.Context(), newLink(x, 1)))
		expect.Error(t, f.Store.CreateLink(t.Context(), newLink(x, 1)), store.ErrConflict, "same code")
	}},
	{"are listed newest first until they expire", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		must.Succeed(t, f.Store.CreateLink(t.Context(), newLink(createSession(t, f.Store), 9)))
		old, young := newLink(x, 1), newLink(x, 2)
		old.ExpiresAt = at(5)
		must.Succeed(t, f.Store.CreateLink(t.Context(), young))
		must.Succeed(t, f.Store.CreateLink(t.Context(), old))
		wantEqual(t, "links", listLinks(t, f.Store, x.Player, 4), []store.Link{young, old})
		wantEqual(t, "links after one expired", listLinks(t, f.Store, x.Player, 5), []store.Link{young})
	}},
	{"are revoked by their player only", func(t *testing.T, f Fixture) {
		x, thief := createSession(t, f.Store), createSession(t, f.Store)
		l := newLink(x, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		expect.Error(t, f.Store.RevokeLink(t.Context(), thief.Player, l.ID), store.ErrNotFound, "by another")
		must.Succeed(t, f.Store.RevokeLink(t.Context(), x.Player, l.ID))
		expect.Error(t, f.Store.RevokeLink(t.Context(), x.Player, l.ID), store.ErrNotFound, "twice")
		expect.Error(t, expect.Second(f.Store.ClaimLink(t.Context(), l.CodeHash, at(0), newSession("", 1))), store.ErrNotFound, "claimed afterwards")
	}},
	{"end with the session that made them", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		y := newSession(x.Player, 1)
		must.Succeed(t, f.Store.CreateSession(t.Context(), y))
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		kept := newLink(x, 1)
		for _, l := range []store.Link{kept, newLink(y, 2), newOffer(y, 3, row.ID, 1)} {
			must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		}
		revoke(t, f.Store, y)
		wantEqual(t, "links", listLinks(t, f.Store, x.Player, 4), []store.Link{kept})
		expect.Error(t, expect.Second(f.Store.ClaimLink(t.Context(), newLink(y, 2).CodeHash, at(0), newSession("", 5))), store.ErrNotFound, "device link")
		expect.Error(t, expect.Second(f.Store.Offer(t.Context(), newLink(y, 3).CodeHash, at(0))), store.ErrNotFound, "offer")
	}},
	{"are at most a few of each kind; the oldest goes", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		must.Succeed(t, f.Store.CreateLink(t.Context(), newOffer(x, 50, row.ID, 1)))
		for n := range byte(store.MaxLinks + 1) {
			must.Succeed(t, f.Store.CreateLink(t.Context(), newLink(x, n)))
		}
		wantEqual(t, "number of links", len(listLinks(t, f.Store, x.Player, 9)), store.MaxLinks+1)
		expect.Error(t, expect.Second(f.Store.ClaimLink(t.Context(), newLink(x, 0).CodeHash, at(0), newSession("", 5))), store.ErrNotFound, "the oldest")
	}},
}

func listLinks(t testing.TB, s store.Store, p store.PlayerID, now int) []store.Link {
	t.Helper()
	return must.Return(s.Links(t.Context(), p, at(now)))(t)
}

// nextRecord returns a record that continues the table's log.
func nextRecord(t testing.TB, s store.Store, id store.TableID, seat engine.Seat, command string) engine.Record {
	t.Helper()
	row := readTable(t, s, id)
	return after(t, row.Head, newRecord(t, row.Seq+1, seat, command))
}

// newHandover returns an append that hands over the seat of an offer.
func newHandover(table store.TableID, r engine.Record, to store.PlayerID, o store.Link) store.Append {
	a := newAppend(table, r)
	a.NewHolder = &store.NewHolder{Seat: o.Seat, Player: to, Offer: o.CodeHash}
	return a
}

var offers = []contractCase{
	{"are used up by a handover, with all others of the seat", func(t *testing.T, f Fixture) {
		x, heir := createSession(t, f.Store), createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		first, second := newOffer(x, 1, row.ID, 1), newOffer(x, 2, row.ID, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), first))
		must.Succeed(t, f.Store.CreateLink(t.Context(), second))
		wantEqual(t, "offer", must.Return(f.Store.Offer(t.Context(), first.CodeHash, at(0)))(t), first)
		must.Succeed(t, f.Store.Append(t.Context(), newHandover(row.ID, nextRecord(t, f.Store, row.ID, 1, "c"), heir.Player, first)))
		wantEqual(t, "holder", readTable(t, f.Store, row.ID).Seats[1].Player, heir.Player)
		wantEqual(t, "number of links", len(listLinks(t, f.Store, x.Player, 2)), 0)
		expect.Error(t, f.Store.Append(t.Context(), newHandover(row.ID, newRecord(t, 2, 1, "c"), heir.Player, first)), store.ErrDuplicate, "the same command")
	}},
	{"that are not valid store nothing", func(t *testing.T, f Fixture) {
		x, heir := createSession(t, f.Store), createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = x.Player, "somebody" })
		other := createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		before := readTable(t, f.Store, row.ID)
		late, elsewhere, lost, revoked := newOffer(x, 1, row.ID, 0), newOffer(x, 2, other.ID, 0), newOffer(x, 3, row.ID, 1), newOffer(x, 4, row.ID, 0)
		late.ExpiresAt = at(2)
		for _, o := range []store.Link{late, elsewhere, lost, revoked} {
			must.Succeed(t, f.Store.CreateLink(t.Context(), o))
		}
		must.Succeed(t, f.Store.RevokeLink(t.Context(), x.Player, revoked.ID))
		for name, o := range map[string]store.Link{
			"unknown": newOffer(x, 9, row.ID, 0), "expired": late, "of another table": elsewhere, "of a seat that its maker does not hold": lost, "revoked": revoked,
			"a device link": newLink(x, 5),
		} {
			expect.Error(t, f.Store.Append(t.Context(), newHandover(row.ID, nextRecord(t, f.Store, row.ID, o.Seat, "c"), heir.Player, o)), store.ErrOffer, name)
		}
		wantEqual(t, "table", readTable(t, f.Store, row.ID), before)
		wantEqual(t, "length of the log", len(readLog(t, f.Store, row.ID)), 1)
	}},
	{"stay if the handover conflicts", func(t *testing.T, f Fixture) {
		x, heir := createSession(t, f.Store), createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		o := newOffer(x, 1, row.ID, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), o))
		expect.Error(t, f.Store.Append(t.Context(), newHandover(row.ID, newRecord(t, 1, 1, "c"), heir.Player, o)), store.ErrConflict, "a seq that is taken")
		must.Succeed(t, f.Store.Append(t.Context(), newHandover(row.ID, nextRecord(t, f.Store, row.ID, 1, "c"), heir.Player, o)))
	}},
	{"are listed while the table runs", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		row := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = x.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))))
		o := newOffer(x, 1, row.ID, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), o))
		wantEqual(t, "links", listLinks(t, f.Store, x.Player, 2), []store.Link{o})
		last := newAppend(row.ID, nextRecord(t, f.Store, row.ID, 1, "c"))
		last.State = store.Finished
		must.Succeed(t, f.Store.Append(t.Context(), last))
		wantEqual(t, "links after the end", listLinks(t, f.Store, x.Player, 2), []store.Link{})
	}},
}
