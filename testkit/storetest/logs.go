package storetest

import (
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

var logs = []contractCase{
	{"keep records byte for byte, and the row with them", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		want := []engine.Record{entry(t, 1, engine.NoSeat, ""), entry(t, 2, 0, "a"), entry(t, 3, 1, "a")}
		for _, r := range want {
			must(t, f.Store.Append(t.Context(), adding(row.ID, r)))
		}
		end := adding(row.ID, entry(t, 4, 0, "b"))
		end.State, end.Owing, end.Winners, end.Now = store.Finished, nil, []engine.Seat{1}, epoch
		must(t, f.Store.Append(t.Context(), end))
		same(t, "log", read(t, f.Store, row.ID), append(slices.Clone(want), end.Record))
		row.Seq, row.State, row.Winners, row.UpdatedAt = 4, store.Finished, []engine.Seat{1}, at(0)
		same(t, "row", look(t, f.Store, row.ID), row)

		got, err := f.Store.Command(t.Context(), row.ID, 1, "a")
		must(t, err)
		same(t, "record of seat 1's command", got, want[2])
		for _, command := range []string{"", "b", "\x00", "\xff"} {
			_, err := f.Store.Command(t.Context(), row.ID, 1, command)
			fails(t, fmt.Sprintf("command %q", command), err, store.ErrNotFound)
		}
	}},
	{"give parts", func(t *testing.T, f Fixture) {
		row := grown(t, f.Store, 5)
		all := read(t, f.Store, row.ID)
		for _, c := range []struct {
			after engine.Seq
			limit int
			want  []engine.Record
		}{{0, 2, all[:2]}, {2, 2, all[2:4]}, {4, 9, all[4:]}, {5, 9, nil}, {99, 9, nil}, {1 << 63, 9, nil}, {0, 0, nil}} {
			got, err := f.Store.Read(t.Context(), row.ID, c.after, c.limit)
			must(t, err)
			same(t, fmt.Sprintf("after %d, at most %d", c.after, c.limit), got, c.want)
		}
		got, err := f.Store.Read(t.Context(), "none", 0, 9)
		must(t, err)
		same(t, "log of no table", len(got), 0)
	}},
	{"grow by the next seq alone", func(t *testing.T, f Fixture) {
		row := grown(t, f.Store, 2)
		before := look(t, f.Store, row.ID)
		for _, seq := range []engine.Seq{0, 1, 2, 4} {
			fails(t, fmt.Sprintf("seq %d", seq), f.Store.Append(t.Context(), adding(row.ID, entry(t, seq, 0, "new"))), store.ErrConflict)
		}
		fails(t, "no table", f.Store.Append(t.Context(), adding("none", entry(t, 1, 0, "new"))), store.ErrNotFound)
		same(t, "row", look(t, f.Store, row.ID), before)
		same(t, "length", len(read(t, f.Store, row.ID)), 2)
	}},
	{"take a command once for each seat, and say so before a conflict", func(t *testing.T, f Fixture) {
		row := grown(t, f.Store, 2)
		before := look(t, f.Store, row.ID)
		for _, seq := range []engine.Seq{1, 2, 3, 4} {
			fails(t, fmt.Sprintf("seq %d", seq), f.Store.Append(t.Context(), adding(row.ID, entry(t, seq, 0, "c1"))), store.ErrDuplicate)
		}
		same(t, "row", look(t, f.Store, row.ID), before)
		must(t, f.Store.Append(t.Context(), adding(row.ID, entry(t, 3, 1, "c1"))))
		elsewhere := stored(t, f.Store)
		must(t, f.Store.Append(t.Context(), adding(elsewhere.ID, entry(t, 1, 0, "c1"))))
	}},
	{"take any number of entries without a command", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		for seq := engine.Seq(1); seq <= 3; seq++ {
			must(t, f.Store.Append(t.Context(), adding(row.ID, entry(t, seq, engine.NoSeat, ""))))
		}
		same(t, "length", len(read(t, f.Store, row.ID)), 3)
	}},
	{"keep who stands in, and let a seat change hands", func(t *testing.T, f Fixture) {
		row, other := grown(t, f.Store, 1), grown(t, f.Store, 1)
		over := adding(row.ID, entry(t, 2, 0, "over"))
		over.StandIns, over.NewHolder = []string{"", "medium"}, &store.NewHolder{Seat: 0, Player: "friend"}
		must(t, f.Store.Append(t.Context(), over))
		got := look(t, f.Store, row.ID)
		same(t, "stand-ins", got.StandIns, []string{"", "medium"})
		same(t, "places", got.Seats, []store.Seat{{Color: "red", Player: "friend"}, {Color: "blue"}})
		same(t, "another table's places", look(t, f.Store, other.ID).Seats, other.Seats)
		same(t, "tables with bots", listed(t, f.Store, store.Query{Bots: true}), []store.TableID{row.ID})
		fails(t, "again", f.Store.Append(t.Context(), over), store.ErrDuplicate)
		late := adding(row.ID, entry(t, 2, 1, "late"))
		late.NewHolder = &store.NewHolder{Seat: 0, Player: "thief"}
		fails(t, "too late", f.Store.Append(t.Context(), late), store.ErrConflict)
		same(t, "player after what was refused", look(t, f.Store, row.ID).Seats[0].Player, store.PlayerID("friend"))
		must(t, f.Store.Append(t.Context(), adding(row.ID, entry(t, 3, 0, "back"))))
		same(t, "stand-ins at the end", len(look(t, f.Store, row.ID).StandIns), 0)
		same(t, "tables with bots at the end", len(listed(t, f.Store, store.Query{Bots: true})), 0)
	}},
	{"start only at the rev that was read", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.Seats[1].Player = "guest"; return nil })
		must(t, err)
		start := adding(row.ID, entry(t, 1, engine.NoSeat, ""))
		for _, rev := range []int64{1, 3} {
			start.Rev = rev
			fails(t, fmt.Sprintf("rev %d", rev), f.Store.Append(t.Context(), start), store.ErrConflict)
		}
		start.Rev = 2
		must(t, f.Store.Append(t.Context(), start))
		same(t, "rev", look(t, f.Store, row.ID).Rev, int64(2))
	}},
	{"say when bytes were changed behind their back", func(t *testing.T, f Fixture) {
		row := grown(t, f.Store, 3)
		f.Damage(t, row.ID, 2)
		_, err := f.Store.Read(t.Context(), row.ID, 0, 9)
		fails(t, "Read", err, engine.ErrCorrupt)
		_, err = f.Store.Command(t.Context(), row.ID, 0, "c2")
		fails(t, "Command", err, engine.ErrCorrupt)
		got, err := f.Store.Read(t.Context(), row.ID, 2, 9)
		must(t, err)
		same(t, "what lies behind it", len(got), 1)
	}},
	{"grow long", func(t *testing.T, f Fixture) {
		const n = 600
		row := grown(t, f.Store, n)
		var got []engine.Record
		for len(got) < n {
			part, err := f.Store.Read(t.Context(), row.ID, engine.Seq(len(got)), 250)
			must(t, err)
			if len(part) == 0 {
				break
			}
			got = append(got, part...)
		}
		same(t, "length", len(got), n)
		for i, r := range got {
			if r.Entry.Seq != engine.Seq(i+1) {
				t.Fatalf("place %d: got seq %d, want %d", i, r.Entry.Seq, i+1)
			}
		}
	}},
}
