package storetest

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// newAct returns the act n, which bans the range n.
func newAct(n int) store.Act {
	return store.Act{ID: fmt.Sprintf("00000000-0000-7000-8000-%012d", n), At: at(n), By: "ada", Via: "page", Kind: store.ActBan, Subject: rangeOf(n).String(), Reason: "ö", Outcome: store.ActDone}
}

func rangeOf(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(n)}), 32)
}

func newBan(n int, ends time.Time) store.Ban {
	return store.Ban{Range: rangeOf(n), Reason: "spam", By: "ada", CreatedAt: at(n), EndsAt: ends}
}

func liveBans(t testing.TB, s store.Store, now time.Time) []store.Ban {
	t.Helper()
	return must.Return(s.Bans(t.Context(), now))(t)
}

func actsBefore(t testing.TB, s store.Store, before store.Act, limit int) []store.Act {
	t.Helper()
	return must.Return(s.Acts(t.Context(), before, limit))(t)
}

var operators = []contractCase{
	{"a ban counts until it ends or is lifted, and every act is logged with it", func(t *testing.T, f Fixture) {
		wide := newBan(3, time.Time{})
		wide.Range = netip.MustParsePrefix("2001:db8::/64")
		must.Succeed(t, f.Store.Ban(t.Context(), newBan(1, at(10)), newAct(1)))
		must.Succeed(t, f.Store.Ban(t.Context(), newBan(2, time.Time{}), newAct(2)))
		must.Succeed(t, f.Store.Ban(t.Context(), wide, newAct(3)))
		wantEqual(t, "at the start", liveBans(t, f.Store, at(9)), []store.Ban{wide, newBan(2, time.Time{}), newBan(1, at(10))})
		wantEqual(t, "after the end of one", liveBans(t, f.Store, at(10)), []store.Ban{wide, newBan(2, time.Time{})})

		again := newBan(2, at(20))
		again.Reason = "more spam"
		must.Succeed(t, f.Store.Ban(t.Context(), again, newAct(4)))
		expect.Error(t, f.Store.Unban(t.Context(), rangeOf(1), newAct(11)), store.ErrNotFound, "an ended ban")
		expect.Error(t, f.Store.Unban(t.Context(), netip.MustParsePrefix("2001:db8::1/128"), newAct(12)), store.ErrNotFound, "a range inside a banned one")
		must.Succeed(t, f.Store.Unban(t.Context(), wide.Range, newAct(5)))
		expect.Error(t, f.Store.Unban(t.Context(), wide.Range, newAct(13)), store.ErrNotFound, "a second time")

		s := f.Reopen(t)
		wantEqual(t, "afterwards", liveBans(t, s, at(15)), []store.Ban{again})
		wantEqual(t, "the acts", actsBefore(t, s, store.Act{}, 10), []store.Act{newAct(5), newAct(4), newAct(3), newAct(2), newAct(1)})
	}},
	{"a ban whose act is not logged does not count", func(t *testing.T, f Fixture) {
		must.Succeed(t, f.Store.LogAct(t.Context(), newAct(1)))
		expect.Error(t, f.Store.Ban(t.Context(), newBan(1, time.Time{}), newAct(1)), store.ErrConflict, "an act with a known id")
		wantEqual(t, "bans", len(liveBans(t, f.Store, at(2))), 0)
		must.Succeed(t, f.Store.Ban(t.Context(), newBan(2, time.Time{}), newAct(2)))
		expect.Error(t, f.Store.Unban(t.Context(), rangeOf(2), newAct(1)), store.ErrConflict, "an end with a known id")
		wantEqual(t, "bans", len(liveBans(t, f.Store, at(2))), 1)
	}},
	{"acts are listed in pages, with their outcomes", func(t *testing.T, f Fixture) {
		twin := newAct(2)
		twin.ID = newAct(9).ID
		begun := newAct(3)
		begun.Kind, begun.Outcome = store.ActClose, ""
		for _, a := range []store.Act{newAct(1), newAct(2), twin, begun} {
			must.Succeed(t, f.Store.LogAct(t.Context(), a))
		}
		must.Succeed(t, f.Store.FinishAct(t.Context(), begun.ID, "table_finished"))
		expect.Error(t, f.Store.FinishAct(t.Context(), newAct(7).ID, store.ActDone), store.ErrNotFound, "an unknown act")
		begun.Outcome = "table_finished"
		wantEqual(t, "the first page", actsBefore(t, f.Store, store.Act{}, 2), []store.Act{begun, twin})
		wantEqual(t, "the next page", actsBefore(t, f.Store, twin, 2), []store.Act{newAct(2), newAct(1)})
		wantEqual(t, "after the last", len(actsBefore(t, f.Store, newAct(1), 2)), 0)
	}},
	{"old acts and ended bans are removed, others stay", func(t *testing.T, f Fixture) {
		for n, ends := range []time.Time{at(3), {}, at(8)} {
			must.Succeed(t, f.Store.Ban(t.Context(), newBan(n, ends), newAct(n)))
		}
		n := must.Return(f.Store.RemoveActs(t.Context(), at(2), 1))(t)
		wantEqual(t, "the first batch", n, 1)
		n = must.Return(f.Store.RemoveActs(t.Context(), at(5), 10))(t)
		wantEqual(t, "two acts and a ban", n, 3)
		wantEqual(t, "bans", liveBans(t, f.Store, at(0)), []store.Ban{newBan(2, at(8)), newBan(1, time.Time{})})
		wantEqual(t, "acts", len(actsBefore(t, f.Store, store.Act{}, 10)), 0)
	}},
	{"a note replaces the one with its kind and name", func(t *testing.T, f Fixture) {
		note := func(kind store.NoteKind, name string, n int) store.Note {
			return store.Note{Kind: kind, Name: name, At: at(n), Value: fmt.Sprint("v", n)}
		}
		for _, n := range []store.Note{note(store.NoteNode, "b", 1), note(store.NoteNode, "a", 2), note(store.NoteSize, "a", 3), note(store.NoteNode, "b", 4)} {
			must.Succeed(t, f.Store.SetNote(t.Context(), n))
		}
		read := func(s store.Store, kind store.NoteKind) []store.Note {
			return must.Return(s.Notes(t.Context(), kind))(t)
		}
		wantEqual(t, "of nodes", read(f.Store, store.NoteNode), []store.Note{note(store.NoteNode, "a", 2), note(store.NoteNode, "b", 4)})
		must.Succeed(t, f.Store.DropNotes(t.Context(), store.NoteNode, at(4)))
		s := f.Reopen(t)
		wantEqual(t, "the newer", read(s, store.NoteNode), []store.Note{note(store.NoteNode, "b", 4)})
		wantEqual(t, "of another kind", read(s, store.NoteSize), []store.Note{note(store.NoteSize, "a", 3)})
	}},
	{"people are found by the beginning of their name, or by their sessions, the last seen first", func(t *testing.T, f Fixture) {
		var all []store.Person
		for n, name := range []string{"Ada 100%", "adam", "Ben_"} {
			p := createPlayer(t, f.Store)
			must.Succeed(t, f.Store.RenamePlayer(t.Context(), p.ID, name))
			x := newSession(p.ID, byte(10+n))
			must.Succeed(t, f.Store.CreateSession(t.Context(), x))
			must.Succeed(t, f.Store.SetSessionSeen(t.Context(), x.ID, at(100-n)))
			all = append(all, store.Person{ID: p.ID, Name: name, CreatedAt: p.CreatedAt, SeenAt: at(100 - n), Sessions: 2})
		}
		gone := createPlayer(t, f.Store)
		must.Return(f.Store.ErasePlayer(t.Context(), gone.ID))(t)
		find := func(q store.PeopleQuery) []store.Person {
			return must.Return(f.Store.People(t.Context(), q))(t)
		}
		wantEqual(t, "all", find(store.PeopleQuery{Limit: 10}), all)
		wantEqual(t, "the second page", find(store.PeopleQuery{Limit: 1, Skip: 1}), all[1:2])
		wantEqual(t, "by name", find(store.PeopleQuery{Name: "ADA", Limit: 10}), all[:2])
		wantEqual(t, "the second page by name", find(store.PeopleQuery{Name: "ada", Limit: 1, Skip: 1}), all[1:2])
		wantEqual(t, "by a wildcard", len(find(store.PeopleQuery{Name: "%", Limit: 10})), 0)
		wantEqual(t, "by another one", find(store.PeopleQuery{Name: "Ben_", Limit: 10}), all[2:])
		wantEqual(t, "by a zero byte", len(find(store.PeopleQuery{Name: "\x00", Limit: 10})), 0)

		createTable(t, f.Store)
		got := must.Return(f.Store.Totals(t.Context()))(t)
		got.Bytes = 0 // a store in memory has no size
		wantEqual(t, "totals", got, store.Totals{People: 3, Sessions: 6, Tables: map[store.State]int{store.Open: 1}})
	}},
	{"an open table that the operator closed says so", func(t *testing.T, f Fixture) {
		id := createTable(t, f.Store).ID
		shut := func(by engine.Ended) error {
			_, err := f.Store.UpdateTable(t.Context(), id, func(t *store.Table) error {
				t.State, t.Ending.Ended = store.Closed, by
				return nil
			})
			return err
		}
		expect.Failure(t, shut(engine.EndedByAgreement), "closed by another reason")
		must.Succeed(t, shut(engine.EndedByOperator))
		row := must.Return(f.Reopen(t).Table(t.Context(), id))(t)
		wantEqual(t, "the row", []any{row.State, row.Ending}, []any{store.Closed, store.Ending{Ended: engine.EndedByOperator}})
	}},
}
