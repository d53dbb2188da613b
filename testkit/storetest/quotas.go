package storetest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// wantQuota checks that a call was refused because of a limit.
func wantQuota(t testing.TB, what string, got error, kind store.QuotaKind) *store.QuotaError {
	t.Helper()
	var refused *store.QuotaError
	if !errors.As(got, &refused) || refused.Kind != kind || !errors.Is(got, store.ErrQuota) {
		t.Errorf("%s: got error %v, want a QuotaError of %s", what, got, kind)
		return &store.QuotaError{}
	}
	return refused
}

// tableOf returns a new table with the player at seat 0.
func tableOf(player store.PlayerID, created int) store.Table {
	return newTable(func(r *store.Table) {
		r.Host, r.Seats[0].Player = player, player
		r.CreatedAt, r.UpdatedAt = at(created), at(created)
	})
}

// closeTable closes an open table and frees its seats, as its last player does.
func closeTable(t testing.TB, s store.Store, id store.TableID, now time.Time) {
	t.Helper()
	_, err := s.UpdateTable(t.Context(), id, func(r *store.Table) error {
		for n := range r.Seats {
			r.Seats[n].Player = ""
		}
		r.State, r.UpdatedAt = store.Closed, now
		return nil
	})
	must.Succeed(t, err)
}

// sit returns a change that seats a player.
func sit(seat engine.Seat, player store.PlayerID) func(*store.Table) error {
	return func(r *store.Table) error { r.Seats[seat].Player = player; return nil }
}

var quotas = []contractCase{
	{"bound the unfinished tables of a player", func(t *testing.T, f Fixture) {
		q := store.Quota{Player: "ada", Unfinished: 2}
		first, second := tableOf("ada", 0), tableOf("ada", 0)
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), first, "", q))
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), second, "", q))
		third := tableOf("ada", 0)
		wantQuota(t, "third table", f.Store.CreateTableWithin(t.Context(), third, "", q), store.QuotaUnfinished)
		_, err := f.Store.Table(t.Context(), third.ID)
		expect.Error(t, err, store.ErrNotFound, "the refused table")

		other := createTable(t, f.Store)
		wantQuota(t, "a seat at a third table", expect.Second(f.Store.UpdateTableWithin(t.Context(), other.ID, q, sit(1, "ada"))), store.QuotaUnfinished)
		wantEqual(t, "the table without her", readTable(t, f.Store, other.ID), other)
		_, err = f.Store.UpdateTableWithin(t.Context(), first.ID, q, func(r *store.Table) error {
			r.Seats[0].Player, r.Seats[1].Player = "", "ada"
			return nil
		})
		must.Succeed(t, err) // another seat at her own table
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), tableOf("ben", 0), "", store.Quota{Player: "ben", Unfinished: 1}))

		closeTable(t, f.Store, first.ID, at(1))
		got := must.Return(f.Store.UpdateTableWithin(t.Context(), other.ID, q, sit(1, "ada")))(t)
		wantEqual(t, "the new player", got.Seats[1].Player, store.PlayerID("ada"))
	}},
	{"bound the open tables that wait for a person, also at the same moment", func(t *testing.T, f Fixture) {
		asking := func(by store.PlayerID) store.Table {
			row := tableOf(by, 0)
			row.Seats[0].Confirm, row.Seats[1].Player, row.Seats[1].Confirm = store.Confirmed, "ben", store.Asked
			return row
		}
		var group sync.WaitGroup
		var all []store.Table
		for n := range 8 {
			row := asking([]store.PlayerID{"ada", "cy"}[n%2]) // some ids are before, some behind the asked one's
			all = append(all, row)
			group.Go(func() {
				expect.Error(t, f.Store.CreateTableWithin(t.Context(), row, "", store.Quota{Player: row.Host, Asked: 2}), nil)
			})
		}
		group.Wait()
		waiting := 0
		for _, row := range all {
			switch got := readTable(t, f.Store, row.ID).Seats; {
			case got[1].Player == "ben" && got[1].Confirm == store.Asked:
				waiting++
			case got[1].Player != "" || got[1].Confirm != "" || got[0].Confirm != store.Confirmed || got[0].Player != row.Host:
				t.Errorf("got the seats %+v", got)
			}
		}
		wantEqual(t, "tables that wait", waiting, 2)
		// A person who has agreed is not waited for.
		for _, row := range all {
			_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
				if r.Seats[1].Player != "" {
					r.Seats[1].Confirm = store.Confirmed
				}
				return nil
			})
			must.Succeed(t, err)
		}
		row := asking("ada")
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), row, "", store.Quota{Player: "ada", Asked: 2}))
		wantEqual(t, "the asked person", readTable(t, f.Store, row.ID).Seats[1].Player, store.PlayerID("ben"))
	}},
	{"bound the tables that a player creates in a period, closed ones included", func(t *testing.T, f Fixture) {
		q := store.Quota{Player: "ada", Created: 2, Since: at(10)}
		for _, created := range []int{9, 10, 12, 11} { // two of them within the period
			row := tableOf("ada", created)
			must.Succeed(t, f.Store.CreateTableWithin(t.Context(), row, "", q))
			closeTable(t, f.Store, row.ID, at(created))
		}
		refused := wantQuota(t, "third table", f.Store.CreateTableWithin(t.Context(), tableOf("ada", 13), "", q), store.QuotaCreated)
		wantEqual(t, "creation of the oldest one", refused.Oldest, at(11))
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), tableOf("ben", 13), "", store.Quota{Player: "ben", Created: 1, Since: at(10)}))
		must.Succeed(t, f.Store.CreateTable(t.Context(), tableOf("ada", 13), ""))
		q.Since = at(11)
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), tableOf("ada", 14), "", q))
	}},
	{"count a table for its creator, whoever is the host", func(t *testing.T, f Fixture) {
		q := store.Quota{Player: "ada", Created: 1, Since: at(0)}
		row := tableOf("ada", 1)
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), row, "", q))
		_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error {
			r.Host, r.Seats[0].Player, r.Seats[1].Player = "ben", "", "ben"
			return nil
		})
		must.Succeed(t, err)
		wantQuota(t, "second table", f.Store.CreateTableWithin(t.Context(), tableOf("ada", 2), "", q), store.QuotaCreated)
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), tableOf("ben", 2), "", store.Quota{Player: "ben", Created: 1, Since: at(0)}))
	}},
	{"bound the bytes of a player's tables", func(t *testing.T, f Fixture) {
		row := tableOf("ada", 5)
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), row, "", store.Quota{Player: "ada"}))
		var size int64
		var prev codec.Hash
		for seq := engine.Seq(1); seq <= 4; seq++ {
			r := after(t, prev, newRecord(t, seq, engine.NoSeat, ""))
			a := newAppend(row.ID, r)
			if seq == 4 {
				a.StandIns = []string{"", "easy"} // not a usual append
			}
			must.Succeed(t, f.Store.Append(t.Context(), a))
			size, prev = size+int64(len(r.Bytes)), r.Hash
		}
		q := store.Quota{Player: "ada", Bytes: size, Since: at(0)}
		refused := wantQuota(t, "at the limit", f.Store.CreateTableWithin(t.Context(), tableOf("ada", 6), "", q), store.QuotaBytes)
		wantEqual(t, "creation of the oldest table", refused.Oldest, at(5))
		for what, changed := range map[string]store.Quota{
			"below the limit":    {Player: "ada", Bytes: size + 1, Since: at(0)},
			"in a later period":  {Player: "ada", Bytes: 1, Since: at(6)},
			"of another player":  {Player: "ben", Bytes: 1, Since: at(0)},
			"without any limits": {Player: "ada"},
		} {
			expect.Error(t, f.Store.CreateTableWithin(t.Context(), tableOf(changed.Player, 6), "", changed), nil, what)
		}
	}},
	{"bound rematches", func(t *testing.T, f Fixture) {
		old := createTable(t, f.Store)
		q := store.Quota{Player: "ada", Created: 1, Since: at(0)}
		must.Succeed(t, f.Store.CreateTableWithin(t.Context(), tableOf("ada", 1), "", q))
		wantQuota(t, "rematch", f.Store.CreateTableWithin(t.Context(), tableOf("ada", 2), old.ID, q), store.QuotaCreated)
		wantEqual(t, "the old table", readTable(t, f.Store, old.ID), old)
	}},
	{"return an error of change first", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		must.Succeed(t, f.Store.CreateTable(t.Context(), tableOf("ada", 0), ""))
		full := errors.New("full")
		_, err := f.Store.UpdateTableWithin(t.Context(), row.ID, store.Quota{Player: "ada", Unfinished: 1}, func(r *store.Table) error {
			r.Seats[1].Player = "ada"
			return full
		})
		expect.Error(t, err, full, "refused change")
	}},
	{"hold for concurrent calls", func(t *testing.T, f Fixture) { raceForTables(t, f.Store, f.Store) }},
}

// raceForTables lets one player create tables and sit down concurrently, at two stores on one database. As many calls succeed as the quota allows.
func raceForTables(t *testing.T, one, other store.Store) {
	t.Helper()
	stores := []store.Store{one, other}
	q := store.Quota{Player: "ada", Unfinished: 3, Since: at(0)}
	free := make([]store.Table, contenders)
	for n := range free {
		free[n] = createTable(t, one)
	}
	got := concurrently(t, contenders, func(n int) error {
		if n%4 < 2 {
			return stores[n%2].CreateTableWithin(t.Context(), tableOf("ada", 1), "", q)
		}
		_, err := stores[n%2].UpdateTableWithin(t.Context(), free[n].ID, q, sit(1, "ada"))
		return err
	}, nil, store.ErrQuota)
	wantEqual(t, "successful calls", got[nil], 3)
	wantEqual(t, "tables of the player", must.Return(other.CountTables(t.Context(), "ada"))(t), 3)

	q = store.Quota{Player: "ben", Created: 3, Since: at(0)}
	got = concurrently(t, contenders, func(n int) error {
		return stores[n%2].CreateTableWithin(t.Context(), tableOf("ben", 1), "", q)
	}, nil, store.ErrQuota)
	wantEqual(t, "created tables", got[nil], 3)
}

// TwoStoresOfPlayers checks that two stores on one database, as two nodes have them, make one signing key and keep the quotas of players.
func TwoStoresOfPlayers(t *testing.T, one, other store.Store) {
	t.Helper()
	oneKey(t, one, other)
	for range 3 {
		raceForTables(t, one, other)
		for _, id := range listTables(t, one, store.Query{State: store.Open}) {
			closeTable(t, one, id, at(2))
		}
		must.Return(one.RemoveClosedTables(t.Context(), at(3), 1000))(t)
	}
}
