package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var tables = []contractCase{
	{"are returned as created", func(t *testing.T, f Fixture) {
		row := newTable(func(r *store.Table) {
			r.Visibility, r.Invite, r.CreatedAt, r.UpdatedAt = store.Private, "AbC_-9", epoch, epoch
			r.Chance, r.Answers = engine.ChanceVersion, []store.Answer{{Device: chance.DeviceKey{1, 2}, Chain: codec.Optional{3}, Signature: chance.Signature{63: 4}}, {Declined: true}}
			r.Origin = &engine.Origin{Table: "01930000-0000-7000-8000-000000000001", Seq: 41, Head: codec.Hash{1, 31: 2}, Chance: engine.ForkNew}
		})
		must.Succeed(t, f.Store.CreateTable(t.Context(), row, ""))
		row.CreatedAt, row.UpdatedAt = at(0), at(0)
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)
		expect.Error(t, f.Store.CreateTable(t.Context(), row, ""), store.ErrConflict, "same id")
	}},
	{"begin at seq 0 and rev 1", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store, func(r *store.Table) { r.Seq, r.Head, r.Rev, r.Restored = 7, codec.Hash{7}, 7, true })
		row.Seq, row.Head, row.Rev, row.Restored = 0, codec.Hash{}, 1, false
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)
	}},
	{"have the present version of chance", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store, func(r *store.Table) { r.Chance = 0 })
		wantEqual(t, "version", readTable(t, f.Store, row.ID).Chance, engine.ChanceVersion)
	}},
	{"unknown ones are not found", func(t *testing.T, f Fixture) {
		for _, id := range []store.TableID{"", "none", "\x00", "\xff"} {
			expect.Error(t, expect.Second(f.Store.Table(t.Context(), id)), store.ErrNotFound, "Table")
			expect.Error(t, expect.Second(f.Store.UpdateTable(t.Context(), id, func(*store.Table) error { return nil })), store.ErrNotFound, "UpdateTable")
		}
	}},
	{"have one rematch", func(t *testing.T, f Fixture) {
		first := createTable(t, f.Store)
		next, late := newTable(), newTable()
		next.CreatedAt = at(5)
		must.Succeed(t, f.Store.CreateTable(t.Context(), next, first.ID))
		first.Rematch, first.Rev, first.UpdatedAt = next.ID, 2, at(5)
		wantEqual(t, "the first table", readTable(t, f.Store, first.ID), first)
		expect.Error(t, f.Store.CreateTable(t.Context(), late, first.ID), store.ErrConflict, "second rematch")
		expect.Error(t, f.Store.CreateTable(t.Context(), late, "none"), store.ErrNotFound, "rematch of none")
		expect.Error(t, expect.Second(f.Store.Table(t.Context(), late.ID)), store.ErrNotFound, "the refused table")
	}},
	{"rise in time by changes of nodes whose clocks are behind", func(t *testing.T, f Fixture) {
		first := createTable(t, f.Store, func(r *store.Table) { r.UpdatedAt = at(10) })
		behind := func(r *store.Table) error { r.Host, r.UpdatedAt = "new", at(3); return nil }
		wantEqual(t, "a change", must.Return(f.Store.UpdateTable(t.Context(), first.ID, behind))(t).UpdatedAt, at(10).Add(time.Microsecond))
		next := newTable()
		next.CreatedAt = at(5)
		must.Succeed(t, f.Store.CreateTable(t.Context(), next, first.ID))
		wantEqual(t, "a rematch", readTable(t, f.Store, first.ID).UpdatedAt, at(10).Add(2*time.Microsecond))
	}},
	{"have versions", func(t *testing.T, f Fixture) {
		a, b := createTableWith(t, f.Store, 2), createTable(t, f.Store)
		must.Return(f.Store.UpdateTable(t.Context(), b.ID, func(r *store.Table) error { r.Host = "new"; return nil }))(t)
		got := must.Return(f.Store.TableVersions(t.Context(), []store.TableID{a.ID, "none", b.ID, "\x00", "\xff"}))(t)
		wantEqual(t, "versions", got, map[store.TableID]store.TableVersion{a.ID: {Seq: 2, Head: readLog(t, f.Store, a.ID)[1].Hash, Rev: 1}, b.ID: {Seq: 0, Rev: 2}})
		got = must.Return(f.Store.TableVersions(t.Context(), nil))(t)
		wantEqual(t, "versions of no ids", len(got), 0)
	}},
}

var updates = []contractCase{
	{"store the change, with rev one higher", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		change := func(r *store.Table) {
			r.Visibility, r.Invite, r.Host = store.Private, "code", "guest"
			r.Seats[1].Player, r.Seats[1].Confirm = "guest", store.Asked
			r.Seats = append(r.Seats, store.Seat{Color: "green", Bot: "easy"})
			r.Options["hints"] = 1
			r.Contributions = [][]byte{nil, {9}, nil}
			r.Answers = []store.Answer{{Declined: true}, {Device: chance.DeviceKey{9}, Signature: chance.Signature{9}}, {}}
			r.InviteSession, r.Barred = "the host's", []store.PlayerID{"rude", "ruder"}
			r.Changes = []store.Change{{By: "host", Options: engine.Options{"hints": 1}, Seats: 3}, {By: "guest", Visibility: store.Private}}
			r.UpdatedAt = at(3)
		}
		got := must.Return(f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { change(r); return nil }))(t)
		change(&row)
		row.Rev = 2
		wantEqual(t, "returned", got, row)
		wantEqual(t, "stored", readTable(t, f.Store, row.ID), row)
		must.Return(f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.Seats = r.Seats[:1]; return nil }))(t)
		wantEqual(t, "remaining seats", readTable(t, f.Store, row.ID).Seats, row.Seats[:1])
	}},
	{"return an error of change unchanged and store nothing", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		full := errors.New("full")
		_, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { r.Host = "x"; return full })
		if err != full { //nolint:errorlint // the contract promises the same error
			t.Errorf("got error %v, want %v itself", err, full)
		}
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)
	}},
	{"close only open tables", func(t *testing.T, f Fixture) {
		closing := func(r *store.Table) error { r.State = store.Closed; return nil }
		row, running := createTable(t, f.Store), createTableWith(t, f.Store, 1)
		wantEqual(t, "state", must.Return(f.Store.UpdateTable(t.Context(), row.ID, closing))(t).State, store.Closed)
		expect.Failure(t, expect.Second(f.Store.UpdateTable(t.Context(), running.ID, closing)), "a running table was closed")
	}},
	{"change no field of Append and no constant field", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 1)
		before := readTable(t, f.Store, row.ID)
		for name, change := range map[string]func(*store.Table){
			"state":   func(r *store.Table) { r.State = store.Finished },
			"seq":     func(r *store.Table) { r.Seq++ },
			"head":    func(r *store.Table) { r.Head[0]++ },
			"owing":   func(r *store.Table) { r.Owing[0] = 5 },
			"winners": func(r *store.Table) { r.Winners = []engine.Seat{1} },
			"id":      func(r *store.Table) { r.ID = "other" },
			"title":   func(r *store.Table) { r.Title = "other" },
			"secret":  func(r *store.Table) { r.Secret[0]++ },
			"chance":  func(r *store.Table) { r.Chance++ },
			"origin":  func(r *store.Table) { r.Origin = &engine.Origin{Seq: 1} },
			"created": func(r *store.Table) { r.CreatedAt = at(9) },
		} {
			if _, err := f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { change(r); return nil }); err == nil {
				t.Errorf("%s was changed, want an error", name)
			}
		}
		wantEqual(t, "table", readTable(t, f.Store, row.ID), before)
	}},
	{"change nothing if their context ends meanwhile", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := f.Store.UpdateTable(ctx, row.ID, func(r *store.Table) error { r.Host = "x"; cancel(); return nil })
		expect.Error(t, err, context.Canceled, "UpdateTable")
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)
	}},
	{"that panic leave the store usable", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		func() {
			defer func() { _ = recover() }()
			_, _ = f.Store.UpdateTable(t.Context(), row.ID, func(*store.Table) error { panic("bug") })
		}()
		wantEqual(t, "table", readTable(t, f.Store, row.ID), row)
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, 0, "c"))))
	}},
}
