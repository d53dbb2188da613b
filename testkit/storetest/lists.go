package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

func ids(rows []store.Table) []store.TableID {
	list := make([]store.TableID, len(rows))
	for i := range rows {
		list[i] = rows[i].ID
	}
	return list
}

func listTables(t testing.TB, s store.Store, q store.Query) []store.TableID {
	t.Helper()
	rows := must.Return(s.ListTables(t.Context(), q))(t)
	return ids(rows)
}

var lists = []contractCase{
	accessLists,
	{"contain whole rows", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 3)
		wantEqual(t, "rows", must.Return(f.Store.ListTables(t.Context(), store.Query{}))(t), []store.Table{readTable(t, f.Store, row.ID)})
	}},
	{"split rows with equal times into pages without loss or repetition", func(t *testing.T, f Fixture) {
		var all []store.Table
		for i := range 11 {
			all = append(all, createTable(t, f.Store, func(r *store.Table) { r.UpdatedAt = at(i / 4).Add(time.Duration(i%2) * time.Microsecond) }))
		}
		slices.SortFunc(all, func(a, b store.Table) int {
			if c := b.UpdatedAt.Compare(a.UpdatedAt); c != 0 {
				return c
			}
			if a.ID > b.ID {
				return -1
			}
			return 1
		})
		wantEqual(t, "without pages", listTables(t, f.Store, store.Query{}), ids(all))
		var paged []store.TableID
		q := store.Query{Limit: 3}
		for range len(all) {
			rows := must.Return(f.Store.ListTables(t.Context(), q))(t)
			if len(rows) == 0 {
				break
			}
			paged = append(paged, ids(rows)...)
			q.Before, q.BeforeID = rows[len(rows)-1].UpdatedAt, rows[len(rows)-1].ID
		}
		wantEqual(t, "in pages", paged, ids(all))
	}},
	{"contain the selected tables", func(t *testing.T, f Fixture) {
		open := createTable(t, f.Store, func(r *store.Table) { r.UpdatedAt = at(1) })
		other := createTable(t, f.Store, func(r *store.Table) { r.Title, r.Seats[0].Player, r.UpdatedAt = "druids", "guest", at(2) })
		hidden := createTable(t, f.Store, func(r *store.Table) { r.Visibility, r.Invite, r.UpdatedAt = store.Private, "x", at(3) })
		closed := createTable(t, f.Store)
		must.Return(f.Store.UpdateTable(t.Context(), closed.ID, func(r *store.Table) error { r.State = store.Closed; return nil }))(t)
		running := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Bot = "hard" })
		must.Succeed(t, f.Store.Append(t.Context(), store.Append{Table: running.ID, Record: newRecord(t, 1, -1, ""), State: store.Running, Now: at(4)}))

		for name, c := range map[string]struct {
			q    store.Query
			want []store.TableID
		}{
			"public tables for a stranger":      {store.Query{}, []store.TableID{running.ID, other.ID, open.ID}},
			"private tables of the viewer, too": {store.Query{Viewer: "host"}, []store.TableID{running.ID, hidden.ID, other.ID, open.ID}},
			"no private tables of others":       {store.Query{Viewer: "guest"}, []store.TableID{running.ID, other.ID, open.ID}},
			"tables of the viewer":              {store.Query{Player: "host", Viewer: "host"}, []store.TableID{running.ID, hidden.ID, open.ID}},
			"all tables for the operator":       {store.Query{AllTables: true}, []store.TableID{running.ID, hidden.ID, other.ID, open.ID}},
			"a player's tables for a stranger":  {store.Query{Player: "host"}, []store.TableID{running.ID, open.ID}},
			"a player's tables for a guest":     {store.Query{Player: "host", Viewer: "guest"}, []store.TableID{running.ID, open.ID}},
			"by state":                          {store.Query{State: store.Running}, []store.TableID{running.ID}},
			"by title":                          {store.Query{Title: "druids"}, []store.TableID{other.ID}},
			"never closed tables":               {store.Query{State: store.Closed, Viewer: "host"}, nil},
			"before a time":                     {store.Query{Before: at(2)}, []store.TableID{open.ID}},
			"all conditions":                    {store.Query{State: store.Open, Title: "meduris", Player: "host", Viewer: "host", Before: at(3), BeforeID: "~", Limit: 1}, []store.TableID{hidden.ID}},
		} {
			wantEqual(t, name, listTables(t, f.Store, c.q), c.want)
		}
		n := must.Return(f.Store.CountTables(t.Context(), "host"))(t)
		wantEqual(t, "open and running tables of the host", n, 3)
		n = must.Return(f.Store.CountTables(t.Context(), "nobody"))(t)
		wantEqual(t, "tables of an unknown player", n, 0)
	}},
	{"leave out the tables that a player removed", func(t *testing.T, f Fixture) {
		p, q := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		both := func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = p, q }
		first, second := createTable(t, f.Store, both, func(r *store.Table) { r.UpdatedAt = at(1) }), createTable(t, f.Store, both, func(r *store.Table) { r.UpdatedAt = at(2) })
		other := createTable(t, f.Store)
		for range 2 {
			must.Succeed(t, f.Store.Unlist(t.Context(), p, first.ID))
			must.Succeed(t, f.Store.Unlist(t.Context(), p, other.ID))
		}
		list := func(player store.PlayerID, listed bool) []store.TableID {
			return listTables(t, f.Store, store.Query{Player: player, Viewer: player, Listed: listed, Limit: 10})
		}
		wantEqual(t, "the list", list(p, true), []store.TableID{second.ID})
		wantEqual(t, "the list of another player", list(q, true), []store.TableID{second.ID, first.ID})
		wantEqual(t, "all tables of the player", list(p, false), []store.TableID{second.ID, first.ID})
		must.Succeed(t, f.Store.Unlist(t.Context(), "", first.ID))
		must.Succeed(t, f.Store.Unlist(t.Context(), p, store.TableID(uuid.NewString())))
		must.Succeed(t, f.Store.Unlist(t.Context(), p, "\x00"))
		erase(t, f.Store, p)
		wantEqual(t, "after the erasure", list(p, true), []store.TableID{second.ID, first.ID})
	}},
	{"have the same order in pages of any size, whenever tables changed", func(t *testing.T, f Fixture) {
		rows := make([]store.Table, 9)
		for i := range rows {
			rows[i] = createTable(t, f.Store, func(r *store.Table) { r.UpdatedAt = at(10 * i) })
		}
		want := make(map[store.TableID]time.Time)
		// Seconds after epoch at which each table changes: close together, far apart, and with a clock that is set back.
		for i, moves := range [][]int{{1, 30, 59}, {11, 69, 70, 71}, {200}, {30, 500, 20}, {41}, {51, 51, 52}, {3}, {70, 129}, {}} {
			want[rows[i].ID] = at(10 * i)
			var head codec.Hash
			for n, when := range moves {
				a := newAppend(rows[i].ID, after(t, head, newRecord(t, engine.Seq(n+1), 0, fmt.Sprint(n))))
				head = a.Record.Hash
				a.Now, want[rows[i].ID] = at(when), at(when)
				must.Succeed(t, f.Store.Append(t.Context(), a))
			}
		}
		all := must.Return(f.Store.ListTables(t.Context(), store.Query{}))(t)
		wantEqual(t, "tables", len(all), len(rows))
		for i, row := range all {
			wantEqual(t, "time of change", row.UpdatedAt, want[row.ID])
			if i > 0 && row.UpdatedAt.After(all[i-1].UpdatedAt) {
				t.Errorf("row %d: got a table changed at %v after one changed at %v, want the newest change first", i, row.UpdatedAt, all[i-1].UpdatedAt)
			}
		}
		for limit := 1; limit <= len(rows)+1; limit++ {
			var got []store.TableID
			for q := (store.Query{Limit: limit}); ; {
				page := must.Return(f.Store.ListTables(t.Context(), q))(t)
				got = append(got, ids(page)...)
				if len(page) < limit {
					break
				}
				q.Before, q.BeforeID = page[limit-1].UpdatedAt, page[limit-1].ID
			}
			wantEqual(t, fmt.Sprintf("in pages of %d", limit), got, ids(all))
		}
	}},
	{"do not count free seats for the empty id", func(t *testing.T, f Fixture) {
		createTable(t, f.Store)
		wantEqual(t, "tables of the empty id", must.Return(f.Store.CountTables(t.Context(), ""))(t), 0)
	}},
	{"say which running tables were restored", func(t *testing.T, f Fixture) {
		running, open := createTableWith(t, f.Store, 1), createTable(t, f.Store)
		restored := func(s store.Store) map[store.TableID]bool {
			list := must.Return(s.ListTables(t.Context(), store.Query{}))(t)
			found := map[store.TableID]bool{}
			for _, row := range list {
				found[row.ID] = row.Restored
			}
			return found
		}
		wantEqual(t, "before", restored(f.Store), map[store.TableID]bool{running.ID: false, open.ID: false})
		s := f.Restored(t)
		wantEqual(t, "restored", restored(s), map[store.TableID]bool{running.ID: true, open.ID: false})
		must.Succeed(t, s.Append(t.Context(), newAppend(running.ID, after(t, readTable(t, s, running.ID).Head, newRecord(t, 2, 0, "c2")))))
		wantEqual(t, "after the next record", restored(s), map[store.TableID]bool{running.ID: false, open.ID: false})
	}},
	{"find the running tables that bots play at, page by page", func(t *testing.T, f Fixture) {
		with := func(level string) func(*store.Table) { return func(r *store.Table) { r.Seats[1].Bot = level } }
		starts := func(id store.TableID) { runs(t, f.Store, id, 1, 0) }
		found := func() (ids []store.TableID) {
			for after, pages := store.TableID(""), 0; ; pages++ {
				list, next, err := f.Store.BotTables(t.Context(), after, 2)
				must.Succeed(t, err)
				for _, row := range list {
					wantEqual(t, "the row", row, readTable(t, f.Store, row.ID))
					ids = append(ids, row.ID)
				}
				if next == "" {
					return ids
				}
				if next <= after || pages > 10 {
					t.Fatalf("after %q the next page begins after %q", after, next)
				}
				after = next
			}
		}
		createTable(t, f.Store, with("hard")) // open
		standIn := createTableWith(t, f.Store, 1).ID
		var bots []store.TableID
		for range 3 {
			createTableWith(t, f.Store, 1)
			id := createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player, r.Seats[0].Bot = "", "easy" }, with("hard")).ID
			starts(id)
			bots = append(bots, id)
		}
		takeover := newAppend(standIn, after(t, readTable(t, f.Store, standIn).Head, newRecord(t, 2, 0, "over")))
		takeover.StandIns = []string{"", "medium"}
		must.Succeed(t, f.Store.Append(t.Context(), takeover))
		wantEqual(t, "with a stand-in", found(), append([]store.TableID{standIn}, bots...))
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(standIn, after(t, takeover.Record.Hash, newRecord(t, 3, 0, "back")))))
		end := newAppend(bots[1], after(t, readTable(t, f.Store, bots[1]).Head, newRecord(t, 2, 0, "end")))
		end.State = store.Finished
		must.Succeed(t, f.Store.Append(t.Context(), end))
		wantEqual(t, "after its return, and after an end", found(), []store.TableID{bots[0], bots[2]})
	}},
}
