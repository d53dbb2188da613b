package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var logs = []contractCase{
	{"return records byte for byte, and change the row with them", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		want := chain(t, newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, 0, "a"), newRecord(t, 3, 1, "a"))
		for _, r := range want {
			must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, r)))
		}
		end := newAppend(row.ID, after(t, want[2].Hash, newRecord(t, 4, 0, "b")))
		end.State, end.Owing, end.Winners, end.Now = store.Finished, nil, []engine.Seat{1}, epoch
		must.Succeed(t, f.Store.Append(t.Context(), end))
		wantEqual(t, "log", readLog(t, f.Store, row.ID), append(slices.Clone(want), end.Record))
		row.Contributions, row.Answers = nil, nil // they are in the first record
		row.Seq, row.Head, row.State, row.Winners, row.UpdatedAt = 4, end.Record.Hash, store.Finished, []engine.Seat{1}, at(0)
		wantEqual(t, "row", readTable(t, f.Store, row.ID), row)

		wantEqual(t, "record of seat 1's command", must.Return(f.Store.Command(t.Context(), row.ID, 1, "a"))(t), want[2])
		for _, command := range []string{"", "b", "\x00", "\xff"} {
			expect.Error(t, expect.Second(f.Store.Command(t.Context(), row.ID, 1, command)), store.ErrNotFound, fmt.Sprintf("command %q", command))
		}
	}},
	{"can be read in parts", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 5)
		all := readLog(t, f.Store, row.ID)
		for _, c := range []struct {
			after engine.Seq
			limit int
			want  []engine.Record
		}{{0, 2, all[:2]}, {2, 2, all[2:4]}, {4, 9, all[4:]}, {5, 9, nil}, {99, 9, nil}, {1 << 63, 9, nil}, {0, 0, nil}} {
			wantEqual(t, fmt.Sprintf("after %d, at most %d", c.after, c.limit), must.Return(f.Store.Read(t.Context(), row.ID, c.after, c.limit))(t), c.want)
		}
		wantEqual(t, "log of an unknown table", len(must.Return(f.Store.Read(t.Context(), "none", 0, 9))(t)), 0)
	}},
	{"accept only the next seq", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 2)
		before := readTable(t, f.Store, row.ID)
		for _, seq := range []engine.Seq{0, 1, 2, 4} {
			expect.Error(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, seq, 0, "new"))), store.ErrConflict, fmt.Sprintf("seq %d", seq))
		}
		expect.Error(t, f.Store.Append(t.Context(), newAppend("none", newRecord(t, 1, 0, "new"))), store.ErrNotFound, "unknown table")
		wantEqual(t, "row", readTable(t, f.Store, row.ID), before)
		wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 2)
	}},
	{"accept a command once for each seat; a duplicate takes precedence over a conflict", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 2)
		before := readTable(t, f.Store, row.ID)
		for _, seq := range []engine.Seq{1, 2, 3, 4} {
			expect.Error(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, seq, 0, "c1"))), store.ErrDuplicate, fmt.Sprintf("seq %d", seq))
		}
		wantEqual(t, "row", readTable(t, f.Store, row.ID), before)
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, after(t, before.Head, newRecord(t, 3, 1, "c1")))))
		other := createTable(t, f.Store)
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(other.ID, newRecord(t, 1, 0, "c1"))))
	}},
	{"accept any number of entries without a command", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		for _, r := range chain(t, newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, engine.NoSeat, ""), newRecord(t, 3, engine.NoSeat, "")) {
			must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, r)))
		}
		wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 3)
	}},
	{"store stand-ins and the new holder of a seat", func(t *testing.T, f Fixture) {
		row, other := createTableWith(t, f.Store, 1), createTableWith(t, f.Store, 1)
		takeover := newAppend(row.ID, after(t, readTable(t, f.Store, row.ID).Head, newRecord(t, 2, 0, "over")))
		takeover.StandIns, takeover.NewHolder = []string{"", "medium"}, &store.NewHolder{Seat: 0, Player: "friend"}
		must.Succeed(t, f.Store.Append(t.Context(), takeover))
		got := readTable(t, f.Store, row.ID)
		wantEqual(t, "stand-ins", got.StandIns, []string{"", "medium"})
		wantEqual(t, "seats", got.Seats, []store.Seat{{Color: "red", Player: "friend"}, {Color: "blue"}})
		wantEqual(t, "seats of another table", readTable(t, f.Store, other.ID).Seats, other.Seats)
		expect.Error(t, f.Store.Append(t.Context(), takeover), store.ErrDuplicate, "again")
		late := newAppend(row.ID, newRecord(t, 2, 1, "late"))
		late.NewHolder = &store.NewHolder{Seat: 0, Player: "thief"}
		expect.Error(t, f.Store.Append(t.Context(), late), store.ErrConflict, "too late")
		wantEqual(t, "player after the refused append", readTable(t, f.Store, row.ID).Seats[0].Player, store.PlayerID("friend"))
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, after(t, takeover.Record.Hash, newRecord(t, 3, 0, "back")))))
		wantEqual(t, "stand-ins at the end", len(readTable(t, f.Store, row.ID).StandIns), 0)
	}},
	{"hand a seat over while the row changes", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 1)
		handover := newAppend(row.ID, after(t, readTable(t, f.Store, row.ID).Head, newRecord(t, 2, 0, "over")))
		handover.NewHolder = &store.NewHolder{Seat: 0, Player: "friend"}
		var changing sync.WaitGroup
		begun := make(chan struct{})
		begin := sync.OnceFunc(func() { close(begun) })
		changing.Go(func() {
			_, err := f.Store.UpdateTable(t.Context(), row.ID, func(*store.Table) error {
				begin()
				<-time.After(200 * time.Millisecond) // the append begins meanwhile, and waits
				return nil
			})
			expect.Error(t, err, nil, "the change")
		})
		<-begun
		must.Succeed(t, f.Store.Append(t.Context(), handover))
		changing.Wait()
		wantEqual(t, "player", readTable(t, f.Store, row.ID).Seats[0].Player, store.PlayerID("friend"))
	}},
	{"store concessions and an early end", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 1)
		conceded := newAppend(row.ID, after(t, readTable(t, f.Store, row.ID).Head, newRecord(t, 2, 0, "concede")))
		conceded.StandIns, conceded.Ending = []string{"medium", ""}, store.Ending{Conceded: []engine.Seat{0}}
		must.Succeed(t, f.Store.Append(t.Context(), conceded))
		wantEqual(t, "a concession", readTable(t, f.Store, row.ID).Ending, conceded.Ending)
		ended := newAppend(row.ID, after(t, conceded.Record.Hash, newRecord(t, 3, 1, "stop")))
		ended.State, ended.Ending = store.Finished, store.Ending{Conceded: []engine.Seat{0}, Ended: engine.EndedByAgreement}
		must.Succeed(t, f.Store.Append(t.Context(), ended))
		got := readTable(t, f.Store, row.ID)
		wantEqual(t, "an early end", got.Ending, ended.Ending)
		wantEqual(t, "state", got.State, store.Finished)
	}},
	{"start only at the expected rev", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		must.Return(f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.Seats[1].Player = "guest"; return nil }))(t)
		start := newAppend(row.ID, newRecord(t, 1, engine.NoSeat, ""))
		for _, rev := range []int64{1, 3} {
			start.Rev = rev
			expect.Error(t, f.Store.Append(t.Context(), start), store.ErrConflict, fmt.Sprintf("rev %d", rev))
		}
		start.Rev = 2
		must.Succeed(t, f.Store.Append(t.Context(), start))
		wantEqual(t, "rev", readTable(t, f.Store, row.ID).Rev, int64(2))
	}},
	{"report damaged records", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 3)
		f.Damage(t, row.ID, 2)
		expect.Error(t, expect.Second(f.Store.Read(t.Context(), row.ID, 0, 9)), engine.ErrCorrupt, "Read")
		expect.Error(t, expect.Second(f.Store.Command(t.Context(), row.ID, 0, "c2")), engine.ErrCorrupt, "Command")
		wantEqual(t, "records after the damaged one", len(must.Return(f.Store.Read(t.Context(), row.ID, 2, 9))(t)), 1)
	}},
	{"may be long", func(t *testing.T, f Fixture) {
		const n = 600
		row := createTableWith(t, f.Store, n)
		var got []engine.Record
		for len(got) < n {
			part := must.Return(f.Store.Read(t.Context(), row.ID, engine.Seq(len(got)), 250))(t)
			if len(part) == 0 {
				break
			}
			got = append(got, part...)
		}
		wantEqual(t, "length", len(got), n)
		for i, r := range got {
			if r.Entry.Seq != engine.Seq(i+1) {
				t.Fatalf("record %d: got seq %d, want %d", i, r.Entry.Seq, i+1)
			}
		}
	}},
}
