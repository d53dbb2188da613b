package storetest

import (
	"slices"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// removeClosed removes all closed tables that were last changed before the given second, in batches of two, and returns their number.
func removeClosed(t testing.TB, s store.Store, before int) (removed int) {
	t.Helper()
	for {
		n := must.Return(s.RemoveClosedTables(t.Context(), at(before), 2))(t)
		if n > 2 {
			t.Fatalf("a batch of 2 removed %d tables", n)
		}
		if removed += n; n < 2 {
			return removed
		}
	}
}

// removeIdle examines all players in batches of two and returns the number of removed ones.
func removeIdle(t testing.TB, s store.Store, before int) (removed int) {
	t.Helper()
	for after, rounds := store.PlayerID(""), 0; ; rounds++ {
		n, next, err := s.RemoveIdlePlayers(t.Context(), at(before), after, 2)
		must.Succeed(t, err)
		if n > 2 || rounds > 100 || next != "" && next <= after {
			t.Fatalf("a batch of 2 after %q removed %d players and goes on after %q", after, n, next)
		}
		if removed += n; next == "" {
			return removed
		}
		after = next
	}
}

// isStored reports which of the players exist.
func isStored(t testing.TB, s store.Store, players ...store.Player) (list []bool) {
	t.Helper()
	for _, p := range players {
		_, err := s.Player(t.Context(), p.ID)
		if err != nil {
			expect.Error(t, err, store.ErrNotFound, "a removed player")
		}
		list = append(list, err == nil)
	}
	return list
}

var retention = []contractCase{
	{"closes idle open tables", func(t *testing.T, f Fixture) {
		idle, busy, running := createTable(t, f.Store), tableOf("ada", 5), createTableWith(t, f.Store, 1)
		must.Succeed(t, f.Store.CreateTable(t.Context(), busy, ""))
		wantEqual(t, "closed tables", must.Return(f.Store.CloseIdleTables(t.Context(), at(5), epoch, 10))(t), []store.TableID{idle.ID})
		idle.State, idle.Rev, idle.UpdatedAt = store.Closed, 2, at(0)
		wantEqual(t, "the idle table", readTable(t, f.Store, idle.ID), idle)
		wantEqual(t, "the changed table", readTable(t, f.Store, busy.ID), busy)
		wantEqual(t, "the running table", readTable(t, f.Store, running.ID).State, store.Running)
		wantEqual(t, "listed tables", len(listTables(t, f.Store, store.Query{})), 2)
	}},
	{"closes at most a batch, the longest idle first", func(t *testing.T, f Fixture) {
		rows := []store.Table{tableOf("ada", 3), tableOf("ada", 1), tableOf("ada", 2)}
		for _, row := range rows {
			must.Succeed(t, f.Store.CreateTable(t.Context(), row, ""))
		}
		for _, want := range [][]store.TableID{{rows[1].ID, rows[2].ID}, {rows[0].ID}, nil} {
			got := must.Return(f.Store.CloseIdleTables(t.Context(), at(10), at(20), 2))(t)
			slices.SortFunc(got, func(a, b store.TableID) int { return slices.Index(want, a) - slices.Index(want, b) })
			wantEqual(t, "closed tables", got, want)
		}
	}},
	{"of a table that starts: it is closed or it runs", func(t *testing.T, f Fixture) {
		for range 5 {
			row := createTable(t, f.Store)
			start := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
			start.Rev = 1
			var closed []store.TableID
			got := concurrently(t, 2, func(i int) (err error) {
				if i == 0 {
					return f.Store.Append(t.Context(), start)
				}
				closed, err = f.Store.CloseIdleTables(t.Context(), at(1), at(2), 10)
				return err
			}, nil, store.ErrConflict)
			wantEqual(t, "a conflict for each closed table", got[store.ErrConflict], len(closed))
		}
	}},
	{"ends the seats of finished tables, once", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store).ID
		table := func(n int) store.TableID {
			return createTable(t, f.Store, func(r *store.Table) { r.Host, r.Seats[0].Player, r.UpdatedAt = p, p, at(n) }).ID
		}
		finish := func(id store.TableID, n int) {
			runs(t, f.Store, id, 1, 0)
			a := newAppend(id, after(t, readTable(t, f.Store, id).Head, newRecord(t, 2, 0, "end")))
			a.State, a.Now = store.Finished, at(n)
			must.Succeed(t, f.Store.Append(t.Context(), a))
		}
		open, running := table(0), table(0)
		runs(t, f.Store, running, 1, 0)
		var done []store.TableID
		for n := range 5 {
			done = append(done, table(0))
			finish(done[n], 1000*(n+1))
		}
		shot := newShot(done[0], 2)
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), shot))
		end := func(before int) (n int) {
			n = must.Return(f.Store.EndSeats(t.Context(), at(before), 10))(t)
			return n
		}
		wantEqual(t, "too early", end(1000), 0)
		ended := make([]int, 2)
		concurrently(t, 2, func(i int) (err error) {
			ended[i], err = f.Store.EndSeats(t.Context(), at(3500), 10)
			return err
		}, nil)
		wantEqual(t, "by two nodes", ended[0]+ended[1], 3)
		wantEqual(t, "again", end(3500), 0)
		wantShot(t, f.Store, done[0], 9, &shot)
		want := []store.TableID{done[4], done[3], done[2], done[1], done[0]}
		finished := func(limit int) []store.TableID {
			var all []store.TableID
			for q := (store.Query{State: store.Finished, Player: p, Viewer: p, Limit: limit}); ; {
				rows := must.Return(f.Store.ListTables(t.Context(), q))(t)
				all = append(all, ids(rows)...)
				if len(rows) < limit {
					return all
				}
				q.Before, q.BeforeID = rows[limit-1].UpdatedAt, rows[limit-1].ID
			}
		}
		for limit := 1; limit < 7; limit++ {
			wantEqual(t, "the finished tables of the player", finished(limit), want)
		}
		changed := newTable(func(r *store.Table) { r.CreatedAt, r.UpdatedAt = at(6000), at(6000) })
		must.Succeed(t, f.Store.CreateTable(t.Context(), changed, done[0]))
		must.Return(f.Store.UpdateTable(t.Context(), done[1], func(r *store.Table) error { r.Visibility, r.UpdatedAt = store.Private, at(7000); return nil }))(t)
		want = []store.TableID{done[1], done[0], done[4], done[3], done[2]}
		for limit := 1; limit < 7; limit++ {
			wantEqual(t, "after changes", finished(limit), want)
		}
		wantEqual(t, "unfinished tables", must.Return(f.Store.CountTables(t.Context(), p))(t), 2)
		wantEqual(t, "listed tables", listTables(t, f.Store, store.Query{State: store.Open, Player: p, Viewer: p, Limit: 9}), []store.TableID{open})
		totals := must.Return(f.Store.Totals(t.Context()))(t)
		wantEqual(t, "counted tables", totals.Tables, map[store.State]int{store.Open: 2, store.Running: 1, store.Finished: 5})
		wantEqual(t, "the rest", end(9000), 2)
	}},
	{"removes closed tables and no others", func(t *testing.T, f Fixture) {
		var closed []store.Table
		for n := range 5 {
			row := createTable(t, f.Store)
			closeTable(t, f.Store, row.ID, at(n))
			closed = append(closed, row)
		}
		open, running, finished := createTable(t, f.Store), createTableWith(t, f.Store, 1), createTableWith(t, f.Store, 1)
		end := newAppend(finished.ID, after(t, readTable(t, f.Store, finished.ID).Head, newRecord(t, 2, 0, "end")))
		end.State = store.Finished
		must.Succeed(t, f.Store.Append(t.Context(), end))
		wantEqual(t, "removed tables", removeClosed(t, f.Store, 3), 3)
		for n, row := range closed {
			_, err := f.Store.Table(t.Context(), row.ID)
			expect.Equal(t, err == nil, n >= 3, "closed table", n, "error", err)
		}
		wantEqual(t, "removed tables at the end", removeClosed(t, f.Store, 1000), 2)
		wantEqual(t, "remaining tables", len(listTables(t, f.Store, store.Query{})), 3)
		for _, row := range []store.Table{open, running, finished} {
			readTable(t, f.Store, row.ID)
		}
		wantEqual(t, "log of the finished table", len(readLog(t, f.Store, finished.ID)), 2)
	}},
	{"removes the offers of a table with it", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		row := createTable(t, f.Store)
		createTable(t, f.Store) // so that it is not the newest one, which stays in a file
		must.Succeed(t, f.Store.CreateLink(t.Context(), newOffer(x, 1, row.ID, 0)))
		closeTable(t, f.Store, row.ID, at(0))
		wantEqual(t, "removed tables", removeClosed(t, f.Store, 1), 1)
		expect.Error(t, expect.Second(f.Store.Offer(t.Context(), newOffer(x, 1, row.ID, 0).CodeHash, at(0))), store.ErrNotFound, "offer")
	}},
	{"leaves a new table without the rows of a removed one", func(t *testing.T, f Fixture) {
		for range 3 {
			old, next := createTable(t, f.Store), createTable(t, f.Store)
			closeTable(t, f.Store, old.ID, at(0))
			closeTable(t, f.Store, next.ID, at(0))
			removeClosed(t, f.Store, 1)
			row := createTableWith(t, f.Store, 2)
			late := newAppend(next.ID, newRecord(t, 1, engine.NoSeat, ""))
			expect.Failure(t, f.Store.Append(t.Context(), newAppend(old.ID, late.Record)), "a removed table got an entry")
			wantEqual(t, "log", len(readLog(t, f.Store, row.ID)), 2)
			wantEqual(t, "row", readTable(t, f.Store, row.ID).Seq, engine.Seq(2))
		}
	}},
	{"lets a table have another rematch after the removal of the first", func(t *testing.T, f Fixture) {
		old, next, later := createTable(t, f.Store), newTable(), newTable()
		must.Succeed(t, f.Store.CreateTable(t.Context(), next, old.ID))
		closeTable(t, f.Store, next.ID, at(0))
		createTable(t, f.Store)
		wantEqual(t, "removed tables", removeClosed(t, f.Store, 1), 1)
		got := readTable(t, f.Store, old.ID)
		wantEqual(t, "rematch", got.Rematch, store.TableID(""))
		wantEqual(t, "rev", got.Rev, int64(3))
		must.Succeed(t, f.Store.CreateTable(t.Context(), later, old.ID))
	}},
	{"removes idle players without a seat", func(t *testing.T, f Fixture) {
		idle, seen, sits, erased, link := createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store)
		linked := must.Return(f.Store.Sessions(t.Context(), link.ID))(t)
		must.Succeed(t, f.Store.CreateLink(t.Context(), newLink(linked[0], 1)))
		sessions := must.Return(f.Store.Sessions(t.Context(), seen.ID))(t)
		must.Succeed(t, f.Store.SetSessionSeen(t.Context(), sessions[0].ID, at(50)))
		must.Return(f.Store.ErasePlayer(t.Context(), erased.ID))(t)
		table := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = sits.ID })
		late := newPlayer("Late")
		late.CreatedAt = at(60)
		must.Succeed(t, f.Store.CreatePlayer(t.Context(), late, newSession(late.ID, 9)))
		wantEqual(t, "removed players", removeIdle(t, f.Store, 0), 0)
		wantEqual(t, "removed players", removeIdle(t, f.Store, 40), 3)
		wantEqual(t, "stored players", isStored(t, f.Store, idle, seen, sits, erased, link, late), []bool{false, true, true, false, false, true})
		var hash [32]byte
		copy(hash[:], idle.ID)
		expect.Error(t, expect.Third(f.Store.SessionByToken(t.Context(), hash)), store.ErrNotFound, "session of a removed player")
		expect.Error(t, f.Store.CreateSession(t.Context(), newSession(idle.ID, 3)), store.ErrNotFound, "new session")

		// The table of the seated player goes, and then the player.
		closeTable(t, f.Store, table.ID, at(0))
		createTable(t, f.Store)
		removeClosed(t, f.Store, 1)
		wantEqual(t, "removed players after their table", removeIdle(t, f.Store, 40), 1)
		wantEqual(t, "stored players", isStored(t, f.Store, seen, sits, late), []bool{true, false, true})
	}},
	{"keeps idle players who can sign in without a session", func(t *testing.T, f Fixture) {
		passkey, provider, mail, asked := createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store), createPlayer(t, f.Store)
		must.Succeed(t, addWay(t, f.Store, newWay(passkey.ID, 1)))
		external := newWay(provider.ID, 2)
		external.Kind = store.OIDC
		must.Succeed(t, addWay(t, f.Store, external))
		for p, data := range map[store.PlayerID]string{mail.ID: `{"verified":true,"ending":"x"}`, asked.ID: `{"code":"x"}`} {
			address := channel(store.MailChannel, "ada@example.org")
			address.Data = data
			reachable(t, f.Store, p, 1, address)
		}
		wantEqual(t, "removed players", removeIdle(t, f.Store, 40), 1)
		wantEqual(t, "stored players", isStored(t, f.Store, passkey, provider, mail, asked), []bool{true, true, true, false})
		must.Succeed(t, f.Store.RemoveWay(t.Context(), passkey.ID, newWay(passkey.ID, 1).ID, newEvent(passkey.ID)))
		wantEqual(t, "removed players after their last way back", removeIdle(t, f.Store, 40), 1)
	}},
	{"keeps the player of a closed table, whose seat is theirs", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		must.Succeed(t, f.Store.CreateTable(t.Context(), tableOf(p.ID, 0), ""))
		must.Return(f.Store.CloseIdleTables(t.Context(), at(1), at(1), 10))(t)
		wantEqual(t, "removed players", removeIdle(t, f.Store, 40), 0)
	}},
	{"of a player who comes back: signed in or removed", func(t *testing.T, f Fixture) {
		for n := range 5 {
			p := createPlayer(t, f.Store)
			back := newSession(p.ID, byte(10+n))
			back.SeenAt = at(50)
			var removed int
			got := concurrently(t, 2, func(i int) (err error) {
				if i == 0 {
					return f.Store.CreateSession(t.Context(), back)
				}
				removed, _, err = f.Store.RemoveIdlePlayers(t.Context(), at(40), "", 1000)
				return err
			}, nil, store.ErrNotFound)
			wantEqual(t, "refused sessions for each removed player", got[store.ErrNotFound], removed)
			wantEqual(t, "the player is stored", isStored(t, f.Store, p), []bool{removed == 0})
		}
	}},
	{"removes expired links", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store)
		sessions := must.Return(f.Store.Sessions(t.Context(), p.ID))(t)
		for n := range 5 {
			l := newLink(sessions[0], byte(n))
			l.ExpiresAt = at(n)
			must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		}
		for _, want := range []int{2, 1, 0} {
			wantEqual(t, "removed links", must.Return(f.Store.RemoveExpiredLinks(t.Context(), at(3), 2))(t), want)
		}
		claim := func(n byte, now time.Time) error {
			x := newSession(p.ID, 90+n)
			_, err := f.Store.ClaimLink(t.Context(), newLink(sessions[0], n).CodeHash, now, x)
			return err
		}
		must.Succeed(t, claim(3, at(2)))
		expect.Error(t, claim(2, at(1)), store.ErrNotFound, "removed link")
	}},
	{"counts each row once at several nodes", func(t *testing.T, f Fixture) {
		const rows = 20
		for n := range rows {
			createPlayer(t, f.Store)
			row := createTable(t, f.Store)
			if n%2 == 0 {
				closeTable(t, f.Store, row.ID, at(0))
			}
		}
		createTable(t, f.Store, func(r *store.Table) { r.CreatedAt, r.UpdatedAt = at(90), at(90) })
		var idle, removed, players [4]int
		sweep := func(i int) error {
			for range rows {
				n, err := f.Store.RemoveClosedTables(t.Context(), at(1), 3)
				if err != nil {
					return err
				}
				removed[i] += n
				closed, err := f.Store.CloseIdleTables(t.Context(), at(1), at(80), 3)
				if err != nil {
					return err
				}
				idle[i] += len(closed)
				n, _, err = f.Store.RemoveIdlePlayers(t.Context(), at(80), "", 3)
				if err != nil {
					return err
				}
				players[i] += n
			}
			return nil
		}
		concurrently(t, 4, sweep, nil)
		must.Succeed(t, sweep(0)) // nodes skip rows that another node has locked
		sum := func(list [4]int) int { return list[0] + list[1] + list[2] + list[3] }
		wantEqual(t, "removed, closed and players", []int{sum(removed), sum(idle), sum(players)}, []int{rows / 2, rows / 2, rows})
	}},
}
